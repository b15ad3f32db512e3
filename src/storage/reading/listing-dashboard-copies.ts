import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { Json } from '#core/contract/json.ts'
import { withUnsentExposure } from '#core/domain/exposure/unsent-exposure.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** The server's dashboard of a listing, and when it was requested. */
export type DashboardCopy = { dashboard: ListingDashboard; at: number }

export async function dashboardCopy(database: DeviceDatabase, listingKey: LocalKey): Promise<DashboardCopy | null> {
  const fact = await database.facts.get(nameOf(listingKey))
  return (fact?.value as DashboardCopy | undefined) ?? null
}

/** An answer may be late: one that was asked for before the copy here, or before the server took figures, leaves both alone. */
export async function keepDashboardCopy(
  { replica, clock }: Device,
  listingKey: LocalKey,
  copy: DashboardCopy,
): Promise<void> {
  await replica.transact('refresh', async (tx) => {
    const known = (await tx.meta<DashboardCopy>(nameOf(listingKey)))?.at ?? 0
    const taken = (await tx.meta<number>(takenNameOf(listingKey))) ?? 0
    // What was noted before the clock was set back says nothing of the order.
    const isLate = [known, taken].some((at) => at > copy.at && at <= clock.now())
    if (!isLate) await tx.setMeta(nameOf(listingKey), copy satisfies Json)
  })
}

/** When the server last took figures of a listing; a copy that was asked for until then may lack them. 0 where it never did. */
export async function figuresTakenAt({ facts }: DeviceDatabase, listingKey: LocalKey): Promise<number> {
  return ((await facts.get(takenNameOf(listingKey)))?.value as number | undefined) ?? 0
}

/** The server took `figures` at `now`: the copy shows them until it is asked for again. */
export async function noteFiguresTaken(
  tx: ReplicaTransaction,
  now: number,
  listingKey: LocalKey,
  figures: readonly ExposureFigure[],
): Promise<void> {
  await tx.setMeta(takenNameOf(listingKey), now)
  const copy = await tx.meta<DashboardCopy>(nameOf(listingKey))
  if (copy === undefined) return
  await tx.setMeta(nameOf(listingKey), { ...copy, dashboard: withUnsentExposure(copy.dashboard, figures) })
}

function nameOf(listingKey: LocalKey): string {
  return `listing-dashboard ${listingKey}`
}

function takenNameOf(listingKey: LocalKey): string {
  return `taken-figures ${listingKey}`
}
