import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import { declaredFields } from '#core/sync/records/compose-row.ts'
import { resolveEmbeddedReferences } from '#core/sync/records/references.ts'
import { normalizeRecord } from '#core/sync/records/normalize-record.ts'
import type { BackupRecord } from './backup-format.ts'
import { isLocalKey } from '#core/sync/records/keys.ts'

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
  const fields = resolveEmbeddedReferences(entity, declaredFields(entity, row), (name, referred) => {
    if (typeof name === 'number') return name
    const key = keyOf(referred, name)
    return /^\d+$/.test(key) ? Number(key) : key
  })
  return { key: backupKeyOf(row), ...originOfRow(row), fields, references }
}

/** A record as the server sends it. */
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
 * A record is the same one wherever it went by backups: on another server, under another number. What it was made by stays known
 * in the name of the operation that makes it again, a UUID whose version says that somebody made it up (8 of RFC 9562): its first
 * four parts follow from the record that was there first, the last one from the backup.
 */

const restoredName = /^([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-)[0-9a-f]{12}$/

/** What identifies a record: the operation that made it, or the number and the moment that its server gave it. */
type Origin = { client_key?: string | null; id?: number; created_at?: string }

/**
 * What a record and all that was made of it by restoring have in common, however often. Several, because a server without
 * `client_key` tells other devices nothing of the operation; two records that share one are the same.
 */
export function stableIds(entity: string, { client_key, id, created_at }: Origin): string[] {
  const found: string[] = []
  if (client_key !== undefined && client_key !== null)
    found.push(restoredName.exec(client_key)?.[1] ?? lineage(`${entity} ${client_key}`))
  if (id !== undefined && created_at !== undefined) found.push(lineage(`${entity} ${id} ${created_at}`))
  return found
}

/** Of a row on this device, which may wait to be sent. */
export function originOfRow(row: Fields & { key: string }): Origin {
  const { client_key, id, created_at, key } = row
  const opId = isLocalKey(key) ? key.slice('local-'.length) : null
  const madeBy = typeof client_key === 'string' ? client_key : opId
  return {
    ...(madeBy === null ? {} : { client_key: madeBy }),
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof created_at === 'string' ? { created_at } : {}),
  }
}

/** The name of the operation that makes such a record again; the same for the same backup, on every device. */
export function restoringOpId(lineageText: string, backupId: string, time: number): string {
  return `${lineageText}${hexOf(`${lineageText} ${backupId} ${time}`).slice(0, 12)}`
}

function lineage(text: string): string {
  const hex = hexOf(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-`
}

/** 128 bits of a text in which every letter counts (cyrb128): not a secret's hash, but no two of a million records share 72 of them. */
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
