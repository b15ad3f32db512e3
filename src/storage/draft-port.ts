import { browserLocks } from './browser-locks.ts'
import type { DeviceDatabase } from './device-database.ts'
import type { Draft } from './draft.ts'
import { deleteDraft, loadDraft, saveDraft } from './drafts.ts'
import { thisServer } from './device-name.ts'
import { isInJournal } from './journal-rows.ts'
import { keepInTab, takeFromTab } from './draft-in-tab.ts'

type WholeDraft<Values> = { opId: string; opened: Values; values: Values; savedAt: number }

/** As many tabs as keep a draft of one form at once; in more of them the form has none. */
const places = 5

/**
 * Where one form of one agent keeps its draft; `agentId` is null before sign-in. Each tab that has the form open keeps
 * a draft of its own: two that shared one would save under one permanent id, and the second save would count as the
 * first one's repetition. With `database` given, a draft of something that was saved after all is not brought back.
 */
export function draftPort<Values extends Record<string, unknown>>(
  agentId: string | null,
  formName: string,
  database?: DeviceDatabase,
) {
  const name = `${thisServer()} ${agentId ?? 'nobody'} ${formName}`
  const at = (place: number) => (place === 0 ? formName : `${formName} #${place}`)

  /** The draft at a place, unless there is none or it was saved after all. */
  async function draftAt(place: number): Promise<WholeDraft<Values> | null> {
    const draft = await loadDraft(agentId, at(place))
    if (draft === null) return null
    if (isWhole<Values>(draft) && !(await isSaved(draft.opId, database))) return draft
    await deleteDraft(agentId, at(place))
    return null
  }

  /** One search at a time, which all forms in this tab wait for. */
  function ownPlace(): Promise<Place | null> {
    const found = mine.get(name) ?? findPlace(name, async (number) => (await draftAt(number)) !== null)
    mine.set(name, found)
    return found
  }

  return {
    load: async (): Promise<WholeDraft<Values> | null> => {
      const place = await ownPlace()
      if (place === null) return null
      const last = takeFromTab(agentId, formName)
      if (last !== null) await saveDraft(agentId, at(place.number), last)
      return draftAt(place.number)
    },
    save: async (draft: WholeDraft<Values>): Promise<void> => {
      const place = await ownPlace()
      if (place !== null) await saveDraft(agentId, at(place.number), draft)
    },
    saveForReload: (draft: WholeDraft<Values>): void => keepInTab(agentId, formName, draft),
    delete: async (): Promise<void> => {
      takeFromTab(agentId, formName)
      const place = await ownPlace()
      if (place !== null) await deleteDraft(agentId, at(place.number))
    },
    inTurn: (work: () => Promise<void>): Promise<void> => {
      const done = (lastWork.get(name) ?? Promise.resolve())
        .then(work)
        .catch((error: unknown) => console.warn('The draft could not be kept.', error))
      lastWork.set(name, done)
      return done
    },
  }
}

/** What was last asked of each form's draft in this tab, with all before it. */
const lastWork = new Map<string, Promise<void>>()

type Place = { number: number; leave: () => void }

/** The place of each form in this tab, held until the tab is closed or killed. */
const mine = new Map<string, Promise<Place | null>>()

/** This tab's place: one where a closed tab has left a draft, else an empty one, else none. The next call searches again after a failure. */
async function findPlace(name: string, isUsed: (number: number) => Promise<boolean>): Promise<Place | null> {
  let empty: Place | null = null
  let place: Place | null = null
  try {
    for (let number = 0; number < places; number += 1) {
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
    mine.delete(name)
    throw error
  }
}

/** Null when another tab has the place. Without locks all tabs share the first one. */
async function takePlace(name: string, number: number): Promise<Place | null> {
  const locks = browserLocks()
  if (locks === undefined) return number === 0 ? { number, leave: () => {} } : null
  return new Promise((resolve, reject) => {
    locks
      .request(`fanlight-draft:${name} #${number}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return resolve(null)
        await new Promise<void>((leave) => resolve({ number, leave }))
      })
      .catch(reject)
  })
}

function isWhole<Values>(draft: Draft): draft is Draft & WholeDraft<Values> {
  return draft.opId !== undefined && draft.opened !== undefined
}

/** The app was killed after the save and before the draft was deleted. */
async function isSaved(opId: string, database: DeviceDatabase | undefined): Promise<boolean> {
  if (database === undefined) return false
  const [waiting, settled] = await Promise.all([
    database.outbox.where('opId').equals(opId).count(),
    isInJournal(database, opId),
  ])
  return waiting > 0 || settled
}
