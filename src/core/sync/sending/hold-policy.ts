import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { type ServerKind, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { ConnectionCost, Replica, ReplicaTransaction } from '#core/sync/ports.ts'

/** Metadata key: the agent's `PhotoUploadPreference`; null or missing means that photos are sent on any connection. */
export const photoPreferenceKey = 'photos-wait'

/** `on-metered`: photos wait on a metered connection. `until-asked`: they wait until the agent sends them. */
export type PhotoUploadPreference = 'on-metered' | 'until-asked'

/** Metadata key: the `seq` of the newest operation when the agent last pressed *Send photos now*; later photos wait again. */
const photosReleasedFact = 'photos-released'

/** `photo`: waits by the agent's preference. `kiosk`: waits until the kiosk ends (not set here). `no-place`: a plain server cannot store it. */
export type HoldReason = 'photo' | 'kiosk' | 'no-place'

/** Returns why an operation is held; null if it may be sent. Called for each operation, because the connection can change while sending. */
export type HoldPolicy = (waiting: {
  seq: number
  entity: EntityName
  kind: Operation['kind']
  lane: 'records' | 'photos'
  hasFiles: boolean
  isOnlyForOurServer: boolean
}) => HoldReason | null

export type HoldPolicyReader = Pick<ReplicaTransaction, 'meta' | 'operations'>

/** Holds new photos by the agent's preference, never captions or deletions (fault I11). With a plain server, also what only ours can store. */
export async function holdPolicy(tx: HoldPolicyReader, link?: () => ConnectionCost): Promise<HoldPolicy> {
  const preference = (await tx.meta<PhotoUploadPreference | null>(photoPreferenceKey)) ?? null
  const released = (await tx.meta<number>(photosReleasedFact)) ?? 0
  const isPlain = await worksWithPlainServer(tx)
  const localOnly = await localOnlyOperations(tx)
  const isPhotoHeld = () => preference === 'until-asked' || (preference === 'on-metered' && link?.() === 'metered')
  return ({ seq, lane, hasFiles, isOnlyForOurServer }) => {
    if (isPlain && (isOnlyForOurServer || localOnly.has(seq))) return 'no-place'
    return hasFiles && lane === 'photos' && seq > released && isPhotoHeld() ? 'photo' : null
  }
}

export const noHolds: HoldPolicy = () => null

export function holdInputOf(operation: Operation): Parameters<HoldPolicy>[0] {
  const { seq, entity, kind, files } = operation
  const isOnlyForOurServer = mustNotReachPlainServer(operation)
  return { seq, entity, kind, lane: kinds[entity].lane, hasFiles: Object.keys(files).length > 0, isOnlyForOurServer }
}

/** True if the specification has no call for the operation, or if it creates a home to show, which a plain server would list as the agent's own. */
function mustNotReachPlainServer({ entity, kind, changes }: Operation): boolean {
  const { onPlainServers, localOnPlainServers: field } = kinds[entity] as KindOfRecord
  if (onPlainServers[kind] !== 'synced') return true
  return kind === 'create' && field !== undefined && Boolean(changes[field])
}

/** The `seq`s of operations that a plain server cannot store, of later ones on the same records, and of ones that refer to records they create. */
export async function localOnlyOperations(tx: HoldPolicyReader): Promise<ReadonlySet<number>> {
  if (!(await worksWithPlainServer(tx))) return new Set()
  const all: { seq: number; name: string; kind: Operation['kind']; refersTo: string[]; isLocalOnly: boolean }[] = []
  for await (const operation of everyOperation(tx)) {
    const { seq, kind, references } = operation
    const refersTo = Object.values(references).map(nameOf)
    all.push({ seq, name: nameOf(operation), kind, refersTo, isLocalOnly: mustNotReachPlainServer(operation) })
  }
  const localOnly = new Set<number>()
  const created = new Set<string>()
  const firstLocalOnly = new Map<string, number>()
  // If a deleted record is created again, its create comes after older operations that refer to it, so one pass may not be enough.
  for (let before = -1; before < localOnly.size;) {
    before = localOnly.size
    for (const { seq, name, kind, refersTo, isLocalOnly } of all) {
      const follows = (firstLocalOnly.get(name) ?? Infinity) < seq
      if (localOnly.has(seq) || !(isLocalOnly || follows || refersTo.some((other) => created.has(other)))) continue
      localOnly.add(seq)
      if (kind === 'create') created.add(name)
      if (!firstLocalOnly.has(name)) firstLocalOnly.set(name, seq)
    }
  }
  return localOnly
}

async function worksWithPlainServer(tx: HoldPolicyReader): Promise<boolean> {
  return (await tx.meta<ServerKind>(serverKindMetadataKey))?.kind === 'plain'
}

function nameOf({ entity, key }: Pick<Operation, 'entity' | 'key'>): string {
  return `${entity} ${key}`
}

export function releasePhotos(replica: Replica): Promise<void> {
  return replica.transact('write', async (tx) => {
    let newest = 0
    for await (const { seq } of everyOperation(tx)) newest = seq
    await tx.setMeta(photosReleasedFact, newest)
  })
}
