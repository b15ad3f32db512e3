import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { KindOfRecord } from '#core/kinds/kind-of-record.ts'
import { type ServerKind, serverKindFact } from '#core/sync/fact-names.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Link, Replica, ReplicaTransaction } from '#core/sync/ports.ts'

/** When photos may go from this device, a `PhotoUploadPreference`; null or missing while they go whenever there is a connection. */
export const photoWishFact = 'photos-wait'

/** `on-metered`: not on a link that is paid by the megabyte; `until-asked`: only when the agent sends them. */
export type PhotoUploadPreference = 'on-metered' | 'until-asked'

/** The newest operation that the agent has let go with *Send photos now*; later ones are held again. */
const photosReleasedFact = 'photos-released'

/** Why an operation stays here: a `photo`, for now; while a `kiosk` runs; or for as long as the server has `no-place` for it. */
export type HoldReason = 'photo' | 'kiosk' | 'no-place'

/** Asked anew for each operation, because a phone changes its link in the middle of sending. Null: it may go. */
export type HoldPolicy = (waiting: {
  seq: number
  entity: EntityName
  kind: Operation['kind']
  lane: 'records' | 'photos'
  hasFiles: boolean
  isOnlyForOurServer: boolean
}) => HoldReason | null

/** The parts of the device's store that say what stays back. */
export type HoldingStore = Pick<ReplicaTransaction, 'fact' | 'operations'>

/**
 * Photos with their bytes stay back by the agent's wish; captions, deletions and all other records go at once (fault I11).
 * What only our server has a place for stays on the device while it works with a plain one.
 */
export async function holdPolicy(store: HoldingStore, link?: () => Link): Promise<HoldPolicy> {
  const wish = (await store.fact<PhotoUploadPreference | null>(photoWishFact)) ?? null
  const released = (await store.fact<number>(photosReleasedFact)) ?? 0
  const isPlain = await worksWithPlainServer(store)
  const kept = await keptOperations(store)
  const isPhotoHeld = () => wish === 'until-asked' || (wish === 'on-metered' && link?.() === 'metered')
  return ({ seq, lane, hasFiles, isOnlyForOurServer }) => {
    if (isPlain && (isOnlyForOurServer || kept.has(seq))) return 'no-place'
    return hasFiles && lane === 'photos' && seq > released && isPhotoHeld() ? 'photo' : null
  }
}

export const noHolds: HoldPolicy = () => null

/** What the hold policy needs to know of an operation. */
export function holdQuestionOf(operation: Operation): Parameters<HoldPolicy>[0] {
  const { seq, entity, kind, files } = operation
  const isOnlyForOurServer = staysFromPlainServers(operation)
  return { seq, entity, kind, lane: kinds[entity].lane, hasFiles: Object.keys(files).length > 0, isOnlyForOurServer }
}

/** What the specification has no call for, and homes of other brokers, which a plain server would take for the agent's listings. */
function staysFromPlainServers({ entity, kind, changes }: Operation): boolean {
  const { onPlainServers, staysFromPlainServers: field } = kinds[entity] as KindOfRecord
  if (onPlainServers[kind] !== 'synced') return true
  return kind === 'create' && field !== undefined && Boolean(changes[field])
}

/**
 * The `seq` of each operation that stays on the device while it works with a plain server: those on what only our server
 * has a place for, those that refer to a record that one of them creates, such as a showing of another broker's home, and
 * what follows them on the same record.
 */
export async function keptOperations(store: HoldingStore): Promise<ReadonlySet<number>> {
  if (!(await worksWithPlainServer(store))) return new Set()
  const all: { seq: number; name: string; kind: Operation['kind']; refersTo: string[]; isKept: boolean }[] = []
  for await (const operation of everyOperation(store)) {
    const { seq, kind, references } = operation
    const refersTo = Object.values(references).map(nameOf)
    all.push({ seq, name: nameOf(operation), kind, refersTo, isKept: staysFromPlainServers(operation) })
  }
  const kept = new Set<number>()
  const created = new Set<string>()
  const firstKept = new Map<string, number>()
  // A record that was created a second time comes after what refers to it, so one pass may not be enough.
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

async function worksWithPlainServer(store: HoldingStore): Promise<boolean> {
  return (await store.fact<ServerKind>(serverKindFact))?.kind === 'plain'
}

function nameOf({ entity, key }: Pick<Operation, 'entity' | 'key'>): string {
  return `${entity} ${key}`
}

/** Lets everything go that waits now, whatever the link. */
export function releasePhotos(replica: Replica): Promise<void> {
  return replica.transact('write', async (store) => {
    let newest = 0
    for await (const { seq } of everyOperation(store)) newest = seq
    await store.putFact(photosReleasedFact, newest)
  })
}
