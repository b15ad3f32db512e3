/*
 * The number of unsent changes, also stored in local storage: if the browser deletes the database, the agent can still see how many changes
 * were lost (fault A12). For display only.
 */

export function storeUnsentCount(agentId: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(storageKey(agentId))
    else localStorage.setItem(storageKey(agentId), String(count))
  } catch {
    // Without local storage, the app works, but does not notice a loss of the database.
  }
}

export function readUnsentCount(agentId: string): number {
  try {
    return Number(localStorage.getItem(storageKey(agentId))) || 0
  } catch {
    return 0
  }
}

/** The key ends with the agent's id, so that `deleteDevice` deletes it with the agent's data. */
function storageKey(agentId: string): string {
  return `fanlight:unsent:${agentId}`
}
