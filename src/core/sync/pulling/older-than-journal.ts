import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
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
 * Records of which this device had a newer copy than a server that was restored from before the journal begins: nothing remembers
 * any more who changed them, so nothing is sent again. Those that the journal speaks of are none of them. To be asked before the
 * records of the server are stored.
 */
export async function uncheckedRecords(
  store: ReplicaTransaction,
  { records, found, journal, journalFrom }: Restored,
): Promise<UncheckedRecord[]> {
  const newest = Math.max(0, ...records.flatMap(({ entity, version }) => (isOwn(entity) ? Number(version) : [])))
  if (newest > journalFrom) return []
  const remembered = new Set(journal.map(({ entity, key }) => `${entity} ${key}`))
  const unchecked: UncheckedRecord[] = []
  for (const { entity, id, version, record } of records) {
    const key = isOwn(entity) ? keyOf(found, entity, id) : undefined
    if (key === undefined || record === null || remembered.has(`${entity} ${key}`)) continue
    const here = await serverCopyOf(store, entity, key)
    if (here === undefined || !isOlder(version, versionOf(here))) continue
    const what = differences(entity, here, record)
    if (what !== '') unchecked.push({ entity, key, title: kinds[entity].title(here, {}), what })
  }
  return unchecked
}

/** "Phone Number was (503) 555-0142, Notes was empty". */
function differences(entity: EntityName, here: Fields, there: Fields): string {
  const { fields, secrets = [] }: KindOfRecord<EntityName> = kinds[entity]
  return fields
    .filter((field) => field in here && !isWorkedOut(entity, field) && !isSameValue(here[field], there[field]))
    .map((field) => `${fieldWords(field)} was ${secrets.includes(field) ? 'another one' : shown(here[field])}`)
    .join(', ')
}

/** Counted with the agent's versions. */
function isOwn(entity: EntityName): boolean {
  return kinds[entity].feed.of === 'agent'
}

function keyOf(found: KeysOfRecords, entity: EntityName, id: number): LocalKey | undefined {
  for (const [key, known] of found.get(entity) ?? []) if (known === id) return key
  return undefined
}

function shown(value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'empty'
  return typeof value === 'object' ? 'another one' : String(value)
}
