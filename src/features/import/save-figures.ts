import { readExposure } from '#api/exposure-calls.ts'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import { figureIn, readingOf } from '#core/domain/exposure/reading-fields.ts'
import { figureNames } from '#core/import/figure-columns.ts'
import type { ImportedFigure } from '#core/import/figure-import.ts'
import type { Known } from '#core/import/import-kind.ts'
import { makeImport, undoImport, type ReplacedFigure } from '#core/import/make-import.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import { allReadingsHere, readingTime, saveReadings, unsentReadings } from '#storage/exposure/stored-readings.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import { countImported } from './save-records.ts'
import type { Saving } from './screen-kind.ts'

/** Saves figures as new readings in the outbox, whether or not they replace figures of the same day. */
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
    const unsent = new Set((await unsentReadings(device.database)).map(({ key }) => key))
    // Readings that this device has sent are compared only if the server's figures cannot be read.
    const here = (await allReadingsHere(device.database)).filter(({ key }) => !server.isComplete || unsent.has(key))
    const known = new Map<string, Known>(server.known.map((one) => [one.key, one]))
    for (const row of here) {
      const figure = knownFigure(row.listing_key, figureIn(row))
      known.set(figure.key, { ...known.get(figure.key), ...figure })
    }
    return { known: [...known.values()], remark: server.isComplete ? null : notCompared }
  },
  run: (device, kind, { plan, isStopped, ...run }) =>
    withDeviceLock(device, 'import', async (lost) => {
      const replacing = plan.merges.map(({ records }) => Object.assign({}, ...records) as ImportedFigure)
      const readAt = readingTime(device.clock.now(), await allReadingsHere(device.database), null)
      const { made, isStopped: hasStopped } = await makeImport(device, {
        ...run,
        isStopped: () => isStopped() || lost.aborted,
        id: device.ids.uuid(),
        of: kind.name,
        entity: 'exposure_reading',
        creates: [...(plan.creates as ImportedFigure[]), ...replacing].map((figure) => ({
          entity: 'exposure_reading',
          changes: readingOf(figure, readAt),
          parent: { field: 'listing', entity: 'listing', key: figure.listing_key },
        })),
        merges: [],
      })
      const merged = Math.max(0, made - plan.creates.length)
      return { made: made - merged, merged, isStopped: hasStopped }
    }),
  countsOf: countImported('exposure_reading'),
  undo: (device, metadata, onProgress) =>
    withDeviceLock(device, 'import', async () => {
      const { replaced = [] } = metadata
      await restoreReplaced(device, replaced)
      const undone = await undoImport(device, {
        kept: metadata,
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

/** Saves what an import of an earlier version had replaced as new readings. */
async function restoreReplaced(device: Device, replaced: readonly ReplacedFigure[]): Promise<void> {
  const byListing = new Map<LocalKey, ExposureFigure[]>()
  for (const { listing, figure } of replaced)
    byListing.set(listing, [...(byListing.get(listing) ?? []), figure as ExposureFigure])
  const readAt = readingTime(device.clock.now(), await allReadingsHere(device.database), null)
  for (const [listing, figures] of byListing) await saveReadings(device, listing, figures, readAt)
}

function knownFigure(listing: LocalKey, figure: ExposureFigure): Known {
  const { platform, date } = figure
  const counts = figureNames.flatMap((name) => (figure[name] === undefined ? [] : [[name, figure[name]] as const]))
  return { key: `${listing} ${date} ${platform}`, listing_key: listing, platform, date, ...Object.fromEntries(counts) }
}

/** Returns the server's figures for the days of the file; `isComplete` is false if a request failed. */
async function figuresOnServer(
  { database }: Device,
  lines: readonly ImportedFigure[],
): Promise<{ known: Known[]; isComplete: boolean }> {
  const days = new Map<LocalKey, { from: string; to: string }>()
  for (const { listing_key, date } of lines) {
    const { from, to } = days.get(listing_key) ?? { from: date, to: date }
    days.set(listing_key, { from: date < from ? date : from, to: date > to ? date : to })
  }
  const known: Known[] = []
  for (const [key, between] of days) {
    const id = (await database.listings.get(key))?.id
    if (id === undefined) continue
    const answer = await readExposure(id, between)
    if (!answer.ok) return { known, isComplete: false }
    known.push(...answer.value.map((figure) => knownFigure(key, figure)))
  }
  return { known, isComplete: true }
}
