/*
 * How much was not on the server yet, kept outside the database: when the browser has cleared that by itself, the agent
 * must hear of it (fault A12). Information only; nothing is ever sent or deleted because of it.
 */

export function markUnsent(agentId: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(name(agentId))
    else localStorage.setItem(name(agentId), String(count))
  } catch {
    // Without local storage a loss could not be noticed; nothing else depends on it.
  }
}

export function markedUnsent(agentId: string): number {
  try {
    return Number(localStorage.getItem(name(agentId))) || 0
  } catch {
    return 0
  }
}

/** Ends with the agent's id, so that it goes with the agent's data. */
function name(agentId: string): string {
  return `fanlight:unsent:${agentId}`
}
