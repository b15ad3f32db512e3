import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'

/**
 * Records in one transaction: few enough that a save by the agent waits at most a quarter of a second. After each batch, the screens
 * that show the outbox read all of it, so smaller batches are slower: with 25, 10,000 clients took more than twice as long.
 */
export const importBatchSize = 100

/** Returns the metadata key under which an import's `ImportMetadata` is stored, with which it can be undone. */
export const importMetadataKey = (id: string) => `import ${id}`

/** Returns the prefix that the local keys of all records of one import share. */
export const importedKeyPrefix = (id: string) => localKeyOf(id.slice(0, -12))

/** Returns the operation id of an imported record: the import's UUID (`id`), with the record's number as its last part. */
export function importedOpId(id: string, index: number): string {
  return `${id.slice(0, -12)}${(index + 1).toString(16).padStart(12, '0')}`
}

export function importedKey(id: string, index: number): LocalKey {
  return localKeyOf(importedOpId(id, index))
}

/** Returns the record's writable fields; one that is missing or null is blank. */
export function writableFieldsOf(entity: EntityName, record: Fields): Fields {
  return pickOrBlank(kinds[entity].fields, record)
}

/** The fields that a stored import's fingerprints include, by kind. */
export type PrintedFields = { [Entity in EntityName]?: string[] }

/** The fields that the fingerprints of older imports include; newer imports store their names. Fields that a kind gets later are not added here. */
export const oldPrintedFields = {
  client: ['first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
  appointment: ['title', 'date', 'start_time', 'end_time', 'notes', 'location', 'client'],
  property: [
    'address',
    'city',
    'state',
    'zip_code',
    'property_type',
    'location_source',
    'is_private',
    'bedrooms',
    'bathrooms',
    'square_feet',
    'lot_size',
    'year_built',
    'garage_spaces',
    'price',
    'latitude',
    'longitude',
  ],
  listing: ['listing_price', 'description', 'status', 'seller_note', 'property_overrides', 'listed_by'],
  exposure_reading: ['platform', 'date', 'views', 'likes', 'saves', 'cleared', 'read_at'],
} satisfies PrintedFields

/** Returns a 32-bit fingerprint of these fields, to detect changes. */
export function fingerprintOf(fields: readonly string[], record: Fields): number {
  return hashText(canonical(pickOrBlank(fields, record)))
}

/** Whether the `printed` fields still have the fingerprint `print`, and fields that the kind got since are blank or have their defaults. */
export function isAsImported(entity: EntityName, record: Fields, print: number, printed: PrintedFields): boolean {
  const { fields, whenMissing } = kinds[entity]
  const hashed = printed[entity] ?? fields
  const isUnfilled = (field: string) =>
    ['null', '""', 'false', '[]', '{}', canonical(whenMissing[field])].includes(canonical(record[field]))
  return fingerprintOf(hashed, record) === print && fields.every((field) => hashed.includes(field) || isUnfilled(field))
}

function pickOrBlank(fields: readonly string[], record: Fields): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field] ?? '']))
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Appends the lines that `notes` does not contain yet. */
export function notesWith(notes: string, more: readonly string[]): string {
  const lines = new Set(notes.split('\n').map((line) => line.trim()))
  const added = more.filter((line) => line.trim() !== '' && !lines.has(line.trim()))
  return [notes, ...added].filter((line) => line !== '').join('\n')
}

export function truncateText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
