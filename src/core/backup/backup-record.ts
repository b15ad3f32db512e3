import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import { declaredFields } from '#core/sync/records/declared-fields.ts'
import { renameMentions } from '#core/sync/records/mentions.ts'
import { normaliseRecord } from '#core/sync/records/normalise-record.ts'
import type { BackupRecord } from './backup-format.ts'
import { originOfRow } from './same-record-everywhere.ts'

/** The name that a row has in a backup, also for rows that refer to it. */
export function backupKeyOf({ id, key }: Pick<Row, 'id' | 'key'>): string {
  return id === undefined ? key : String(id)
}

/** A record of this device; `keyOf` gives the name in the backup of another row of it. */
export function recordOfRow(
  entity: EntityName,
  row: Row,
  keyOf: (entity: EntityName, key: string) => string,
): BackupRecord {
  const references: Record<string, string> = {}
  for (const [field, referred] of Object.entries(kinds[entity].references)) {
    const key = row[keyField(field)]
    if (typeof key === 'string') references[field] = keyOf(referred, key)
  }
  const fields = renameMentions(entity, declaredFields(entity, row), (name, referred) => {
    if (typeof name === 'number') return name
    const key = keyOf(referred, name)
    return /^\d+$/.test(key) ? Number(key) : key
  })
  return { key: backupKeyOf(row), ...originOfRow(row), fields, references }
}

/** A record as the server sends it. */
export function recordOfWire(entity: EntityName, wire: Fields & { id: number }): BackupRecord {
  const { record, references } = normaliseRecord(entity, wire)
  return {
    key: String(wire.id),
    ...originOfRow({ ...wire, key: String(wire.id) }),
    fields: declaredFields(entity, record),
    references: Object.fromEntries(Object.entries(references).map(([field, id]) => [field, String(id)])),
  }
}
