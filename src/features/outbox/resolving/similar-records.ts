import { keyField } from '#core/kinds/key-field.ts'
import {
  type OperationWords,
  describeOperation,
  fieldLabel,
  isComputedField,
} from '#core/sync/records/describe-operation.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { isEmbeddedReference } from '#core/sync/records/references.ts'
import type { Operation } from '#core/sync/operation.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import type { Row } from '#core/sync/ports.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import { fieldText } from '#features/outbox/outbox-labels.ts'

/** A record on the server that a create without an answer may have created, or that may replace a deleted record. */
export type SimilarRecord = {
  id: number
  title: OperationWords['title']
  facts: string
}

const maxShown = 5
/** Only half of the fields must match, because the record on the server may have been changed since the create. */
const leastSimilarity = 0.5

/** Higher than `leastSimilarity`, because records of two different people may have several fields in common. */
const leastSimilarityToDeleted = 0.65

/** Returns the records on the server that resemble a deleted record: another agent or device may have added it again (fault E16). */
export async function recordsLikeDeleted(device: Device, operation: Operation): Promise<SimilarRecord[]> {
  const { entity, key } = operation
  const row = await mirrorTable(device.database, entity).get(key)
  const base = await device.database.bases.get([entity, key])
  // The server's last copy, without unsent changes.
  const deletedRecord: Fields = { ...row, ...base?.record }
  const { fields, references } = kinds[entity]
  const fieldValues = fields.flatMap((field) =>
    field in deletedRecord ? [[field, deletedRecord[field] ?? null] as const] : [],
  )
  const referred = Object.entries(references).flatMap(([field, other]) => {
    const referredKey = deletedRecord[keyField(field)]
    return typeof referredKey === 'string' ? [[field, { entity: other, key: referredKey }] as const] : []
  })
  // Has all fields of the deleted record, which `similarRecords` compares.
  const wholeRecord = {
    ...operation,
    changes: Object.fromEntries(fieldValues),
    references: Object.fromEntries(referred),
  }
  // Records that differ in this field are never the same one.
  const distinguishingField = kinds[entity].duplicatesShare
  const isCandidate = (other: Row) =>
    distinguishingField === undefined || isSameValue(other[distinguishingField], deletedRecord[distinguishingField])
  return similarRecords(device, wholeRecord, { least: leastSimilarityToDeleted, isCandidate })
}

/** Returns the records on the server that match the sent fields best, best first. */
export async function similarRecords(
  { database }: Device,
  operation: Operation,
  { least = leastSimilarity, isCandidate = () => true }: { least?: number; isCandidate?: (row: Row) => boolean } = {},
): Promise<SimilarRecord[]> {
  const { entity } = operation
  const rows = await mirrorTable(database, entity).toArray()
  const alike = rows
    .filter(isCandidate)
    .map((row) => ({ row, similarity: similarityOf(row, operation) }))
    .filter(({ row, similarity }) => row.key !== operation.key && typeof row.id === 'number' && similarity >= least)
    .toSorted((one, other) => other.similarity - one.similarity)
  const found: SimilarRecord[] = []
  for (const { row } of alike) {
    // A record that this device created or has unsent changes of cannot be the record sought.
    const isOwn = row.key !== String(row.id) || (await database.outbox.where({ entity, key: row.key }).count()) > 0
    if (isOwn) continue
    found.push(await described(row))
    if (found.length === maxShown) break
  }
  return found

  async function described(row: Row): Promise<SimilarRecord> {
    const { listing_key: listingKey, of_client_key: clientKey, property_key: propertyKey } = row
    const listing = typeof listingKey === 'string' ? await database.listings.get(listingKey) : undefined
    const client = typeof clientKey === 'string' ? await database.clients.get(clientKey) : undefined
    const property = typeof propertyKey === 'string' ? await database.properties.get(propertyKey) : undefined
    const nothing = { changes: {}, shown: {}, base: {}, references: {}, files: {} }
    const { title } = describeOperation({ ...nothing, entity, kind: 'create' }, row, { listing, client, property })
    return { id: Number(row.id), title, facts: factsOf(row, operation) }
  }
}

/** Returns the share of sent fields that have the same value in `row`, from 0 to 1. Fields that are empty in both do not count. */
function similarityOf(row: Row, { entity, changes, references }: Operation): number {
  const { parent } = kinds[entity]
  if (parent !== undefined && row[keyField(parent)] !== references[parent]?.key) return 0
  const sent = Object.entries(changes)
    .filter(([field, value]) => !(isSameValue(value, null) && isSameValue(row[field], null)))
    .map(([field, value]) => isSameValue(value, row[field]))
  for (const [field, { key }] of Object.entries(references))
    if (field !== parent && !isEmbeddedReference(field)) sent.push(row[keyField(field)] === key)
  return sent.length === 0 ? 0 : sent.filter(Boolean).length / sent.length
}

function factsOf(row: Row, { entity, changes }: Operation): string {
  return Object.keys(changes)
    .filter((field) => !isComputedField(entity, field) && !isSameValue(row[field], null))
    .map((field) => `${fieldLabel(field)}: ${fieldText(entity, field, row[field])}`)
    .join(' · ')
}
