import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { Json } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { Device } from '#storage/device/device.ts'

/**
 * The server's dashboard of a listing; `at` is when it was requested. `readingsState` (see `ListingWeek`) names the state of this device's
 * exposure readings at that time: if it has changed since, the copy may be outdated.
 */
export type DashboardCopy = { dashboard: ListingDashboard; at: number; readingsState?: string }

export async function dashboardCopy(database: DeviceDatabase, listingKey: LocalKey): Promise<DashboardCopy | null> {
  const fact = await database.facts.get(nameOf(listingKey))
  return (fact?.value as DashboardCopy | undefined) ?? null
}

/** Stores a copy. Ignores a late response: one that was requested before the stored copy. */
export async function storeDashboardCopy(
  { replica, clock }: Device,
  listingKey: LocalKey,
  copy: DashboardCopy,
): Promise<void> {
  await replica.transact('refresh', async (tx) => {
    const storedAt = (await tx.meta<DashboardCopy>(nameOf(listingKey)))?.at ?? 0
    // A time in the future was stored before the clock was set back, so it is not compared.
    const isLate = storedAt > copy.at && storedAt <= clock.now()
    if (!isLate) await tx.setMeta(nameOf(listingKey), copy satisfies Json)
  })
}

function nameOf(listingKey: LocalKey): string {
  return `listing-dashboard ${listingKey}`
}
