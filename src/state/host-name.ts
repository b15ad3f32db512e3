/** What visitors call the agent, as long as the profile has no name that was sent; '' where nothing is kept. */
export function keptHostName(agentId: string): string {
  try {
    return localStorage.getItem(hostNameKey(agentId)) ?? ''
  } catch {
    return ''
  }
}

export function keepHostName(agentId: string, name: string): void {
  try {
    localStorage.setItem(hostNameKey(agentId), name)
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/** Ends with the agent's id, so that it goes with the rest of their data. */
function hostNameKey(agentId: string): string {
  return `fanlight:host-name:${agentId}`
}
