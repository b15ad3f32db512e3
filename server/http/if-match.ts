import { bareTag } from './if-none-match.ts'
import type { Versioned } from './outcome.ts'

/** Whether `If-Match` names only other versions of the record. False without the header, or for `*`. */
export function isStale(ifMatch: string | null, record: Versioned): boolean {
  if (ifMatch === null || ifMatch.trim() === '*') return false
  return !ifMatch.split(',').some((tag) => versionOf(tag) === String(record.version))
}

/** `"7"` and `W/"7"` both name version 7. */
function versionOf(tag: string): string {
  return bareTag(tag).replaceAll('"', '')
}
