import { isTourStatus, canTransition } from '#core/domain/tours/tour-status.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import type { Clock, Ids, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import { updateRow } from '#core/sync/writing/update-record.ts'
import { withoutKey } from '#core/sync/records/record-fields.ts'
import type { RestorePlan } from './plan-restore.ts'

type Ports = { replica: Replica; clock: Pick<Clock, 'now'>; ids: Ids }

type RestoreOptions = {
  plan: RestorePlan
  /** If true, records on this device that differ from the backup get the backup's values. */
  overwritesChanges: boolean
  /** Stores a photo of the backup on this device; null if the backup does not have all of it. */
  storePhoto: (name: string) => Promise<AttachedFile | null>
  /** `done`: the number of records created and changed so far, including photos that the backup lacks. */
  onProgress: (done: number) => void
  /**
   * True once the agent stops the restore, or another page may run it. Each transaction checks this, because a transaction that a page freeze
   * aborts runs again later.
   */
  isStopped: () => boolean
}

/** `lostPhotos`: photos that the backup lacks. `isStopped`: the restore was stopped before it had restored everything. */
export type Restored = { created: number; changed: number; lostPhotos: number; isStopped: boolean }

/** Records per transaction: few enough that the page stays responsive, enough that the disk does not flush for each record. */
const batchSize = 25

type Create = RestorePlan['creates'][number]

/** Restores records as ordinary operations, in batches, parents first. After a stopped restore, a new plan contains only the remaining records. */
export async function makeRestore(ports: Ports, options: RestoreOptions): Promise<Restored> {
  const { plan, overwritesChanges, isStopped, onProgress } = options
  const total: Restored = { created: 0, changed: 0, lostPhotos: 0, isStopped: false }
  const records = plan.creates.filter(({ photo }) => photo === null)
  const photos = plan.creates.filter(({ photo }) => photo !== null)
  /** Returns false, without saving, once the restore is stopped. */
  const save = (work: (tx: ReplicaTransaction) => Promise<void>) =>
    ports.replica.transact('write', async (tx) => {
      if (isStopped()) return false
      await work(tx)
      return true
    })
  const stopped = () => ({ ...total, isStopped: true })
  for (let first = 0; first < records.length; first += batchSize) {
    const batch = records.slice(first, first + batchSize)
    const isSaved = await save(async (tx) => {
      for (const create of batch) await createRecord(tx, ports, create, {})
    })
    if (!isSaved) return stopped()
    total.created += batch.length
    onProgress(total.created)
  }
  for (const create of photos) {
    if (isStopped()) return stopped()
    const file = await options.storePhoto(create.photo!)
    if (file === null) total.lostPhotos += 1
    else {
      if (!(await save((tx) => createRecord(tx, ports, create, { image: file })))) return stopped()
      total.created += 1
    }
    onProgress(total.created + total.lostPhotos)
  }
  for (const { entity, key, fields, row } of overwritesChanges ? plan.changes : []) {
    const change = { entity, key, opened: withoutKey(row) }
    if (!(await save((tx) => changeRecord(tx, ports, change, fields)))) return stopped()
    total.changed += 1
    onProgress(total.created + total.lostPhotos + total.changed)
  }
  return total
}

/** Creates a record, then updates the fields that a create cannot set (`valuesAfterCreate`). */
async function createRecord(
  tx: ReplicaTransaction,
  ports: Ports,
  { entity, key, opId, fields, references }: Create,
  files: Record<string, AttachedFile>,
): Promise<void> {
  const { replica, clock } = ports
  const { valuesAfterCreate = {} } = kinds[entity]
  const initialFields = Object.entries(fields).filter(([field]) => !(field in valuesAfterCreate))
  const shown = { ...valuesAfterCreate, ...(await nestedRecordsOf(tx, entity, references)) }
  const changes = Object.fromEntries(initialFields)
  await createRow(tx, replica.owner, clock.now(), { opId, entity, changes, references, files, shown })
  const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field in valuesAfterCreate))
  await changeRecord(tx, ports, { entity, key, opened: { ...changes, ...valuesAfterCreate } }, rest)
}

/** `opened`: the record's fields before the changes. */
async function changeRecord(
  tx: ReplicaTransaction,
  { replica, clock, ids }: Ports,
  { entity, key, opened }: { entity: EntityName; key: string; opened: Fields },
  changes: Fields,
): Promise<void> {
  const before = { ...opened }
  for (const step of changesInSteps(entity, opened, changes)) {
    const change = { opId: ids.uuid(), entity, key, opened: { ...before }, changes: step }
    await updateRow(tx, replica.owner, clock.now(), change)
    Object.assign(before, step)
  }
}

/** Returns the updates that lead to the backup's values, in order: a tour is started before it is completed (reading R20). */
function changesInSteps(entity: EntityName, opened: Fields, changes: Fields): Fields[] {
  if (Object.keys(changes).length === 0) return []
  const [from, to] = [opened['status'], changes['status']]
  const areTexts = entity === 'tour' && typeof from === 'string' && typeof to === 'string'
  const isOneStep = !areTexts || !isTourStatus(from) || !isTourStatus(to) || canTransition(from, to)
  return isOneStep ? [changes] : [{ ...changes, status: 'in_progress' }, changes]
}

/** Returns the records that the server would nest in this one, so that the row shows them until the server's copy arrives. */
async function nestedRecordsOf(
  tx: ReplicaTransaction,
  entity: EntityName,
  references: Create['references'],
): Promise<Fields> {
  const shown: Fields = {}
  for (const field of kinds[entity].nested ?? []) {
    const reference = references[field]
    const row = reference === undefined ? undefined : await tx.row(reference.entity, reference.key)
    if (row !== undefined) shown[field] = withoutKey(row)
  }
  return shown
}
