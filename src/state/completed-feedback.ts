/** Returns the keys of the showings whose feedback is complete, the latest last. */
export function readCompletedFeedback(agentId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(agentId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** More than the showings of one day: a run requests feedback only about its own day. */
const maxStored = 50

/**
 * Marks a showing's feedback as complete, so that this device no longer requests it. Returns the keys of all such
 * showings.
 */
export function completeFeedback(agentId: string, showing: string): string[] {
  const all = [...readCompletedFeedback(agentId), showing].slice(-maxStored)
  try {
    localStorage.setItem(storageKey(agentId), JSON.stringify(all))
  } catch {
    // Without storage, the feedback is requested again next time.
  }
  return all
}

function storageKey(agentId: string): string {
  return `fanlight:showings-all-told:${agentId}`
}
