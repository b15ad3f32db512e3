import { isTourStatus, mayBecome } from '#core/domain/tours/tour-status.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile } from '#core/sync/operation.ts'
import type { Clock, Ids, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { createRow, updateRow } from '#core/sync/writing/record-change.ts'
import { withoutKey } from '#core/sync/records/compose-row.ts'
import type { RestorePlan } from './plan-restore.ts'

type Ports = { replica: Replica; clock: Pick<Clock, 'now'>; ids: Ids }

type Run = {
  plan: RestorePlan
  /** Also what differs becomes what it was in the backup. */
  putsBack: boolean
  /** Keeps a photo of the backup on this device; null when the backup does not have it whole. */
  keepPhoto: (name: string) => Promise<AttachedFile | null>
  onProgress: (done: number) => void
  /** Asked again inside each transaction: one that a freeze ended is tried again when another page may have gone on. */
  isStopped: () => boolean
}

/** What came of it; `isStopped` when records or photos of the plan are left. */
export type Restored = { made: number; changed: number; lostPhotos: number; isStopped: boolean }

/** So few that the page can answer between them, so many that the disk is not asked for each. */
const recordsAtOnce = 25

type Create = RestorePlan['creates'][number]

/**
 * Makes what the plan calls new as ordinary changes on this device, parents before children, some at a time; each time is saved
 * whole. What a stop or a closed page leaves is found by the next plan, which goes on from there.
 */
export async function makeRestore(ports: Ports, run: Run): Promise<Restored> {
  const { plan, putsBack, isStopped, onProgress } = run
  const total: Restored = { made: 0, changed: 0, lostPhotos: 0, isStopped: false }
  const records = plan.creates.filter(({ photo }) => photo === null)
  const photos = plan.creates.filter(({ photo }) => photo !== null)
  /** False, and nothing is saved, once it is stopped. */
  const save = (work: (store: ReplicaTransaction) => Promise<void>) =>
    ports.replica.transact('write', async (store) => {
      if (isStopped()) return false
      await work(store)
      return true
    })
  const stopped = () => ({ ...total, isStopped: true })
  for (let first = 0; first < records.length; first += recordsAtOnce) {
    const some = records.slice(first, first + recordsAtOnce)
    const isSaved = await save(async (store) => {
      for (const create of some) await makeOne(store, ports, create, {})
    })
    if (!isSaved) return stopped()
    total.made += some.length
    onProgress(total.made)
  }
  for (const create of photos) {
    if (isStopped()) return stopped()
    const file = await run.keepPhoto(create.photo!)
    if (file === null) total.lostPhotos += 1
    else {
      if (!(await save((store) => makeOne(store, ports, create, { image: file })))) return stopped()
      total.made += 1
    }
    onProgress(total.made + total.lostPhotos)
  }
  for (const { entity, key, fields, row } of putsBack ? plan.changes : []) {
    const change = { entity, key, opened: withoutKey(row) }
    if (!(await save((store) => changeOne(store, ports, change, fields)))) return stopped()
    total.changed += 1
    onProgress(total.made + total.lostPhotos + total.changed)
  }
  return total
}

async function makeOne(
  store: ReplicaTransaction,
  ports: Ports,
  { entity, key, opId, fields, references }: Create,
  files: Record<string, AttachedFile>,
): Promise<void> {
  const { replica, clock } = ports
  const { later = {} } = kinds[entity]
  const begun = Object.entries(fields).filter(([field]) => !(field in later))
  const shown = { ...later, ...(await nestedIn(store, entity, references)) }
  const changes = Object.fromEntries(begun)
  await createRow(store, replica.owner, clock.now(), { opId, entity, changes, references, files, shown })
  const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field in later))
  await changeOne(store, ports, { entity, key, opened: { ...changes, ...later } }, rest)
}

async function changeOne(
  store: ReplicaTransaction,
  { replica, clock, ids }: Ports,
  { entity, key, opened }: { entity: EntityName; key: string; opened: Fields },
  changes: Fields,
): Promise<void> {
  const before = { ...opened }
  for (const step of stepsTo(entity, opened, changes)) {
    const change = { opId: ids.uuid(), entity, key, opened: { ...before }, changes: step }
    await updateRow(store, replica.owner, clock.now(), change)
    Object.assign(before, step)
  }
}

/** The changes by which a record comes to what the backup says of it: a tour is begun before it is completed (reading R20). */
function stepsTo(entity: EntityName, opened: Fields, changes: Fields): Fields[] {
  if (Object.keys(changes).length === 0) return []
  const [from, to] = [opened['status'], changes['status']]
  const areTexts = entity === 'tour' && typeof from === 'string' && typeof to === 'string'
  const isAtOnce = !areTexts || !isTourStatus(from) || !isTourStatus(to) || mayBecome(from, to)
  return isAtOnce ? [changes] : [{ ...changes, status: 'in_progress' }, changes]
}

/** What the row shows of the records inside it until the server's copy comes. */
async function nestedIn(
  store: ReplicaTransaction,
  entity: EntityName,
  references: Create['references'],
): Promise<Fields> {
  const shown: Fields = {}
  for (const field of kinds[entity].nested ?? []) {
    const reference = references[field]
    const row = reference === undefined ? undefined : await store.row(reference.entity, reference.key)
    if (row !== undefined) shown[field] = withoutKey(row)
  }
  return shown
}
