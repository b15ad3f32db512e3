import { browserLocks } from '#storage/device/sender-lock.ts'
import { retryAfterFreeze, onPageFreeze, untilPageReturns } from '#storage/database/page-freeze.ts'

/* Each tab has its own draft of a form, at a place that it locks. A frozen page releases it for other pages (fault A24). */

/** The number of tabs that can store a draft of one form; in further tabs the form has none. */
const mostPlaces = 5

type Place = { number: number; leave: () => void }

/** The draft at this page's place: when this page saved it, and how to read when the stored one was saved. */
type HeldDraft = { place: number; savedAt: number | undefined; readSavedAt: () => Promise<number | undefined> }

/** The place of each form in this tab, held until the tab is closed, killed or frozen. */
const places = new Map<string, Promise<Place | null>>()

const heldDrafts = new Map<string, HeldDraft>()

/** Forms whose draft another page has taken over: this page reloads and no longer stores drafts of them. */
const takenOver = new Set<string>()

/** Returns this tab's place for a form: one with a closed tab's draft, else an empty one, else null. Calls share a search. */
export async function findDraftPlace(
  name: string,
  isUsed: (place: number) => Promise<boolean>,
): Promise<number | null> {
  const found = places.get(name) ?? findPlace(name, isUsed)
  places.set(name, found)
  return (await found)?.number ?? null
}

export function holdDraft(name: string, draft: HeldDraft): void {
  heldDrafts.set(name, draft)
}

export function heldPlace(name: string): number | undefined {
  return heldDrafts.get(name)?.place
}

export function isDraftTakenOver(name: string): boolean {
  return takenOver.has(name)
}

onPageFreeze(() => {
  for (const [name, place] of places) places.set(name, takeAgain(name, place))
})

/** Two pages with one draft would save under one operation id, so a page that lost its draft reloads. */
async function takeAgain(name: string, before: Promise<Place | null>): Promise<Place | null> {
  const left = await before.catch(() => null)
  left?.leave()
  await untilPageReturns()
  if (left === null) {
    places.delete(name)
    return null
  }
  const held = heldDrafts.get(name)
  const place = await takePlace(name, left.number)
  if (place !== null && held !== undefined && (await held.readSavedAt()) === held.savedAt) return place
  takenOver.add(name)
  location.reload()
  return null
}

async function findPlace(name: string, isUsed: (place: number) => Promise<boolean>): Promise<Place | null> {
  let empty: Place | null = null
  let place: Place | null = null
  try {
    for (let number = 0; number < mostPlaces; number += 1) {
      place = await takePlace(name, number)
      if (place === null) continue
      if (await isUsed(number)) {
        empty?.leave()
        return place
      }
      if (empty === null) empty = place
      else place.leave()
    }
    return empty
  } catch (error) {
    place?.leave()
    empty?.leave()
    places.delete(name)
    throw error
  }
}

/** Null if another tab has the place. Without web locks all tabs share the first one. */
async function takePlace(name: string, number: number): Promise<Place | null> {
  const locks = browserLocks()
  if (locks === undefined) return number === 0 ? { number, leave: () => {} } : null
  const take = () =>
    new Promise<Place | null>((resolve, reject) => {
      locks
        .request(`fanlight-draft:${name} #${number}`, { ifAvailable: true }, async (lock) => {
          if (lock === null) return resolve(null)
          await new Promise<void>((leave) => resolve({ number, leave }))
        })
        .catch(reject)
    })
  // WebKit rejects requests that a freeze interrupts.
  return retryAfterFreeze(take)
}
