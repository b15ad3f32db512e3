import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { readExposure } from '#api/exposure-calls.ts'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { figureIn, readingOf } from '#core/domain/exposure/reading-fields.ts'
import type { ImportedFigure } from '#core/import/figure-import.ts'
import type { KnownRecord } from '#core/import/import-kind.ts'
import { makeImport, undoImport, type ReplacedFigure } from '#core/import/make-import.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import type { ExposureReadingRow } from '#storage/database/rows.ts'
import type { Device } from '#storage/device/device.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import {
  allReadingsHere,
  noteServerTime,
  readingTime,
  saveReadings,
  unsentReadings,
} from '#storage/exposure/stored-readings.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import { countImported } from './save-records.ts'
import type { Saving } from './screen-kind.ts'

/** Saves each figure as a new reading in the outbox. The newest reading of a day is shown, so it also replaces an earlier figure. */
export const savingFigures: Saving = {
  listings: async ({ database }) => {
    const rows = await ownListings(database)
    return rows.map(({ key, id, status, property: { address = '', city = '', zip_code = '' } }) => {
      return { key, id, status, address, city, zip_code }
    })
  },
  compare: async (device, linesOfFile) => {
    const lines = (await linesOfFile()).map(({ record }) => record as ImportedFigure)
    const server = await figuresOnServer(device, lines)
    const known = new Map<string, KnownRecord>(server.known.map((one) => [one.key, one]))
    const unsent = await unsentReadings(device.database)
    for (const key of await keysToBeDeleted(device, unsent)) known.delete(key)
    const stateOf = new Map(unsent.map(({ key, state }) => [key, state]))
    for (const row of await allReadingsHere(device.database)) {
      const state = stateOf.get(row.key)
      // Skips rejected readings. Sent ones count only if the server's figures are incomplete; complete ones include them.
      if (state === 'attention' || (state === undefined && server.isComplete)) continue
      const figure = knownFigure(row.listing_key, figureIn(row))
      known.set(figure.key, { ...known.get(figure.key), ...figure })
    }
    return { known: [...known.values()], comparisonRemark: server.isComplete ? null : notCompared }
  },
  run: (device, kind, { plan, isStopped, ...run }) =>
    withDeviceLock(device, 'import', async (lockLost) => {
      const isListingHere = await listingsHere(device)
      const ofListingsHere = (all: readonly object[]) =>
        (all as ImportedFigure[]).filter(({ listing_key }) => isListingHere(listing_key))
      const added = ofListingsHere(plan.creates)
      const updated = ofListingsHere(plan.merges.map(({ records }) => Object.assign({}, ...records) as object))
      const readAt = await readingTime(device)
      const { created, isStopped: hasStopped } = await makeImport(device, {
        ...run,
        isStopped: () => isStopped() || lockLost.aborted,
        id: device.ids.uuid(),
        of: kind.name,
        entity: 'exposure_reading',
        creates: [...added, ...updated].map((figure) => ({
          entity: 'exposure_reading',
          changes: readingOf(figure, readAt),
          parent: { field: 'listing', entity: 'listing', key: figure.listing_key },
        })),
        merges: [],
      })
      // `added` is saved first, so anything created beyond its length is an update.
      const merged = Math.max(0, created - added.length)
      return { created: created - merged, merged, isStopped: hasStopped }
    }),
  countsOf: countImported('exposure_reading'),
  undo: (device, metadata, onProgress) =>
    withDeviceLock(device, 'import', async () => {
      const { replaced = [] } = metadata
      await restoreReplaced(device, replaced)
      const undone = await undoImport(device, {
        metadata,
        entity: 'exposure_reading',
        newId: () => device.ids.uuid(),
        isMentioned: () => false,
        onProgress,
      })
      return { ...undone, restored: undone.restored + replaced.length }
    }),
}

const notCompared =
  'The server cannot be reached, so its figures were not compared. Yours replace its figures for the same day when they are sent; Undo brings those back.'

/** Restores the figures that an import replaced: saves them as readings, with their time (`at`). Only imports by earlier versions stored them. */
async function restoreReplaced(device: Device, replaced: readonly ReplacedFigure[]): Promise<void> {
  const isListingHere = await listingsHere(device)
  for (const { listing, figure, at } of replaced)
    if (isListingHere(listing)) await saveReadings(device, listing, [figure as ExposureFigure], at)
}

async function listingsHere({ database }: Device): Promise<(key: LocalKey) => boolean> {
  const keys = new Set(await database.listings.toCollection().primaryKeys())
  return (key) => keys.has(key)
}

/** Returns the keys (see `knownFigure`) of figures that the agent has deleted and the server still has. */
async function keysToBeDeleted({ database }: Device, unsent: readonly Operation[]): Promise<string[]> {
  const deleted = unsent.filter(({ kind }) => kind === 'delete')
  const bases = await database.bases.bulkGet(deleted.map(({ key }) => ['exposure_reading', key]))
  return bases.flatMap((base) => {
    const { listing_key, platform, date } = (base?.record ?? {}) as Partial<ExposureReadingRow>
    return listing_key === undefined ? [] : [`${listing_key} ${date} ${platform}`]
  })
}

/** Returns a figure to compare the file with. Its key names its listing, day and platform. */
function knownFigure(listing: LocalKey, figure: ExposureFigure): KnownRecord {
  const { platform, date } = figure
  const counts = exposureCountNames.flatMap((name) =>
    figure[name] === undefined ? [] : [[name, figure[name]] as const],
  )
  return { key: `${listing} ${date} ${platform}`, listing_key: listing, platform, date, ...Object.fromEntries(counts) }
}

/** Returns the server's figures for the days of the file; `isComplete` is false if a request failed. */
async function figuresOnServer(
  device: Device,
  lines: readonly ImportedFigure[],
): Promise<{ known: KnownRecord[]; isComplete: boolean }> {
  const days = new Map<LocalKey, { from: string; to: string }>()
  for (const { listing_key, date } of lines) {
    const { from, to } = days.get(listing_key) ?? { from: date, to: date }
    days.set(listing_key, { from: date < from ? date : from, to: date > to ? date : to })
  }
  const known: KnownRecord[] = []
  for (const [key, between] of days) {
    const id = (await device.database.listings.get(key))?.id
    if (id === undefined) continue
    const answer = await readExposure(id, between)
    if (!answer.ok) return { known, isComplete: false }
    await noteServerTime(device, answer.value.asOf)
    known.push(...answer.value.figures.map((figure) => knownFigure(key, figure)))
  }
  return { known, isComplete: true }
}
