/** The state of a new agent's first steps on this device. 'begun': they were shown; 'over': all were done or dismissed. */
export type FirstRun = 'new' | 'begun' | 'over'

export function readFirstRun(agentId: string): FirstRun {
  try {
    const kept = localStorage.getItem(firstRunKey(agentId))
    return kept === 'begun' || kept === 'over' ? kept : 'new'
  } catch {
    return 'new'
  }
}

export function storeFirstRun(agentId: string, state: FirstRun): void {
  try {
    localStorage.setItem(firstRunKey(agentId), state)
  } catch {
    // Without storage, the list is shown again next time.
  }
}

function firstRunKey(agentId: string): string {
  return `fanlight:first-run:${agentId}`
}
