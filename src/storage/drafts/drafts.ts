import { del, delMany, entries, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import type { Draft } from './draft.ts'
import { allExitDrafts, deleteExitDrafts } from './exit-draft.ts'
import { keysStore, keysStoreOnce } from '#storage/device/keys-store.ts'

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
