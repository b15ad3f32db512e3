/**
 * How far the list of a new agent's first steps has come on this device: 'begun' once it was shown, 'over' when
 * everything was done or the agent dismissed it.
 */
export type FirstRun = 'new' | 'begun' | 'over'

export function readFirstRun(agentId: string): FirstRun {
  try {
    const kept = localStorage.getItem(firstRunKey(agentId))
    return kept === 'begun' || kept === 'over' ? kept : 'new'
  } catch {
    return 'new'
  }
}

export function keepFirstRun(agentId: string, state: FirstRun): void {
  try {
    localStorage.setItem(firstRunKey(agentId), state)
  } catch {
    // A browser that keeps nothing shows the list again next time.
  }
}

function firstRunKey(agentId: string): string {
  return `fanlight:first-run:${agentId}`
}
