/** Whether the agent has hidden the sample properties in the catalog. The choice is stored in this browser only. */
export function areSamplesHidden(agentId: string): boolean {
  try {
    return localStorage.getItem(hiddenSamplesKey(agentId)) !== null
  } catch {
    return false
  }
}

/** Hides the sample properties, or shows them again if `isHidden` is false. */
export function setSamplesHidden(agentId: string, isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(hiddenSamplesKey(agentId), 'true')
    else localStorage.removeItem(hiddenSamplesKey(agentId))
  } catch {
    // Without storage, the samples are shown again next time.
  }
}

function hiddenSamplesKey(agentId: string): string {
  return `fanlight:samples-hidden:${agentId}`
}
