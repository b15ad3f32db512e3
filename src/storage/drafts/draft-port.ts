import { serialQueue } from '#core/serial-queue.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import {
  deleteDraft,
  loadDraft,
  saveDraft,
  deleteExitDraft,
  readExitDraft,
  writeExitDraft,
  type Draft,
} from './drafts.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { findDraftPlace, heldPlace, holdDraft, isDraftTakenOver } from './draft-places.ts'
import { isInJournal } from '#storage/database/journal-rows.ts'

/** A draft with all that a form needs to be restored. */
type WholeDraft<Values> = { opId: string; opened: Values; values: Values; savedAt: number }

/**
 * Stores one form's drafts, one per tab, each at a numbered place. Tabs that shared a draft would save under one operation id, and
 * the second save would count as a repeat of the first. With `database`, a draft whose operation was saved is not restored.
 */
export function draftPort<Values extends Record<string, unknown>>(
  agentId: string | null,
  formName: string,
  database?: DeviceDatabase,
) {
  const name = `${thisServer()} ${agentId ?? 'nobody'} ${formName}`
  // Exit drafts are stored under `unplaced` until the form's place is known.
  const [nameAt, unplaced] = [(place: number) => (place === 0 ? formName : `${formName} #${place}`), `${formName} #new`]
  /** True if this page wrote the exit draft that is stored under `unplaced`. */
  let isUnplacedOurs = false

  /** Returns the draft at a place; null if there is none or its operation was saved. */
  async function draftAt(place: number): Promise<WholeDraft<Values> | null> {
    const atExit = readExitDraft(agentId, nameAt(place))
    const draft = atExit ?? (await loadDraft(agentId, nameAt(place)))
    if (draft === null) return null
    const isUnsaved = isWhole<Values>(draft) && !(await isSaved(draft.opId, database))
    if (!isUnsaved) await deleteDraft(agentId, nameAt(place))
    else if (atExit !== null) await saveDraft(agentId, nameAt(place), draft)
    deleteExitDraft(agentId, nameAt(place))
    return isUnsaved ? draft : null
  }

  const ownPlace = () => findDraftPlace(name, async (place) => (await draftAt(place)) !== null)

  /** Notes the draft that this page has stored or loaded, to find out after a freeze whether another page has changed it. */
  function hold(place: number, draft: WholeDraft<Values> | null): void {
    const readSavedAt = async () =>
      (readExitDraft(agentId, nameAt(place)) ?? (await loadDraft(agentId, nameAt(place))))?.savedAt
    holdDraft(name, { place, savedAt: draft?.savedAt, readSavedAt })
  }

  return {
    load: async (): Promise<WholeDraft<Values> | null> => {
      const place = await ownPlace()
      if (place === null) return null
      const draft = await withUnplaced(await draftAt(place), { agentId, unplaced, at: nameAt(place), database })
      hold(place, draft)
      return draft
    },
    save: async (draft: WholeDraft<Values>): Promise<void> => {
      const place = await ownPlace()
      if (place === null) return
      hold(place, draft)
      await saveDraft(agentId, nameAt(place), draft)
      deleteExitDraft(agentId, nameAt(place), draft.savedAt)
    },
    /** Synchronous, for a page that may close before anything slower is written. */
    saveAtExit: (draft: WholeDraft<Values>): void => {
      if (isDraftTakenOver(name)) return
      const place = heldPlace(name)
      writeExitDraft(agentId, place === undefined ? unplaced : nameAt(place), draft)
      isUnplacedOurs ||= place === undefined
      if (place !== undefined) hold(place, draft)
    },
    delete: async (): Promise<void> => {
      const place = await ownPlace()
      if (isUnplacedOurs) deleteExitDraft(agentId, unplaced)
      isUnplacedOurs = false
      if (place === null) return
      hold(place, null)
      deleteExitDraft(agentId, nameAt(place))
      await deleteDraft(agentId, nameAt(place))
    },
    /** Runs `work` on this form's drafts after all earlier work; logs its failure. */
    enqueue: (work: () => Promise<void>) => enqueue(name, work),
  }
}

const queues = new Map<string, ReturnType<typeof serialQueue>>()

function enqueue(name: string, work: () => Promise<void>): Promise<void> {
  const queue = queues.get(name) ?? serialQueue()
  queues.set(name, queue)
  return queue(work).catch((error: unknown) => console.warn('The draft could not be stored.', error))
}

/** `unplaced` and `at`: the names of the exit draft and of the draft at the form's place. */
type Unplaced = { agentId: string | null; unplaced: string; at: string; database: DeviceDatabase | undefined }

/** Adds the text typed before the form's place was known to the draft at the place. */
async function withUnplaced<Values extends Record<string, unknown>>(
  draft: WholeDraft<Values> | null,
  { agentId, unplaced, at, database }: Unplaced,
): Promise<WholeDraft<Values> | null> {
  const typed = readExitDraft(agentId, unplaced)
  if (typed === null) return draft
  const isUnsaved = isWhole<Values>(typed) && !(await isSaved(typed.opId, database))
  const both = isUnsaved ? withTyped(draft, typed) : draft
  if (both !== null && both !== draft) await saveDraft(agentId, at, both)
  deleteExitDraft(agentId, unplaced)
  return both
}

/** Returns the draft with the fields that were typed before its place was known, under the draft's operation id. */
function withTyped<Values extends Record<string, unknown>>(
  draft: WholeDraft<Values> | null,
  typed: WholeDraft<Values>,
): WholeDraft<Values> {
  if (draft === null) return typed
  const changed = Object.entries(typed.values).filter(([name, value]) => !isEqual(value, typed.opened[name]))
  return { ...draft, values: { ...draft.values, ...Object.fromEntries(changed) }, savedAt: typed.savedAt }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isWhole<Values>(draft: Draft): draft is Draft & WholeDraft<Values> {
  return draft.opId !== undefined && draft.opened !== undefined
}

/** True if the operation was saved. Its draft still exists if the app was killed before it deleted the draft. */
async function isSaved(opId: string, database: DeviceDatabase | undefined): Promise<boolean> {
  if (database === undefined) return false
  const [waiting, settled] = await Promise.all([
    database.outbox.where('opId').equals(opId).count(),
    isInJournal(database, opId),
  ])
  return waiting > 0 || settled
}
