import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { groupBy } from '#core/sync/groups.ts'
import type { JournalEntry, LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { versionOf } from '#core/sync/records/compose-row.ts'
import { fieldWords, isWorkedOut } from '#core/sync/records/describe-operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { isOlder, serverCopyOf } from '#core/sync/records/server-copy.ts'
import type { ServerChange } from './apply-changes.ts'
import type { KeysOfRecords } from './assign-keys.ts'

/** A record that the restored server has in an older state; `what` names the fields with what this device had. */
export type UncheckedRecord = { entity: EntityName; key: LocalKey; title: string; what: string }

type Restored = {
  records: readonly ServerChange[]
  found: KeysOfRecords
  journal: readonly JournalEntry[]
  journalFrom: number
}

/**
 * Returns the records of which this device has a newer copy than a server that was restored from a backup older than the journal.
 * The device no longer stores who changed them, so it cannot send them again. Records with entries in the journal are left out.
 * To be called before the server's records are stored.
 */
export async function uncheckedRecords(
  store: ReplicaTransaction,
  { records, found, journal, journalFrom }: Restored,
): Promise<UncheckedRecord[]> {
  const newest = Math.max(0, ...records.flatMap(({ entity, version }) => (isOwn(entity) ? Number(version) : [])))
  if (newest > journalFrom) return []
  const remembered = new Set(journal.map(({ entity, key }) => `${entity} ${key}`))
  const unchecked: UncheckedRecord[] = []
  for (const [entity, changes] of groupBy(records, (change) => change.entity)) {
    if (!isOwn(entity)) continue
    const byId = new Map(changes.map((change) => [change.id, change]))
    const keys = [...(found.get(entity)?.keys() ?? [])].filter((key) => !remembered.has(`${entity} ${key}`))
    for (const [index, row] of (await store.rows(entity, keys)).entries()) {
      const key = keys[index] as LocalKey
      const change = byId.get(found.get(entity)?.get(key) ?? 0)
      if (!change?.record || !isOlder(change.version, versionOf(row))) continue
      const here = (await serverCopyOf(store, entity, key)) ?? {}
      const what = differences(entity, here, change.record)
      if (what !== '') unchecked.push({ entity, key, title: kinds[entity].title(here, {}), what })
    }
  }
  return unchecked
}

/** "Phone Number was (503) 555-0142, Notes was empty". */
function differences(entity: EntityName, here: Fields, there: Fields): string {
  const { fields, secrets = [] }: KindOfRecord<EntityName> = kinds[entity]
  return fields
    .filter((field) => field in here && !isWorkedOut(entity, field) && !isSameValue(here[field], there[field]))
    .map((field) => `${fieldWords(field)} was ${secrets.includes(field) ? 'different' : shown(here[field])}`)
    .join(', ')
}

/** Counted with the agent's versions. */
function isOwn(entity: EntityName): boolean {
  return kinds[entity].feed.of === 'agent'
}

function shown(value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'empty'
  return typeof value === 'object' ? 'different' : String(value)
}
