import { thisServer } from './device-name.ts'
import type { Draft } from './draft.ts'

/**
 * Keeps the last words of a form over a reload of this tab: IndexedDB may not finish a write while the page goes away,
 * the tab's own storage is written before the call returns. The next page of this tab takes the draft over.
 */
export function keepInTab(agentId: string | null, formName: string, draft: Draft): void {
  try {
    sessionStorage.setItem(draftKey(agentId, formName), JSON.stringify(draft))
  } catch {
    // Refused or full: the usual draft, a moment older, is still there.
  }
}

/** What the former page of this tab has left for a form, which is then no longer there; null when nothing. */
export function takeFromTab(agentId: string | null, formName: string): Draft | null {
  const key = draftKey(agentId, formName)
  try {
    const text = sessionStorage.getItem(key)
    if (text === null) return null
    sessionStorage.removeItem(key)
    return JSON.parse(text) as Draft
  } catch {
    return null
  }
}

export function deleteFromTab(agentId: string): void {
  try {
    const start = draftKey(agentId, '')
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(start)) sessionStorage.removeItem(key)
  } catch {
    // A browser that refuses the storage holds nothing in it.
  }
}

function draftKey(agentId: string | null, formName: string): string {
  return `fanlight-draft:${thisServer()}:${agentId ?? 'nobody'}:${formName}`
}
