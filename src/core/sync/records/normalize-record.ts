import { keyField } from '#core/kinds/key-field.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { keyForId, serverIdOf } from './keys.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

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

/** A wire record as it is stored: `<field>_key` is added to each reference, and the property is nested if the server sent only its id. */
export async function toRecord(tx: ReplicaTransaction, entity: EntityName, wire: Fields): Promise<NormalizedRecord> {
  const normalized = normalizeRecord(entity, wire)
  const record = { ...normalized.record }
  for (const [field, id] of Object.entries(normalized.references)) {
    const referred = kinds[entity].references[field]
    if (referred === undefined) continue
    const key = await keyForId(tx, referred, id)
    record[keyField(field)] = key
    if (kinds[entity].nested?.includes(field) === true && fieldsOf(record[field]) === null) {
      const row = await tx.row(referred, key)
      if (row !== undefined) record[field] = withoutKeys(row)
    }
  }
  return { ...normalized, record }
}

function withoutKeys(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'key' && !name.endsWith('_key')))
}

function numberFromText(value: Json | undefined): Json {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  return value ?? null
}

/** Fields for which the specification has two names: the one in rows, and the other. */
const otherNames: Partial<Record<EntityName, readonly [name: string, other: string][]>> = {
  property: [['square_feet', 'square_footage']],
  showing: [['showing_date', 'date']],
  open_house: [['date', 'showing_date']],
}
