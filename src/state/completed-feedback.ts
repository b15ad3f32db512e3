/** Returns the keys of the showings for which the agent pressed *Nothing to Add*, the latest last. */
export function readCompletedFeedback(agentId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(agentId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** More than the showings of one day: the run of a tour requests feedback only about its own day. */
const maxStored = 50

/** Stores on this device that a showing's feedback is complete (*Nothing to Add*). Returns the keys of all such showings. */
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
