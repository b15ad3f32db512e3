/**
 * What a device shows of the server's history that it knows, in `GET sync/` and in the header `Sync-Cursor` of every write:
 * the cursor of the feed, and behind a semicolon the newest version that the answer to a write has named since.
 */
export function knownHistory(cursor: string, newest: number | null): string {
  return newest === null ? cursor : `${cursor};${newest}`
}

/** The two parts again; a number that is none counts as not said. */
export function splitKnownHistory(text: string): { cursor: string; newest: number | null } {
  const [cursor = '', number = ''] = text.split(';')
  const newest = /^\d{1,16}$/.test(number) ? Number(number) : null
  return { cursor, newest: Number.isSafeInteger(newest) ? newest : null }
}
