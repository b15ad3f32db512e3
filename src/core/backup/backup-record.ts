import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import { declaredFields } from '#core/sync/records/record-fields.ts'
import { resolveEmbeddedReferences } from '#core/sync/records/references.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import type { BackupRecord } from './backup-format.ts'
import { isLocalKey } from '#core/sync/records/keys.ts'

export function backupKeyOf({ id, key }: Pick<Row, 'id' | 'key'>): string {
  return id === undefined ? key : String(id)
}

/** Returns a row on this device as a record of a backup. `keyOf` returns the key that another row has in the backup. */
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
  const fields = resolveEmbeddedReferences(entity, declaredFields(entity, row), (idOrKey, referred) => {
    if (typeof idOrKey === 'number') return idOrKey
    const key = keyOf(referred, idOrKey)
    return /^\d+$/.test(key) ? Number(key) : key
  })
  return { key: backupKeyOf(row), ...originOfRow(row), fields, references }
}

export function recordOfWire(entity: EntityName, wire: Fields & { id: number }): BackupRecord {
  const { record, references } = normalizeRecord(entity, wire)
  return {
    key: String(wire.id),
    ...originOfRow({ ...wire, key: String(wire.id) }),
    fields: declaredFields(entity, record),
    references: Object.fromEntries(Object.entries(references).map(([field, id]) => [field, String(id)])),
  }
}

/*
 * A record can be recognized after any number of backups and restores, even on another server under another id: the operation that recreates it has a
 * custom UUID (version 8 of RFC 9562). Its first four parts come from the original record, the last one from the backup.
 */

const restoredOpId = /^([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-)[0-9a-f]{12}$/

/** Identifies a record: the operation that created it, or its id and creation time on its server. */
type Origin = { client_key?: string | null; id?: number; created_at?: string }

/** A record and its restored copies share one of these ids. There may be two: a server without `client_key` sends other devices no operation id. */
export function stableIds(entity: string, { client_key, id, created_at }: Origin): string[] {
  const found: string[] = []
  if (client_key !== undefined && client_key !== null)
    found.push(restoredOpId.exec(client_key)?.[1] ?? stableIdOf(`${entity} ${client_key}`))
  if (id !== undefined && created_at !== undefined) found.push(stableIdOf(`${entity} ${id} ${created_at}`))
  return found
}

/** Returns the origin of a row. The key of an unsent row contains the id of the operation that created it. */
export function originOfRow(row: Fields & { key: string }): Origin {
  const { client_key, id, created_at, key } = row
  const opId = isLocalKey(key) ? key.slice('local-'.length) : null
  const createdBy = typeof client_key === 'string' ? client_key : opId
  return {
    ...(createdBy === null ? {} : { client_key: createdBy }),
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof created_at === 'string' ? { created_at } : {}),
  }
}

/** The id is the same on all devices. `round`: how many times the record was restored from this backup and then deleted again. */
export function restoreOperationId(stableId: string, backupId: string, round: number): string {
  return `${stableId}${hexOf(`${stableId} ${backupId} ${round}`).slice(0, 12)}`
}

function stableIdOf(text: string): string {
  const hex = hexOf(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-`
}

/** A 128-bit hash (cyrb128), not cryptographic. Its first 72 bits are the stable id, which among a million records is practically unique. */
function hexOf(text: string): string {
  let [one, two, three, four] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = two ^ Math.imul(one ^ code, 597_399_067)
    two = three ^ Math.imul(two ^ code, 2_869_860_233)
    three = four ^ Math.imul(three ^ code, 951_274_213)
    four = one ^ Math.imul(four ^ code, 2_716_044_179)
  }
  one = Math.imul(three ^ (one >>> 18), 597_399_067)
  two = Math.imul(four ^ (two >>> 22), 2_869_860_233)
  three = Math.imul(one ^ (three >>> 17), 951_274_213)
  four = Math.imul(two ^ (four >>> 19), 2_716_044_179)
  one ^= two ^ three ^ four
  return [one, two ^ one, three ^ one, four ^ one].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
