/** Keys of the showings whose feedback is complete, the latest last. */
export function readCompletedFeedback(agentId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(allToldKey(agentId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** More than the showings of a day; the run asks only about its own day. */
const mostKept = 50

/** Marks a showing's feedback as complete, so that this device no longer asks for it; returns all such keys. */
export function completeFeedback(agentId: string, showing: string): string[] {
  const all = [...readCompletedFeedback(agentId), showing].slice(-mostKept)
  try {
    localStorage.setItem(allToldKey(agentId), JSON.stringify(all))
  } catch {
    // Without storage, the agent is asked again next time.
  }
  return all
}

function allToldKey(agentId: string): string {
  return `fanlight:showings-all-told:${agentId}`
}
