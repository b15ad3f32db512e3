/** First steps of a new agent on this device. 'new': not shown yet; 'begun': shown; 'over': all steps are done, or the agent dismissed them. */
export type FirstRun = 'new' | 'begun' | 'over'

export function readFirstRun(agentId: string): FirstRun {
  try {
    const stored = localStorage.getItem(firstRunKey(agentId))
    return stored === 'begun' || stored === 'over' ? stored : 'new'
  } catch {
    return 'new'
  }
}

export function storeFirstRun(agentId: string, state: FirstRun): void {
  try {
    localStorage.setItem(firstRunKey(agentId), state)
  } catch {
    // Without storage, the first steps are shown again next time.
  }
}

function firstRunKey(agentId: string): string {
  return `fanlight:first-run:${agentId}`
}
