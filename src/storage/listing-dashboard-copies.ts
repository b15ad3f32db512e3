import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { Json } from '#core/contract/json.ts'
import { withUnsentExposure } from '#core/domain/unsent-exposure.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from './device.ts'
import type { DeviceDatabase } from './device-database.ts'

/** What the server last said of a listing's week, and when it was asked. */
export type DashboardCopy = { dashboard: ListingDashboard; at: number }

/** Null when this device never had one. Inside a live query it follows the copy. */
export async function dashboardCopy(database: DeviceDatabase, listingKey: LocalKey): Promise<DashboardCopy | null> {
  const fact = await database.facts.get(nameOf(listingKey))
  return (fact?.value as DashboardCopy | undefined) ?? null
}

export async function keepDashboardCopy(
  database: DeviceDatabase,
  listingKey: LocalKey,
  copy: DashboardCopy,
): Promise<void> {
  await database.facts.put({ name: nameOf(listingKey), value: copy satisfies Json })
}

/** When the server last took figures of a listing; a copy that was asked for until then may lack them. 0 where it never did. */
export async function figuresTakenAt({ facts }: DeviceDatabase, listingKey: LocalKey): Promise<number> {
  return ((await facts.get(takenNameOf(listingKey)))?.value as number | undefined) ?? 0
}

/** The server took `figures` just now: the copy shows them until it is asked for again. */
export async function noteFiguresTaken(
  { replica, clock }: Device,
  listingKey: LocalKey,
  figures: readonly ExposureFigure[],
): Promise<void> {
  await replica.transact('write', async (store) => {
    await store.putFact(takenNameOf(listingKey), clock.now())
    const copy = await store.fact<DashboardCopy>(nameOf(listingKey))
    if (copy === undefined) return
    await store.putFact(nameOf(listingKey), { ...copy, dashboard: withUnsentExposure(copy.dashboard, figures) })
  })
}

function nameOf(listingKey: LocalKey): string {
  return `listing-dashboard ${listingKey}`
}

function takenNameOf(listingKey: LocalKey): string {
  return `taken-figures ${listingKey}`
}
