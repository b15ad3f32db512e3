import { del, delMany, entries, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keyValueStore, keyValueStoreWithoutRetry } from '#storage/device/key-value-store.ts'
import { deleteFromExit, namesAtExit, readFromExit, writeAtExit } from './exit-storage.ts'

/*
 * `agentId` is null before sign-in. If a page freeze interrupts `saveDraft` or `deleteDraft`, the write is not repeated, because another page
 * may have taken over the draft by then (fault A24).
 */

export async function loadDraft(agentId: string | null, formName: string): Promise<Draft | null> {
  return (await get<Draft>(draftKey(agentId, formName), keyValueStore())) ?? null
}

export async function saveDraft(agentId: string | null, formName: string, draft: Draft): Promise<void> {
  await set(draftKey(agentId, formName), draft, keyValueStoreWithoutRetry())
}

export async function deleteDraft(agentId: string | null, formName: string): Promise<void> {
  await del(draftKey(agentId, formName), keyValueStoreWithoutRetry())
}

/** All drafts of an agent, newest first. */
export async function listDrafts(agentId: string | null): Promise<{ formName: string; draft: Draft }[]> {
  const start = draftKey(agentId, '')
  const all = await entries<string, Draft>(keyValueStore())
  return all
    .filter(([key]) => key.startsWith(start))
    .map(([key, draft]) => ({ formName: key.slice(start.length), draft }))
    .sort((one, other) => other.draft.savedAt - one.draft.savedAt)
}

/** Returns all drafts on this device, of every agent, as one text to search for the keys of files. */
export async function textOfDrafts(): Promise<string> {
  const start = `draft:${thisServer()}:`
  const all = await entries<string, Draft>(keyValueStore())
  const drafts = all.filter(([key]) => key.startsWith(start)).map(([, draft]) => draft)
  return JSON.stringify([...drafts, ...allExitDrafts()])
}

export async function deleteDrafts(agentId: string): Promise<void> {
  deleteExitDrafts(agentId)
  const drafts = await listDrafts(agentId)
  await delMany(
    drafts.map(({ formName }) => draftKey(agentId, formName)),
    keyValueStore(),
  )
}

function draftKey(agentId: string | null, formName: string): string {
  return `draft:${thisServer()}:${agentId ?? 'nobody'}:${formName}`
}

/** `place` is the form's name, with ` #1` and so on for the drafts of further tabs. */
export function writeExitDraft(agentId: string | null, place: string, draft: Draft): void {
  writeAtExit(exitDraftKey(agentId, place), draft)
}

export function readExitDraft(agentId: string | null, place: string): Draft | null {
  return readFromExit(exitDraftKey(agentId, place)) as Draft | null
}

/** Deletes an exit draft, unless it was saved after `savedAt`. */
export function deleteExitDraft(agentId: string | null, place: string, savedAt = Infinity): void {
  if ((readExitDraft(agentId, place)?.savedAt ?? 0) > savedAt) return
  deleteFromExit((name) => name === exitDraftKey(agentId, place))
}

function deleteExitDrafts(agentId: string): void {
  deleteFromExit((name) => name.startsWith(exitDraftKey(agentId, '')))
}

function allExitDrafts(): unknown[] {
  const start = `fanlight-draft:${thisServer()}:`
  return namesAtExit()
    .filter((name) => name.startsWith(start))
    .map(readFromExit)
}

function exitDraftKey(agentId: string | null, place: string): string {
  return `fanlight-draft:${thisServer()}:${agentId ?? 'nobody'}:${place}`
}

export type Draft = {
  values: Record<string, unknown>
  /** The operation's permanent id, so that a restored form saves the same operation (fault A15). */
  opId?: string
  /** The record's values when the form opened, for the merge on saving (fault A16). */
  opened?: Record<string, unknown>
  savedAt: number
}
