import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import type { LocalKey, Reference } from '#core/sync/operation.ts'
import type { ReplicaTransaction, Row } from '#core/sync/ports.ts'
import { isSameComputedValue } from '#core/sync/records/local-overrides.ts'
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
  // No backup contains exposure readings.
  exposure_reading: null,
}

function areValid(entity: EntityName, fields: Fields): boolean {
  const schema = fields['is_private'] === true ? v.partial(privatePropertySchema) : schemas[entity]
  if (schema === null) return false
  // The schemas accept only ids, but references to unsent records are local keys of the device that made the backup.
  const withIds = resolveEmbeddedReferences(entity, fields, () => 1)
  return v.is(schema, withoutDuplicates(withIds))
}

/** Removes duplicates from lists of ids, because several keys were replaced by the same placeholder. */
function withoutDuplicates(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((member) => typeof member === 'number')
    return [name, isList ? [...new Set(value)] : value]
  })
  return Object.fromEntries(entries) as Fields
}

export type BackupContents = { id: string; records: ReadonlyMap<EntityName, readonly BackupRecord[]> }

type Planned = { entity: EntityName; key: LocalKey; fields: Fields; references: Record<string, Reference> }

/** `photo`: its file in the zip. `changes`: records that differ from the backup; they change only if the agent chooses the backup's copies. */
export type RestorePlan = {
  creates: (Planned & { opId: string; photo: string | null })[]
  changes: (Planned & { row: Row })[]
  counts: Map<EntityName, { new: number; same: number; differs: number; notRestorable: number }>
}

type ReadRows = (entity: EntityName) => Promise<readonly Row[]>
type Replica = Pick<ReplicaTransaction, 'mappingOfKey' | 'operationByOpId' | 'operationsInState' | 'base'>

/** Compares a backup with this device. A record that an earlier restore created is found again, so no restore duplicates it. */
export async function planRestore(backup: BackupContents, readRows: ReadRows, replica: Replica): Promise<RestorePlan> {
  const keys = new KeyTranslation()
  for (const row of await readRows('available_listing')) if (row.id !== undefined) keys.addAvailableListing(row.id)
  const plan: RestorePlan = { creates: [], changes: [], counts: new Map() }
  const [inDeleteConflict, hasParents] = [await recordsInDeleteConflict(replica), parentCheck()]
  for (const entity of backedUpEntities) {
    const all = [
      ...(await readRows(entity)),
      ...inDeleteConflict.flatMap((found) => (found.entity === entity ? [found.row] : [])),
    ]
    const rows = all.filter((row) => hasParents(entity, row))
    const find = createFinder(entity, rows)
    for (const row of rows) keys.addRow(entity, row)
    const counts = { new: 0, same: 0, differs: 0, notRestorable: 0 }
    plan.counts.set(entity, counts)
    for (const record of backup.records.get(entity) ?? []) {
      const row = find(record)
      if (row !== undefined) keys.addTranslation(entity, record.key, row.key)
      const planned = areValid(entity, record.fields) ? keys.withKeysOfDevice(entity, record) : null
      if (row !== undefined) {
        const isSame = planned === null || !belongsToOneAgent(entity) || isAlike(entity, planned.fields, row, keys)
        counts[isSame ? 'same' : 'differs'] += 1
        if (!isSame) plan.changes.push({ ...planned, entity, key: row.key, row })
        continue
      }
      const [stableId] = stableIds(entity, record)
      if (planned === null || stableId === undefined || lacksPhoto(entity, record)) {
        counts.notRestorable += 1
        continue
      }
      const opId = await unusedOpId(replica, entity, stableId, backup.id)
      const key = localKeyOf(opId)
      keys.addTranslation(entity, record.key, key)
      counts.new += 1
      plan.creates.push({ ...planned, entity, key, opId, photo: record.photo ?? null })
    }
  }
  return plan
}

/** Returns records whose deletion is in conflict: the agent may still decide not to delete one, and a restored copy would be a duplicate. */
async function recordsInDeleteConflict(replica: Replica): Promise<{ entity: EntityName; row: Row }[]> {
  const inDeleteConflict: { entity: EntityName; row: Row }[] = []
  for (const { kind, entity, key } of await replica.operationsInState('conflict')) {
    const base = kind === 'delete' ? await replica.base(entity, key) : undefined
    if (base !== undefined && base.record !== null) inDeleteConflict.push({ entity, row: { ...base.record, key } })
  }
  return inDeleteConflict
}

/** Returns a check, for parents before their children: false for a row whose parent was deleted, because the server deletes the row with it. */
function parentCheck(): (entity: EntityName, row: Row) => boolean {
  const present = new Set<string>()
  return (entity, row) => {
    const isPresent = Object.entries(referencesIn(entity, row)).every(
      ([field, parent]) =>
        !isDeletedWith(entity, field, parent.entity) || present.has(`${parent.entity} ${parent.key}`),
    )
    if (isPresent) present.add(`${entity} ${row.key}`)
    return isPresent
  }
}

function isDeletedWith(entity: EntityName, field: string, parent: EntityName): boolean {
  return kinds[parent].deletedWithRecord.some((child) => child.entity === entity && child.field === field)
}

function lacksPhoto(entity: EntityName, { photo }: BackupRecord): boolean {
  return kinds[entity].lane === 'photos' && photo === undefined
}

function belongsToOneAgent(entity: EntityName): boolean {
  return kinds[entity].feed.visibleTo === 'agent'
}

/** Returns an operation id that no operation on this device has had, so that a record can be restored again after it was deleted. */
async function unusedOpId(replica: Replica, entity: EntityName, stableId: string, backupId: string): Promise<string> {
  for (let round = 0; ; round += 1) {
    const opId = restoreOperationId(stableId, backupId, round)
    const usedBy = (await replica.operationByOpId(opId)) ?? (await replica.mappingOfKey(entity, localKeyOf(opId)))
    if (usedBy === undefined) return opId
  }
}

/** Returns a function that finds the row of a backup's record, by permanent ids and, for a property, by address. */
function createFinder(entity: EntityName, rows: readonly Row[]): (record: BackupRecord) => Row | undefined {
  const rowByIdentity = new Map<string, Row>()
  const identitiesOf = (fields: Fields, origin: Parameters<typeof stableIds>[1]): string[] =>
    entity === 'property' ? [...stableIds(entity, origin), addressIdentity(fields)] : stableIds(entity, origin)
  for (const row of rows) for (const identity of identitiesOf(row, originOfRow(row))) rowByIdentity.set(identity, row)
  return (record) => {
    for (const identity of identitiesOf(record.fields, record)) {
      const row = rowByIdentity.get(identity)
      if (row !== undefined) return row
    }
    return undefined
  }
}

/** Identifies a property by its address, which is unique in the catalog (reading R14) and among an agent's private homes. */
function addressIdentity(fields: Fields): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const identity = propertyIdentity({ address: text('address'), city: text('city'), zip_code: text('zip_code') })
  return fields['is_private'] === true ? `private ${identity}` : identity
}

function isAlike(entity: EntityName, fields: Fields, row: Row, keys: KeyTranslation): boolean {
  const { serverComputed } = kinds[entity]
  const onDevice = keys.byKeys(entity, row)
  const inBackup = keys.byKeys(entity, fields)
  return Object.keys(fields).every((field) => {
    if (isSameValue(inBackup[field], onDevice[field])) return true
    return field === serverComputed && isSameComputedValue[entity]?.(inBackup[field], onDevice[field]) === true
  })
}

/** Translates keys of the backup, and server ids, into local keys on this device. The keys of the maps begin with the kind. */
class KeyTranslation {
  readonly #keyByBackupKey = new Map<string, LocalKey>()
  readonly #idByKey = new Map<string, number>()
  readonly #keyById = new Map<string, LocalKey>()
  readonly #availableListingIds = new Set<number>()

  addRow(entity: EntityName, { key, id }: Row): void {
    if (id === undefined) return
    this.#idByKey.set(`${entity} ${key}`, id)
    this.#keyById.set(`${entity} ${id}`, key)
  }

  /** Adds a listing of another agent, which a tour may visit. Its id in the backup is valid only on the same server. */
  addAvailableListing(id: number): void {
    this.#availableListingIds.add(id)
  }

  addTranslation(entity: EntityName, backupKey: string, key: LocalKey): void {
    this.#keyByBackupKey.set(`${entity} ${backupKey}`, key)
  }

  /** Returns the record with references to records on this device; null if one of these is neither here nor in the backup. */
  withKeysOfDevice(entity: EntityName, record: BackupRecord): Omit<Planned, 'entity' | 'key'> | null {
    const references: Record<string, Reference> = {}
    for (const [field, referred] of Object.entries(kinds[entity].references)) {
      const backupKey = record.references[field]
      const key = backupKey === undefined ? undefined : this.#keyByBackupKey.get(`${referred} ${backupKey}`)
      if (key === undefined) return null
      references[field] = { entity: referred, key }
    }
    const fields = resolveEmbeddedReferences(entity, record.fields, (backupKey, referred) => {
      const key = this.#keyByBackupKey.get(`${referred} ${backupKey}`)
      if (key !== undefined) return this.#idByKey.get(`${referred} ${key}`) ?? key
      const isAvailableListing =
        referred === 'listing' && typeof backupKey === 'number' && this.#availableListingIds.has(backupKey)
      return isAvailableListing ? backupKey : null
    })
    return { fields, references }
  }

  /** Replaces ids by local keys, so that both ways to refer to a record compare as equal. */
  byKeys(entity: EntityName, fields: Fields): Fields {
    return resolveEmbeddedReferences(
      entity,
      fields,
      (idOrKey, referred) => this.#keyById.get(`${referred} ${idOrKey}`) ?? idOrKey,
    )
  }
}
