import { thisServer } from './device-name.ts'
import type { Draft } from './draft.ts'

/*
 * The last words of a form when its page is left (fault A1). IndexedDB may not finish a write while the page goes away;
 * local storage is written before the call returns. Not session storage: when a page is left for another site, Firefox
 * drops what was written to it last.
 */

/** Null for `agentId` before sign-in. `place` is the form's name and which of several drafts of it this is. */
export function writeExitDraft(agentId: string | null, place: string, draft: Draft): void {
  try {
    localStorage.setItem(exitDraftKey(agentId, place), JSON.stringify(draft))
  } catch {
    // Refused or full: the usual draft, a moment older, is still there.
  }
}

export function readExitDraft(agentId: string | null, place: string): Draft | null {
  const key = exitDraftKey(agentId, place)
  try {
    // Versions until November 2026 left it in session storage.
    const text = localStorage.getItem(key) ?? sessionStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

/** Keeps one that was saved after `savedAt`. */
export function deleteExitDraft(agentId: string | null, place: string, savedAt = Infinity): void {
  if ((readExitDraft(agentId, place)?.savedAt ?? 0) > savedAt) return
  deleteWhere((key) => key === exitDraftKey(agentId, place))
}

export function deleteExitDrafts(agentId: string): void {
  deleteWhere((key) => key.startsWith(exitDraftKey(agentId, '')))
}

function deleteWhere(isUnneeded: (key: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (isUnneeded(key)) storage.removeItem(key)
    }
  } catch {
    // A browser that refuses the storage holds nothing in it.
  }
}

function exitDraftKey(agentId: string | null, place: string): string {
  return `fanlight-draft:${thisServer()}:${agentId ?? 'nobody'}:${place}`
}
