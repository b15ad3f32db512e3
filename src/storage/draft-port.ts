import type { DeviceDatabase } from './device-database.ts'
import { type Draft, deleteDraft, loadDraft, saveDraft } from './drafts.ts'
import { thisServer } from './device-name.ts'

type WholeDraft<Values> = { opId: string; opened: Values; values: Values; savedAt: number }

/** As many tabs as keep a draft of one form at once; more share the last place. */
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

  /** The first draft at a place that no other tab has taken; else null, with a place for the one to come. */
  async function load(): Promise<WholeDraft<Values> | null> {
    let free: number | null = null
    for (let place = 0; place < places; place += 1) {
      if (!(await takePlace(name, place))) continue
      const draft = await loadDraft(agentId, at(place))
      if (isWhole<Values>(draft) && !(await isSaved(draft.opId, database))) {
        mine.set(name, place)
        return draft
      }
      if (draft !== null) await deleteDraft(agentId, at(place))
      free ??= place
    }
    mine.set(name, free ?? places - 1)
    return null
  }

  const place = () => at(mine.get(name) ?? 0)
  return {
    load,
    save: (draft: WholeDraft<Values>): Promise<void> => saveDraft(agentId, place(), draft),
    delete: (): Promise<void> => deleteDraft(agentId, place()),
  }
}

/** The place of each form in this tab. */
const mine = new Map<string, number>()

/** Places that this tab has taken, until it is closed. */
const taken = new Set<string>()

/** True when the place is this tab's. Without locks all tabs share the first one. */
async function takePlace(name: string, place: number): Promise<boolean> {
  const lockName = `fanlight-draft:${name} #${place}`
  if (taken.has(lockName)) return true
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (locks === undefined) return place === 0
  return new Promise((resolve, reject) => {
    locks
      .request(lockName, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        if (lock === null) return
        taken.add(lockName)
        // Held until the tab is closed or killed; the browser frees it then.
        return new Promise(() => {})
      })
      .catch(reject)
  })
}

function isWhole<Values>(draft: Draft | null): draft is Draft & WholeDraft<Values> {
  return draft?.opId !== undefined && draft.opened !== undefined
}

/** The app was killed after the save and before the draft was deleted. */
async function isSaved(opId: string, database: DeviceDatabase | undefined): Promise<boolean> {
  if (database === undefined) return false
  const [waiting, settled] = await Promise.all([
    database.outbox.where('opId').equals(opId).count(),
    database.journal.where('opId').equals(opId).count(),
  ])
  return waiting + settled > 0
}
