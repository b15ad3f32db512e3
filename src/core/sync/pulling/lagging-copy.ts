import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { JournalEntry, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'

/** So long a copy without versions may be from before a write that was confirmed (fault G11). */
const lagMs = 10 * 60_000

/**
 * What the server confirmed in the last ten minutes. What a clock that was set back since calls the future is not among it,
 * or copies would count as old for as long as the clock needs to come there again (fault J9).
 */
export async function justSettled(store: ReplicaTransaction, now: number): Promise<JournalEntry[]> {
  return (await store.journalSince(now - lagMs)).filter(({ settledAt }) => settledAt <= now + lagMs)
}

/** True for a copy that does not hold yet what the server has confirmed to this device. */
export type IsLagging = (entity: EntityName, key: LocalKey, record: Fields, row: Row | undefined) => boolean

/**
 * For a server without versions: for ten minutes after a write was confirmed, a copy with other values in the fields that
 * it wrote, or of a record that it deleted, is taken for an old one. After that the server is believed.
 */
export async function lagWatch(store: ReplicaTransaction, now: number): Promise<IsLagging> {
  const written = new Map<string, { fields: Set<string>; isDeleted: boolean }>()
  for (const { entity, key, kind, changes, note } of await justSettled(store, now)) {
    if (note === 'discarded' || note === 'nothing-to-send' || note === 'decided') continue
    const name = `${entity} ${key}`
    const fields = new Set([...(written.get(name)?.fields ?? []), ...Object.keys(changes)])
    // Undone deletions are made anew by a create behind them.
    written.set(name, { fields, isDeleted: kind === 'delete' })
  }
  return (entity, key, record, row) => {
    const last = written.get(`${entity} ${key}`)
    if (last === undefined) return false
    if (row === undefined) return last.isDeleted
    // The row says what the server answered, which may be other than what was sent (fault G12).
    return [...last.fields].some((field) => field in record && !isSameValue(record[field], row[field]))
  }
}
