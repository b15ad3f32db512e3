import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { withLocalOverrides } from './local-overrides.ts'
import { keyOfIdOrNew, noId, serverIdOf } from './keys.ts'
import { lossCheckMetadataKey } from '#core/sync/metadata-keys.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { rebase, withNestedLocalChanges } from './rebase.ts'
import { pick, withoutKey } from './record-fields.ts'

/** Returns a wire record as it is stored: with a `<field>_key` for each reference, and with the property even if the server sent only its id. */
export async function toRecord(tx: ReplicaTransaction, entity: EntityName, wire: Fields): Promise<NormalizedRecord> {
  const normalized = normalizeRecord(entity, wire)
  const record = { ...normalized.record }
  for (const [field, id] of Object.entries(normalized.references)) {
    const referred = kinds[entity].references[field]
    if (referred === undefined) continue
    const key = await keyOfIdOrNew(tx, referred, id)
    record[keyField(field)] = key
    if (kinds[entity].nested?.includes(field) === true && fieldsOf(record[field]) === null) {
      const row = await tx.row(referred, key)
      if (row !== undefined) record[field] = withoutKeys(row)
    }
  }
  return { ...normalized, record }
}

/** A wire record in the form of a row without `key`, and the photos that were nested in it. */
type NormalizedRecord = {
  id: number | null
  record: Fields
  /** Server ids by reference field. */
  references: Record<string, number>
  /** Null if the record did not mention photos. */
  images: Fields[] | null
}

/** Unifies records of different servers: other field names, numbers and ids as text, nested photos. Unknown fields stay (fault G23). */
export function normalizeRecord(entity: EntityName, wire: Fields): NormalizedRecord {
  const record: Fields = { ...wire }
  const id = serverIdOf(wire['id'])
  if (id !== null) record['id'] = id
  for (const [name, other] of otherNames[entity] ?? []) {
    const value = record[other]
    if (value !== undefined && (record[name] ?? null) === null) record[name] = value
  }
  for (const name of kinds[entity].numbers) if (name in record) record[name] = numberFromText(record[name])

  const references: Record<string, number> = {}
  for (const field of Object.keys(kinds[entity].references)) {
    const referred = wire[field]
    const nested = fieldsOf(referred)
    const referredId = serverIdOf(nested === null ? referred : nested['id'])
    if (referredId !== null) references[field] = referredId
    if (nested !== null) record[field] = normalizeRecord(kinds[entity].references[field] ?? entity, nested).record
  }
  const property = entity === 'available_listing' ? fieldsOf(wire['property']) : null
  if (property !== null) record['property'] = normalizeRecord('property', property).record
  if (entity !== 'listing') return { id, record, references, images: null }
  const { images, ...rest } = record
  const photos = Array.isArray(images) ? images.map(fieldsOf).filter((image) => image !== null) : null
  return { id, record: rest, references, images: photos }
}

/** Fields for which the specification has two names: the one in rows, and the other. */
const otherNames: Partial<Record<EntityName, readonly [name: string, other: string][]>> = {
  property: [['square_feet', 'square_footage']],
  showing: [['showing_date', 'date']],
  open_house: [['date', 'showing_date']],
}

function numberFromText(value: Json | undefined): Json {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  return value ?? null
}

function withoutKeys(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'key' && !name.endsWith('_key')))
}

/** True if a copy is certainly older than the known one. An outdated copy must not undo a write that the server confirmed (fault G11). */
export function isOlder(version: string | null, known: string | null): boolean {
  if (version === null || known === null || !isCount(version) || !isCount(known)) return false
  return Number(version) < Number(known)
}

function isCount(version: string): boolean {
  return /^\d+$/.test(version)
}

/** Returns the base's record; without one, the row, which is the server's copy while no operations wait. */
export async function serverCopyOf(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
): Promise<Fields | undefined> {
  return (await tx.base(entity, key))?.record ?? (await tx.row(entity, key))
}

export async function putServerCopy(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
  record: Fields,
  version: string | null,
): Promise<void> {
  const hasExtensions = kinds[entity].extensions !== undefined
  const withOverrides = hasExtensions ? withLocalOverrides(entity, record, await serverCopyOf(tx, entity, key)) : record
  const copy = await (await withNestedLocalChanges(tx, entity))(withOverrides)
  await tx.putBase({ entity, key, record: version === null ? copy : { ...copy, version }, version })
  await rebase(tx, entity, key)
}

/** For a record that the server deleted: removes the row, unless the agent must first decide about waiting operations (fault G4). */
export async function putServerDeletion(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
  version: string | null,
): Promise<void> {
  const base = await tx.base(entity, key)
  const row = await tx.row(entity, key)
  const last = base?.record ?? (row === undefined ? null : withoutKey(row))
  await tx.putBase({ entity, key, record: last, version, gone: true })
  await rebase(tx, entity, key)
}

/** Removes an id that now has another record. Without history tokens, this one counts as deleted (K6); with them, recovery looks for it (C19). */
export async function unmapId(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
  hasHistoryTokens: boolean,
): Promise<void> {
  if (!hasHistoryTokens) return markDeletedOnServer(tx, entity, key)
  await tx.putMapping({ entity, key, id: noId })
  // Makes the next exchange recover lost operations.
  await tx.setMeta(lossCheckMetadataKey, 0)
}

/** Treats the record as deleted on the server, and removes its id. */
export async function markDeletedOnServer(tx: ReplicaTransaction, entity: EntityName, key: LocalKey): Promise<void> {
  await tx.putMapping({ entity, key, id: noId })
  await putServerDeletion(tx, entity, key, null)
}

/** True if the server has another record under this record's id (fault K6). */
export async function isOtherRecord(
  tx: ReplicaTransaction,
  entity: EntityName,
  key: LocalKey,
  wire: Fields,
): Promise<boolean> {
  const known = await serverCopyOf(tx, entity, key)
  return known !== undefined && !isSameRecord(known, wire)
}

/** Stores as rows the photos that a plain server nests in a listing. Removes the rows of the listing's other photos, except those with operations. */
export async function replacePhotos(tx: ReplicaTransaction, listingKey: LocalKey, images: Fields[]): Promise<void> {
  const known = await tx.rowsReferringTo('listing_image', 'listing', listingKey)
  const sent = new Set<LocalKey>()
  for (const image of images) {
    const { id, record } = normalizeRecord('listing_image', image)
    if (id === null) continue
    const key = await keyOfIdOrNew(tx, 'listing_image', id)
    sent.add(key)
    const row = { ...record, listing_key: listingKey }
    if ((await tx.recordQueue('listing_image', key)).length > 0)
      await putServerCopy(tx, 'listing_image', key, row, null)
    else await tx.putRows('listing_image', [{ ...row, key }])
  }
  for (const { key } of known) {
    if (!sent.has(key) && (await tx.recordQueue('listing_image', key)).length === 0) {
      await tx.deleteRows('listing_image', [key])
    }
  }
}

/** Returns the fields that identify a record, because they never change; a restored server may give the record's id to another record. */
export function identityOf(record: Fields): Fields {
  const known = ['client_key', 'created_at'].filter((field) => typeof record[field] === 'string')
  return pick(record, known)
}

/** False if records with the same id certainly differ: by `client_key`, else by creation time. A missing value proves nothing (fault K6). */
export function isSameRecord(one: Fields, other: Fields): boolean {
  const [key, otherKey] = [one['client_key'], other['client_key']]
  if (typeof key === 'string' && typeof otherKey === 'string') return key === otherKey
  return isSameMoment(one['created_at'], other['created_at'])
}

/** True if two times differ by less than a second: servers write fractions of a second in different ways. */
function isSameMoment(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || one === other) return true
  const difference = Math.abs(Date.parse(one) - Date.parse(other))
  return Number.isNaN(difference) || difference < 1000
}
