import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { type ServerKind, serverKindFact } from '#core/sync/metadata-keys.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Link, Replica, ReplicaTransaction } from '#core/sync/ports.ts'

/** Metadata key: when photos may be sent, a `PhotoUploadPreference`; null or missing: on any connection. */
export const photoPreferenceKey = 'photos-wait'

/** `on-metered`: photos wait on a metered connection. `until-asked`: they wait until the agent sends them. */
export type PhotoUploadPreference = 'on-metered' | 'until-asked'

/** Metadata key: the newest operation when the agent pressed *Send photos now*; photos of later ones wait again. */
const photosReleasedFact = 'photos-released'

/** `photo`: waits by the agent's preference. `kiosk`: waits until the kiosk is left. `no-place`: a plain server cannot store it. */
export type HoldReason = 'photo' | 'kiosk' | 'no-place'

/** Returns why an operation is held; null if it may be sent. Called for each one, because a phone changes its connection while sending. */
export type HoldPolicy = (waiting: {
  seq: number
  entity: EntityName
  kind: Operation['kind']
  lane: 'records' | 'photos'
  hasFiles: boolean
  isOnlyForOurServer: boolean
}) => HoldReason | null

export type HoldingStore = Pick<ReplicaTransaction, 'meta' | 'operations'>

/**
 * Holds photos with bytes by the agent's preference, never captions, deletions or other records (fault I11). Holds what only our server
 * can store while the device works with a plain one.
 */
export async function holdPolicy(tx: HoldingStore, link?: () => Link): Promise<HoldPolicy> {
  const wish = (await tx.meta<PhotoUploadPreference | null>(photoPreferenceKey)) ?? null
  const released = (await tx.meta<number>(photosReleasedFact)) ?? 0
  const isPlain = await worksWithPlainServer(tx)
  const kept = await localOnlyOperations(tx)
  const isPhotoHeld = () => wish === 'until-asked' || (wish === 'on-metered' && link?.() === 'metered')
  return ({ seq, lane, hasFiles, isOnlyForOurServer }) => {
    if (isPlain && (isOnlyForOurServer || kept.has(seq))) return 'no-place'
    return hasFiles && lane === 'photos' && seq > released && isPhotoHeld() ? 'photo' : null
  }
}

export const noHolds: HoldPolicy = () => null

export function holdQuestionOf(operation: Operation): Parameters<HoldPolicy>[0] {
  const { seq, entity, kind, files } = operation
  const isOnlyForOurServer = staysFromPlainServers(operation)
  return { seq, entity, kind, lane: kinds[entity].lane, hasFiles: Object.keys(files).length > 0, isOnlyForOurServer }
}

/** True if the specification has no call for it, or a plain server would list the record, another broker's home, as the agent's own. */
function staysFromPlainServers({ entity, kind, changes }: Operation): boolean {
  const { onPlainServers, staysFromPlainServers: field } = kinds[entity] as KindOfRecord
  if (onPlainServers[kind] !== 'synced') return true
  return kind === 'create' && field !== undefined && Boolean(changes[field])
}

/**
 * The `seq`s of operations that stay here while the server is a plain one: those that it cannot store, those that refer to a record made
 * by one of them, such as a showing of another broker's home, and later ones of the same record.
 */
export async function localOnlyOperations(tx: HoldingStore): Promise<ReadonlySet<number>> {
  if (!(await worksWithPlainServer(tx))) return new Set()
  const all: { seq: number; name: string; kind: Operation['kind']; refersTo: string[]; isKept: boolean }[] = []
  for await (const operation of everyOperation(tx)) {
    const { seq, kind, references } = operation
    const refersTo = Object.values(references).map(nameOf)
    all.push({ seq, name: nameOf(operation), kind, refersTo, isKept: staysFromPlainServers(operation) })
  }
  const kept = new Set<number>()
  const created = new Set<string>()
  const firstKept = new Map<string, number>()
  // A recreated record comes after operations that refer to it, so one pass may not be enough.
  for (let before = -1; before < kept.size;) {
    before = kept.size
    for (const { seq, name, kind, refersTo, isKept } of all) {
      const follows = (firstKept.get(name) ?? Infinity) < seq
      if (kept.has(seq) || !(isKept || follows || refersTo.some((other) => created.has(other)))) continue
      kept.add(seq)
      if (kind === 'create') created.add(name)
      if (!firstKept.has(name)) firstKept.set(name, seq)
    }
  }
  return kept
}

async function worksWithPlainServer(tx: HoldingStore): Promise<boolean> {
  return (await tx.meta<ServerKind>(serverKindFact))?.kind === 'plain'
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
