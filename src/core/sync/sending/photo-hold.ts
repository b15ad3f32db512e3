import { kinds } from '#core/kinds/all-kinds.ts'
import { everyOperation } from '#core/sync/records/every-operation.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Link, Replica, ReplicaTransaction } from '#core/sync/ports.ts'

/** When photos may go from this device, a `PhotoWish`; null or missing while they go whenever there is a connection. */
export const photoWishFact = 'photos-wait'

/** `on-metered`: not on a link that is paid by the megabyte; `until-asked`: only when the agent sends them. */
export type PhotoWish = 'on-metered' | 'until-asked'

/** The newest operation that the agent has let go with *Send photos now*; later ones are held again. */
const photosReleasedFact = 'photos-released'

/** Whether an operation stays back for now; asked anew for each, because a phone changes its link in the middle of sending. */
export type IsHeld = (waiting: { seq: number; lane: 'records' | 'photos'; hasFiles: boolean }) => boolean

/** Photos with their bytes, by the agent's wish; captions, deletions and all records go at once (fault I11). */
export async function photoHold(store: Pick<ReplicaTransaction, 'fact'>, link?: () => Link): Promise<IsHeld> {
  const wish = (await store.fact<PhotoWish | null>(photoWishFact)) ?? null
  if (wish === null) return holdsNothing
  const released = (await store.fact<number>(photosReleasedFact)) ?? 0
  return ({ seq, lane, hasFiles }) =>
    hasFiles && lane === 'photos' && seq > released && (wish === 'until-asked' || link?.() === 'metered')
}

export const holdsNothing: IsHeld = () => false

/** An operation as `IsHeld` asks about it. */
export function toHold({ seq, entity, files }: Operation): Parameters<IsHeld>[0] {
  return { seq, lane: kinds[entity].lane, hasFiles: Object.keys(files).length > 0 }
}

/** Lets everything go that waits now, whatever the link. */
export function releasePhotos(replica: Replica): Promise<void> {
  return replica.transact('write', async (store) => {
    let newest = 0
    for await (const { seq } of everyOperation(store)) newest = seq
    await store.putFact(photosReleasedFact, newest)
  })
}
