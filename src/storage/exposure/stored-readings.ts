import { Dexie } from 'dexie'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { readingOf } from '#core/domain/exposure/reading-fields.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { createRow } from '#core/sync/writing/record-change.ts'
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

/** The operations on readings that the server has not confirmed, of all listings. */
export function unsentReadings(database: DeviceDatabase): Promise<Operation[]> {
  return database.outbox
    .where('[entity+key]')
    .between(['exposure_reading', Dexie.minKey], ['exposure_reading', Dexie.maxKey])
    .toArray()
}

/**
 * Returns the `read_at` of new readings of a listing, in epoch milliseconds: now, but later than all figures that the agent has seen, even
 * if this device's clock is slow. `here`: this device's readings. `asOf`: when the server computed the figures that the agent saw.
 */
export function readingTime(now: number, here: readonly ExposureReadingRow[], asOf: string | null | undefined): number {
  const last = here.at(-1)
  const seen = [last === undefined ? 0 : timeOf(last), Date.parse(asOf ?? '') || 0]
  return Math.max(now, ...seen.map((time) => time + 1))
}

/** Saves figures on this device, all or none. They are durable when it resolves. */
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
