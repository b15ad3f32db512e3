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

/** Unifies what servers send: two spellings, numbers and ids as text, photos nested in listings. Keeps unknown fields (fault G23). */
export function normalizeRecord(entity: EntityName, wire: Fields): NormalizedRecord {
  const record: Fields = { ...wire }
  const id = serverIdOf(wire['id'])
  if (id !== null) record['id'] = id
  for (const [name, other] of otherSpellings[entity] ?? []) {
    const said = record[other]
    if (said !== undefined && (record[name] ?? null) === null) record[name] = said
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

/** A wire record as it is stored: with `<field>_key` beside each reference, and with its property nested if the server sent only an id. */
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
      if (row !== undefined) record[field] = withoutOurs(row)
    }
  }
  return { ...normalized, record }
}

function withoutOurs(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'key' && !name.endsWith('_key')))
}

function numberFromText(value: Json | undefined): Json {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value)
  return value ?? null
}

/** Fields for which the specification has two names: the one in rows, and the other. */
const otherSpellings: Partial<Record<EntityName, readonly [name: string, other: string][]>> = {
  property: [['square_feet', 'square_footage']],
  showing: [['showing_date', 'date']],
  open_house: [['date', 'showing_date']],
}
