import type { LocalKey } from '#core/sync/operation.ts'

/** What stands in links: the server's id once it is known, else the key of this device. Both work for ever. */
export function recordAddress({ key, id }: { key: LocalKey; id?: number }): string {
  return String(id ?? key)
}
