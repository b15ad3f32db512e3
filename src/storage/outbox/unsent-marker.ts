/* Survives the browser clearing the database, so that the agent learns how much was lost (fault A12). For display only. */

export function storeUnsentCount(agentId: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(name(agentId))
    else localStorage.setItem(name(agentId), String(count))
  } catch {
    // Without local storage a loss goes unnoticed; nothing else depends on it.
  }
}

export function readUnsentCount(agentId: string): number {
  try {
    return Number(localStorage.getItem(name(agentId))) || 0
  } catch {
    return 0
  }
}

/** Ends with the agent's id, so that it is deleted with the agent's data. */
function name(agentId: string): string {
  return `fanlight:unsent:${agentId}`
}
