import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { answersAlike } from '#core/sync/records/entity-calls.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import { resolveEmbeddedReferences, referencesIn } from '#core/sync/records/references.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { backedUpEntities, type BackupRecord } from './backup-format.ts'
import { stableIds, originOfRow, restoreOperationId } from './backup-record.ts'
import * as v from 'valibot'
import { appointmentChangesSchema } from '#core/contract/appointment.ts'
import { clientChangesSchema } from '#core/contract/client.ts'
import { doorCardChangesSchema } from '#core/contract/door-card.ts'
import { followUpChangesSchema } from '#core/contract/follow-up.ts'
import { interactionChangesSchema } from '#core/contract/interaction.ts'
import { listingImageChangesSchema } from '#core/contract/listing-image.ts'
import { listingChangesSchema } from '#core/contract/listing.ts'
import { openHouseVisitChangesSchema } from '#core/contract/open-house-visit.ts'
import { openHouseChangesSchema } from '#core/contract/open-house.ts'
import { privatePropertySchema, propertyChangesSchema } from '#core/contract/property.ts'
import { showingChangesSchema } from '#core/contract/showing.ts'
import { tourChangesSchema } from '#core/contract/tour.ts'

const schemas: Record<EntityName, v.GenericSchema | null> = {
  property: propertyChangesSchema,
  client: clientChangesSchema,
  listing: listingChangesSchema,
  listing_image: listingImageChangesSchema,
  showing: showingChangesSchema,
  open_house: openHouseChangesSchema,
  open_house_visit: openHouseVisitChangesSchema,
  appointment: appointmentChangesSchema,
  tour: tourChangesSchema,
  interaction: interactionChangesSchema,
  follow_up: followUpChangesSchema,
  door_card: doorCardChangesSchema,
  available_listing: null,
  // No backup contains them.
  exposure_reading: null,
}

function areUsable(entity: EntityName, fields: Fields): boolean {
  const schema = fields['is_private'] === true ? v.partial(privatePropertySchema) : schemas[entity]
  if (schema === null) return false
  // An unsent record is named by a local key of the device that made the backup.
  const numbered = resolveEmbeddedReferences(entity, fields, () => 1)
  return v.is(schema, withoutRepeats(numbered))
}

/** Removes repeats, because several keys may have become the same number. */
function withoutRepeats(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((member) => typeof member === 'number')
    return [name, isList ? [...new Set(value)] : value]
  })
  return Object.fromEntries(entries) as Fields
}

export type BackupContents = { id: string; records: ReadonlyMap<EntityName, readonly BackupRecord[]> }

type Planned = { entity: EntityName; key: LocalKey; fields: Fields; references: Record<string, Reference> }

/** What restoring does with each record. Nothing is deleted, and differing records stay unless the agent chooses the backup's. */
export type RestorePlan = {
  creates: (Planned & { opId: string; photo: string | null })[]
  changes: (Planned & { row: Row })[]
  counts: Map<EntityName, { new: number; same: number; differs: number; left: number }>
}

type Mirror = (entity: EntityName) => Promise<readonly Row[]>
type Known = Pick<ReplicaTransaction, 'mappingOfKey' | 'operationByOpId' | 'operationsInState' | 'base'>

/** Compares a backup with this device. A second reading of the same backup finds the records that the first one restored. */
export async function planRestore(backup: BackupContents, mirror: Mirror, known: Known): Promise<RestorePlan> {
  const names = new Names()
  for (const row of await mirror('available_listing')) if (row.id !== undefined) names.addOffered(row.id)
  const plan: RestorePlan = { creates: [], changes: [], counts: new Map() }
  const [asked, isStaying] = [await askedToDelete(known), stayingRows()]
  for (const entity of backedUpEntities) {
    const all = [...(await mirror(entity)), ...asked.flatMap((one) => (one.entity === entity ? [one.row] : []))]
    const rows = all.filter((row) => isStaying(entity, row))
    const find = finderOf(entity, rows)
    for (const row of rows) names.addRow(entity, row)
    const counts = { new: 0, same: 0, differs: 0, left: 0 }
    plan.counts.set(entity, counts)
    for (const record of backup.records.get(entity) ?? []) {
      const row = find(record)
      if (row !== undefined) names.meet(entity, record.key, row.key)
      const planned = areUsable(entity, record.fields) ? names.inWordsOfThisDevice(entity, record) : null
      if (row !== undefined) {
        const isSame = planned === null || !kindIsOwn(entity) || isAlike(entity, planned.fields, row, names)
        counts[isSame ? 'same' : 'differs'] += 1
        if (!isSame) plan.changes.push({ ...planned, entity, key: row.key, row })
        continue
      }
      const [lineage] = stableIds(entity, record)
      if (planned === null || lineage === undefined || lacksPhoto(entity, record)) {
        counts.left += 1
        continue
      }
      const opId = await freeOpId(known, entity, lineage, backup.id)
      const key = localKeyOf(opId)
      names.meet(entity, record.key, key)
      counts.new += 1
      plan.creates.push({ ...planned, entity, key, opId, photo: record.photo ?? null })
    }
  }
  return plan
}

/** Returns records whose deletion is in conflict: the agent may keep them, and a restored one would then be a duplicate. */
async function askedToDelete(known: Known): Promise<{ entity: EntityName; row: Row }[]> {
  const asked: { entity: EntityName; row: Row }[] = []
  for (const { kind, entity, key } of await known.operationsInState('conflict')) {
    const base = kind === 'delete' ? await known.base(entity, key) : undefined
    if (base !== undefined && base.record !== null) asked.push({ entity, row: { ...base.record, key } })
  }
  return asked
}

/** Returns a test for rows that stay. Test parents before children: a row is deleted with its parent, perhaps before the server knows. */
function stayingRows(): (entity: EntityName, row: Row) => boolean {
  const staying = new Set<string>()
  return (entity, row) => {
    const stays = Object.entries(referencesIn(entity, row)).every(
      ([field, parent]) => !goesWith(entity, field, parent.entity) || staying.has(`${parent.entity} ${parent.key}`),
    )
    if (stays) staying.add(`${entity} ${row.key}`)
    return stays
  }
}

function goesWith(entity: EntityName, field: string, parent: EntityName): boolean {
  return kinds[parent].cascades.some((child) => child.entity === entity && child.field === field)
}

function lacksPhoto(entity: EntityName, { photo }: BackupRecord): boolean {
  return kinds[entity].lane === 'photos' && photo === undefined
}

function kindIsOwn(entity: EntityName): boolean {
  return kinds[entity].feed.of === 'agent'
}

/** Returns a name that is unused on this device. A record that was restored and then deleted is restored again. */
async function freeOpId(known: Known, entity: EntityName, lineage: string, backupId: string): Promise<string> {
  for (let time = 0; ; time += 1) {
    const opId = restoreOperationId(lineage, backupId, time)
    const wasMade = (await known.operationByOpId(opId)) ?? (await known.mappingOfKey(entity, localKeyOf(opId)))
    if (wasMade === undefined) return opId
  }
}

function finderOf(entity: EntityName, rows: readonly Row[]): (record: BackupRecord) => Row | undefined {
  const found = new Map<string, Row>()
  const lines = (fields: Fields, origin: Parameters<typeof stableIds>[1]): string[] =>
    entity === 'property' ? [...stableIds(entity, origin), addressOf(fields)] : stableIds(entity, origin)
  for (const row of rows) for (const line of lines(row, originOfRow(row))) found.set(line, row)
  return (record) => {
    for (const line of lines(record.fields, record)) {
      const row = found.get(line)
      if (row !== undefined) return row
    }
    return undefined
  }
}

/** An address is unique in the catalog (reading R14), and among an agent's private homes. */
function addressOf(fields: Fields): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const identity = propertyIdentity({ address: text('address'), city: text('city'), zip_code: text('zip_code') })
  return fields['is_private'] === true ? `private ${identity}` : identity
}

function isAlike(entity: EntityName, fields: Fields, row: Row, names: Names): boolean {
  const { told } = kinds[entity]
  const mine = names.byKeys(entity, row)
  const theirs = names.byKeys(entity, fields)
  return Object.keys(fields).every((field) => {
    if (isSameValue(theirs[field], mine[field])) return true
    return field === told && answersAlike[entity]?.(theirs[field], mine[field]) === true
  })
}

class Names {
  readonly #keys = new Map<string, LocalKey>()
  readonly #ids = new Map<LocalKey, number>()
  readonly #keyOfId = new Map<string, LocalKey>()
  readonly #offered = new Set<number>()

  addRow(entity: EntityName, { key, id }: Row): void {
    if (id === undefined) return
    this.#ids.set(`${entity} ${key}`, id)
    this.#keyOfId.set(`${entity} ${id}`, key)
  }

  /** A home of another agent, which a tour may visit. Its id is the same only on the same server. */
  addOffered(id: number): void {
    this.#offered.add(id)
  }

  meet(entity: EntityName, backupKey: string, key: LocalKey): void {
    this.#keys.set(`${entity} ${backupKey}`, key)
  }

  /** Null when it refers to a record that is neither here nor in the backup. */
  inWordsOfThisDevice(entity: EntityName, record: BackupRecord): Omit<Planned, 'entity' | 'key'> | null {
    const references: Record<string, Reference> = {}
    for (const [field, referred] of Object.entries(kinds[entity].references)) {
      const name = record.references[field]
      const key = name === undefined ? undefined : this.#keys.get(`${referred} ${name}`)
      if (key === undefined) return null
      references[field] = { entity: referred, key }
    }
    const fields = resolveEmbeddedReferences(entity, record.fields, (name, referred) => {
      const key = this.#keys.get(`${referred} ${name}`)
      if (key !== undefined) return this.#ids.get(`${referred} ${key}`) ?? key
      return referred === 'listing' && typeof name === 'number' && this.#offered.has(name) ? name : null
    })
    return { fields, references }
  }

  /** Replaces ids by keys, so that two names of one record are equal. */
  byKeys(entity: EntityName, fields: Fields): Fields {
    return resolveEmbeddedReferences(
      entity,
      fields,
      (name, referred) => this.#keyOfId.get(`${referred} ${name}`) ?? name,
    )
  }
}
