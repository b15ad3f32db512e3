/** An event and its time in epoch milliseconds: names, ids and counts, never text that an agent typed (fault J11). */
type SyncLogEntry = { at: number; event: string; facts?: Record<string, string | number | boolean | null> }

const maxEntries = 500
const entries: SyncLogEntry[] = []

export function logSync(event: string, facts?: SyncLogEntry['facts']): void {
  entries.push({ at: Date.now(), event, ...(facts === undefined ? {} : { facts }) })
  if (entries.length > maxEntries) entries.splice(0, entries.length - maxEntries)
}

/** Returns the newest 500 entries, oldest first. */
export function syncLog(): readonly SyncLogEntry[] {
  return entries
}
