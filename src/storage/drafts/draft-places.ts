import { browserLocks } from '#storage/device/sender-lock.ts'
import { retryAfterFreeze, onPageFreeze, untilPageReturns } from '#storage/database/page-freeze.ts'

/*
 * Each tab stores its own draft of a form. A form has five numbered places for drafts; a tab locks the place that it uses. A frozen page
 * releases its places for other pages (fault A24).
 */

/** At most this many tabs store a draft of one form; further tabs store none. */
const maxPlaces = 5

type LockedPlace = { number: number; release: () => void }

/** The draft that this page stores. `savedAt`: when this page saved it. `readSavedAt` reads when the stored draft was saved, perhaps by another page. */
type HeldDraft = { place: number; savedAt: number | undefined; readSavedAt: () => Promise<number | undefined> }

/** The place that this tab has locked for each form, until the tab is closed, killed or frozen. Null if all were taken. */
const places = new Map<string, Promise<LockedPlace | null>>()

const heldDrafts = new Map<string, HeldDraft>()

/** Forms whose place or draft another page took while this one was frozen. This page no longer stores drafts of them, and reloads. */
const takenOver = new Set<string>()

/**
 * Returns this tab's place for a form: one with the draft of a closed tab, else an empty one, else null. Concurrent calls for a form
 * share one search.
 */
export async function findDraftPlace(
  name: string,
  hasDraft: (place: number) => Promise<boolean>,
): Promise<number | null> {
  const found = places.get(name) ?? findPlace(name, hasDraft)
  places.set(name, found)
  return (await found)?.number ?? null
}

/** Notes the draft that this page has just stored or loaded, to compare it with the stored copy after a freeze. */
export function holdDraft(name: string, draft: HeldDraft): void {
  heldDrafts.set(name, draft)
}

/** The place where this page stores a form's draft; undefined until it is known. */
export function heldPlace(name: string): number | undefined {
  return heldDrafts.get(name)?.place
}

export function isDraftTakenOver(name: string): boolean {
  return takenOver.has(name)
}

onPageFreeze(() => {
  for (const [name, place] of places) places.set(name, lockAgain(name, place))
})

/** Locks a place again after a freeze. If another page took it, this page reloads: two pages with one draft would share an operation id. */
async function lockAgain(name: string, previous: Promise<LockedPlace | null>): Promise<LockedPlace | null> {
  const released = await previous.catch(() => null)
  released?.release()
  await untilPageReturns()
  if (released === null) {
    places.delete(name)
    return null
  }
  const held = heldDrafts.get(name)
  const place = await lockPlace(name, released.number)
  if (place !== null && held !== undefined && (await held.readSavedAt()) === held.savedAt) return place
  takenOver.add(name)
  location.reload()
  return null
}

async function findPlace(name: string, hasDraft: (place: number) => Promise<boolean>): Promise<LockedPlace | null> {
  let empty: LockedPlace | null = null
  let place: LockedPlace | null = null
  try {
    for (let number = 0; number < maxPlaces; number += 1) {
      place = await lockPlace(name, number)
      if (place === null) continue
      if (await hasDraft(number)) {
        empty?.release()
        return place
      }
      if (empty === null) empty = place
      else place.release()
    }
    return empty
  } catch (error) {
    place?.release()
    empty?.release()
    places.delete(name)
    throw error
  }
}

/** Null if another tab has the place. Without web locks all tabs share the first one. */
async function lockPlace(name: string, number: number): Promise<LockedPlace | null> {
  const locks = browserLocks()
  if (locks === undefined) return number === 0 ? { number, release: () => {} } : null
  const request = () =>
    new Promise<LockedPlace | null>((resolve, reject) => {
      locks
        .request(`fanlight-draft:${name} #${number}`, { ifAvailable: true }, async (lock) => {
          if (lock === null) return resolve(null)
          await new Promise<void>((release) => resolve({ number, release }))
        })
        .catch(reject)
    })
  // WebKit rejects requests that a freeze interrupts.
  return retryAfterFreeze(request)
}
