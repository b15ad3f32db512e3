import { thisServer } from '#storage/database/device-name.ts'
import type { Draft } from './draft.ts'
import { deleteFromExit, namesAtExit, readFromExit, writeAtExit } from './exit-storage.ts'

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

export function deleteExitDrafts(agentId: string): void {
  deleteFromExit((name) => name.startsWith(exitDraftKey(agentId, '')))
}

/** Of every agent. */
export function allExitDrafts(): unknown[] {
  const start = `fanlight-draft:${thisServer()}:`
  return namesAtExit()
    .filter((name) => name.startsWith(start))
    .map(readFromExit)
}

function exitDraftKey(agentId: string | null, place: string): string {
  return `fanlight-draft:${thisServer()}:${agentId ?? 'nobody'}:${place}`
}
