import type { LocalKey } from '#core/sync/operation.ts'

/** Returns the server's id once it is known, else the local key. Links with either work permanently. */
export function recordIdInUrl({ key, id }: { key: LocalKey; id?: number }): string {
  return String(id ?? key)
}
