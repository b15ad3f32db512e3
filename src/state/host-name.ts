/** The agent's name as visitors see it, for a profile without a name; '' if none is stored. */
export function readHostName(agentId: string): string {
  try {
    return localStorage.getItem(hostNameKey(agentId)) ?? ''
  } catch {
    return ''
  }
}

export function storeHostName(agentId: string, name: string): void {
  try {
    localStorage.setItem(hostNameKey(agentId), name)
  } catch {
    // Without storage, the agent is asked again next time.
  }
}

/** The key ends with the agent's id, so that the name is deleted with the agent's other data. */
function hostNameKey(agentId: string): string {
  return `fanlight:host-name:${agentId}`
}
