import { del, delMany, entries, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keysStore, keysStoreOnce } from '#storage/device/keys-store.ts'
import { deleteFromExit, namesAtExit, readFromExit, writeAtExit } from './exit-storage.ts'

/*
 * Drafts are never sent; they only bring a half-filled form back. `agentId` is null for forms before sign-in. What a freeze
 * ended is not written when the page returns: another page may have taken the draft over in between (fault A24).
 */

export async function loadDraft(agentId: string | null, formName: string): Promise<Draft | null> {
  return (await get<Draft>(draftKey(agentId, formName), keysStore())) ?? null
}

export async function saveDraft(agentId: string | null, formName: string, draft: Draft): Promise<void> {
  await set(draftKey(agentId, formName), draft, keysStoreOnce())
}

export async function deleteDraft(agentId: string | null, formName: string): Promise<void> {
  await del(draftKey(agentId, formName), keysStoreOnce())
}

/** Newest first. */
export async function listDrafts(agentId: string | null): Promise<{ formName: string; draft: Draft }[]> {
  const start = draftKey(agentId, '')
  const all = await entries<string, Draft>(keysStore())
  return all
    .filter(([key]) => key.startsWith(start))
    .map(([key, draft]) => ({ formName: key.slice(start.length), draft }))
    .sort((one, other) => other.draft.savedAt - one.draft.savedAt)
}

/** Whatever is typed into forms here, of every agent, as one text in which a name can be looked for. */
export async function textOfDrafts(): Promise<string> {
  const start = `draft:${thisServer()}:`
  const all = await entries<string, Draft>(keysStore())
  const drafts = all.filter(([key]) => key.startsWith(start)).map(([, draft]) => draft)
  return JSON.stringify([...drafts, ...allExitDrafts()])
}

export async function deleteDrafts(agentId: string): Promise<void> {
  deleteExitDrafts(agentId)
  const drafts = await listDrafts(agentId)
  await delMany(
    drafts.map(({ formName }) => draftKey(agentId, formName)),
    keysStore(),
  )
}

function draftKey(agentId: string | null, formName: string): string {
  return `draft:${thisServer()}:${agentId ?? 'nobody'}:${formName}`
}

/* The last words of a form when its page is left. */

/** Null for `agentId` before sign-in. `place` is the form's name and which of several drafts of it this is. */
export function writeExitDraft(agentId: string | null, place: string, draft: Draft): void {
  writeAtExit(exitDraftKey(agentId, place), draft)
}

export function readExitDraft(agentId: string | null, place: string): Draft | null {
  return readFromExit(exitDraftKey(agentId, place)) as Draft | null
}

/** Keeps one that was saved after `savedAt`. */
export function deleteExitDraft(agentId: string | null, place: string, savedAt = Infinity): void {
  if ((readExitDraft(agentId, place)?.savedAt ?? 0) > savedAt) return
  deleteFromExit((name) => name === exitDraftKey(agentId, place))
}

function deleteExitDrafts(agentId: string): void {
  deleteFromExit((name) => name.startsWith(exitDraftKey(agentId, '')))
}

/** Of every agent. */
function allExitDrafts(): unknown[] {
  const start = `fanlight-draft:${thisServer()}:`
  return namesAtExit()
    .filter((name) => name.startsWith(start))
    .map(readFromExit)
}

function exitDraftKey(agentId: string | null, place: string): string {
  return `fanlight-draft:${thisServer()}:${agentId ?? 'nobody'}:${place}`
}

/** A form as far as it was filled in. */
export type Draft = {
  /** The form's values as they were typed. */
  values: Record<string, unknown>
  /** The operation's permanent id, so that a restored form saves the same intent (fault A15). */
  opId?: string
  /** The record's values when the form opened, for the merge at saving (fault A16). */
  opened?: Record<string, unknown>
  savedAt: number
}
