import type { ListingDashboard } from '#core/contract/listing-dashboard.ts'
import type { Json } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/** What the server last said of a listing's week, and when; `isOutdated` when it was told something since. */
export type DashboardCopy = { dashboard: ListingDashboard; at: number; isOutdated?: true }

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

export async function outdateDashboardCopy(database: DeviceDatabase, listingKey: LocalKey): Promise<void> {
  const copy = await dashboardCopy(database, listingKey)
  if (copy !== null) await keepDashboardCopy(database, listingKey, { ...copy, isOutdated: true })
}

function nameOf(listingKey: LocalKey): string {
  return `listing-dashboard ${listingKey}`
}
