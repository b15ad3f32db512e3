/** The showings of which the agent has told all, by their keys, the latest last. */
export function showingsAllTold(agentId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(allToldKey(agentId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** More than the showings of a day; those before are not asked about any more. */
const mostKept = 50

/** Keeps that of a showing nothing more is to be asked on this device; returns them all. */
export function tellAllOf(agentId: string, showing: string): string[] {
  const all = [...showingsAllTold(agentId), showing].slice(-mostKept)
  try {
    localStorage.setItem(allToldKey(agentId), JSON.stringify(all))
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  return all
}

function allToldKey(agentId: string): string {
  return `fanlight:showings-all-told:${agentId}`
}
