import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { Json } from '#core/contract/json.ts'
import { withUnsentExposure } from '#core/domain/exposure/unsent-exposure.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** The server's dashboard of a listing, stored for offline use. `at`: when it was requested, epoch milliseconds. */
export type DashboardCopy = { dashboard: ListingDashboard; at: number }

export async function dashboardCopy(database: DeviceDatabase, listingKey: LocalKey): Promise<DashboardCopy | null> {
  const fact = await database.facts.get(nameOf(listingKey))
  return (fact?.value as DashboardCopy | undefined) ?? null
}

/**
 * Stores a copy. Ignores a late response: one that was requested before the stored copy, or before the server accepted this
 * device's exposure figures, which it would then lack.
 */
export async function keepDashboardCopy(
  { replica, clock }: Device,
  listingKey: LocalKey,
  copy: DashboardCopy,
): Promise<void> {
  await replica.transact('refresh', async (tx) => {
    const storedAt = (await tx.meta<DashboardCopy>(nameOf(listingKey)))?.at ?? 0
    const acceptedAt = (await tx.meta<number>(acceptedNameOf(listingKey))) ?? 0
    // Times in the future were stored before the clock was set back, so they are not compared.
    const isLate = [storedAt, acceptedAt].some((at) => at > copy.at && at <= clock.now())
    if (!isLate) await tx.setMeta(nameOf(listingKey), copy satisfies Json)
  })
}

/**
 * Returns when the server last accepted a listing's exposure figures from this device, in epoch milliseconds; 0 if never. A
 * copy that was requested earlier may lack them.
 */
export async function figuresTakenAt({ facts }: DeviceDatabase, listingKey: LocalKey): Promise<number> {
  return ((await facts.get(acceptedNameOf(listingKey)))?.value as number | undefined) ?? 0
}

/** Records that the server accepted `figures` at `now`, and adds them to the stored copy, if there is one. */
export async function noteFiguresTaken(
  tx: ReplicaTransaction,
  now: number,
  listingKey: LocalKey,
  figures: readonly ExposureFigure[],
): Promise<void> {
  await tx.setMeta(acceptedNameOf(listingKey), now)
  const copy = await tx.meta<DashboardCopy>(nameOf(listingKey))
  if (copy === undefined) return
  await tx.setMeta(nameOf(listingKey), { ...copy, dashboard: withUnsentExposure(copy.dashboard, figures) })
}

function nameOf(listingKey: LocalKey): string {
  return `listing-dashboard ${listingKey}`
}

function acceptedNameOf(listingKey: LocalKey): string {
  return `taken-figures ${listingKey}`
}
