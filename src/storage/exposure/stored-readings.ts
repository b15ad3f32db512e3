import { Dexie } from 'dexie'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { readingOf } from '#core/domain/exposure/reading-fields.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import type { ExposureReadingRow } from '#storage/database/rows.ts'
import type { Device } from '#storage/device/device.ts'

/** This device's readings of a listing, oldest first: those of other devices are only on the server. */
export async function readingsHere(database: DeviceDatabase, listingKey: LocalKey): Promise<ExposureReadingRow[]> {
  const rows = await database.exposure_readings.where('listing_key').equals(listingKey).toArray()
  return rows.toSorted(byTime)
}

export async function allReadingsHere(database: DeviceDatabase): Promise<ExposureReadingRow[]> {
  return (await database.exposure_readings.toArray()).toSorted(byTime)
}

function byTime(one: ExposureReadingRow, other: ExposureReadingRow): number {
  return timeOf(one) - timeOf(other)
}

function timeOf({ read_at }: ExposureReadingRow): number {
  return Date.parse(read_at ?? '') || 0
}

/** Returns the unsent operations on readings, of all listings. */
export function unsentReadings(database: DeviceDatabase): Promise<Operation[]> {
  return database.outbox
    .where('[entity+key]')
    .between(['exposure_reading', Dexie.minKey], ['exposure_reading', Dexie.maxKey])
    .toArray()
}

/** Metadata key: the newest time at which the server computed exposure that this device has shown, as an instant. */
const serverTimeFact = 'exposure-as-of'

/** Notes when the server computed exposure that the agent sees, for `readingTime`. */
export async function noteServerTime({ replica }: Pick<Device, 'replica'>, asOf: string | null): Promise<void> {
  if (asOf === null) return
  await replica.transact('refresh', async (tx) => {
    if (asOf > ((await tx.meta<string>(serverTimeFact)) ?? '')) await tx.setMeta(serverTimeFact, asOf)
  })
}

/**
 * Returns the time to store in new readings, in epoch milliseconds: now, but later than all exposure that the agent has seen, even if this
 * device's clock is slow.
 */
export async function readingTime({ database, clock }: Pick<Device, 'database' | 'clock'>): Promise<number> {
  const asOf = (await database.facts.get(serverTimeFact))?.value
  const last = (await allReadingsHere(database)).at(-1)
  const seen = [last === undefined ? 0 : timeOf(last), typeof asOf === 'string' ? Date.parse(asOf) || 0 : 0]
  return Math.max(clock.now(), ...seen.map((time) => time + 1))
}

/** Saves figures on this device; resolves when they are durable. In an online-only browser, some may be saved although the promise rejects. */
export async function saveReadings(
  { replica, clock, ids }: Pick<Device, 'replica' | 'clock' | 'ids'>,
  listingKey: LocalKey,
  figures: readonly ExposureFigure[],
  readAt: number,
): Promise<void> {
  const references = { listing: { entity: 'listing' as const, key: listingKey } }
  await replica.transact('write', async (tx) => {
    for (const figure of figures) {
      const changes = readingOf(figure, readAt)
      const reading = { opId: ids.uuid(), entity: 'exposure_reading' as const, changes, references }
      await createRow(tx, replica.owner, clock.now(), reading)
    }
  })
}
