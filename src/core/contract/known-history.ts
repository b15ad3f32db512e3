/**
 * What a device shows of the server's history that it knows, in `GET sync/` and in the header `Sync-Cursor` of every write:
 * the cursor of the feed, and behind a semicolon the versions that answers to writes have named since. Several requests are on
 * their way at once, so there may be a few that none of the others stands for.
 */
export function knownHistory(cursor: string, versions: readonly number[]): string {
  return versions.length === 0 ? cursor : `${cursor};${versions.join(',')}`
}

/** So many versions are shown; more requests are never on their way at once. */
export const mostVersionsShown = 16

/** The two parts again; what is no list of a few numbers counts as not said. */
export function splitKnownHistory(text: string): { cursor: string; versions: number[] } {
  const [cursor = '', list = ''] = text.split(';')
  const versions = list.split(',', mostVersionsShown).filter((number) => /^\d{1,16}$/.test(number))
  return { cursor, versions: versions.map(Number).filter(Number.isSafeInteger) }
}
