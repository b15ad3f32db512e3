import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import { readExposure } from '#api/exposure-calls.ts'
import { pageHttpClient } from '#api/page-http-client.ts'
import type { ImportedFigure } from '#core/import/figure-import.ts'
import { figureNames } from '#core/import/figure-columns.ts'
import type { Known } from '#core/import/import-kind.ts'
import { importFact } from '#core/import/imported-records.ts'
import type { Imported, ImportMetadata } from '#core/import/make-import.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { sendFigures, unlessKept } from '#sending/send-figures.ts'
import type { Device } from '#storage/device/device.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import type { FiguresPart } from '#storage/exposure/unsent-figures.ts'
import {
  figuresInPart,
  figuresParts,
  keepFigures,
  markUndone,
  newFigures,
  partsToSend,
} from '#storage/exposure/waiting-figures.ts'
import type { ImportOnDevice, Run, Saving } from './screen-kind.ts'
import { formatCount } from '#core/format/numbers.ts'

/** On this device, from where they go to the server when it can be reached. */
export const savingFigures: Saving = {
  listings: async ({ database }) => {
    const rows = await ownListings(database)
    return rows.map(({ key, id, status, property: { address = '', city = '', zip_code = '' } }) => {
      return { key, id, status, address, city, zip_code }
    })
  },
  compare: async (device, linesOfFile) => {
    const server = await figuresOnServer(
      device,
      (await linesOfFile()).map(({ record }) => record as ImportedFigure),
    )
    // Without the server, what this device once sent is the best that is known.
    const ours = server.isComplete ? await partsToSend(device.database) : await figuresParts(device.database)
    const known = new Map<string, Known>(server.known.map((one) => [one.key, one]))
    for (const { listing, figures } of ours.filter(({ isUndone, problem }) => !isUndone && problem === null))
      for (const figure of figures) {
        const name = keyOf(listing, figure)
        known.set(name, { ...known.get(name), ...knownFigure(listing, figure) })
      }
    return { known: [...known.values()], remark: server.isComplete ? null : notCompared }
  },
  run: (device, _, run) =>
    withDeviceLock(device, 'import', async (lost) => {
      const id = device.ids.uuid()
      const done = await keepAll(device, id, { ...run, isStopped: () => run.isStopped() || lost.aborted })
      const sending = sendFigures(device, pageHttpClient()).catch(() => {})
      if (device.onlineOnly !== null) await sending
      const notKept = await unlessKept(device, id)
      if (notKept === null) return done
      if ((await figuresParts(device.database, id)).length === 0) await keepImport(device, id, null)
      throw new Error(notKept)
    }),
  countsOf: async ({ database }, imports) => {
    // Not those that are sent: there may be many, and they say nothing more.
    const unsent = await partsToSend(database)
    return imports.map((kept) =>
      importOnDevice(
        kept,
        unsent.filter(({ of }) => of === kept.id),
      ),
    )
  },
  undo: (device, kept, onProgress) => withDeviceLock(device, 'import', () => undoImport(device, kept, onProgress)),
}

/** Longer than a server takes that can be reached; what it has not taken back by then it takes back later. */
const patienceMs = 3000

/** All of it is noted on this device before the server is asked. */
async function undoImport(device: Device, { id }: ImportMetadata, onProgress: (done: number) => void) {
  const gone = await markUndone(device, id)
  let done = gone
  onProgress(done)
  const taking = sendFigures(device, pageHttpClient(), {
    onDone: ({ of, figures }) => {
      if (of !== id) return
      done += figures.length
      onProgress(done)
    },
  }).catch(() => nothing)
  const taken = await untilNothingHappens(device, taking, () => done)
  const later = (await partsToSend(device.database)).filter(({ of }) => of === id)
  return { deleted: gone + taken.deleted, restored: taken.restored, kept: taken.kept, later: countOf(later) }
}

const nothing = { deleted: 0, restored: 0, kept: 0 }

/** What came of the work, or nothing once it has not got on for a while. */
async function untilNothingHappens(device: Device, work: Promise<typeof nothing>, progress: () => number) {
  for (;;) {
    const before = progress()
    const ended = await Promise.race([work, device.clock.sleep(patienceMs)])
    if (ended !== undefined) return ended
    if (progress() === before) return nothing
  }
}

async function keepImport({ replica }: Device, id: string, kept: ImportMetadata | null): Promise<void> {
  await replica.transact('write', (tx) => tx.setMeta(importFact(id), kept))
}

const notCompared =
  'The server cannot be reached, so its figures were not compared. Yours replace its figures for the same day when they are sent; Undo brings those back.'

function keyOf(listing: LocalKey, { platform, date }: ExposureFigure): string {
  return `${listing} ${date} ${platform}`
}

function knownFigure(listing: LocalKey, figure: ExposureFigure): Known {
  const { platform, date } = figure
  return { key: keyOf(listing, figure), listing_key: listing, platform, date, ...saidBy(figure) }
}

function saidBy(figure: ExposureFigure): Partial<ExposureCounts> {
  return Object.fromEntries(
    figureNames.flatMap((name) => (figure[name] === undefined ? [] : [[name, figure[name]] as const])),
  )
}

/** Returns the server's figures for the days of the file; incomplete without an answer. */
async function figuresOnServer(
  { database, clock }: Device,
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
    const answer = await readExposure({ client: pageHttpClient(), clock, keysInAddress: false }, id, between)
    if (answer.kind !== 'success') return { known, isComplete: false }
    known.push(...answer.value.map((figure) => knownFigure(key, figure)))
  }
  return { known, isComplete: true }
}

async function keepAll(device: Device, id: string, { name, plan, onProgress, isStopped }: Run): Promise<Imported> {
  const lines = [
    ...plan.creates.map((record) => ({ record: record as ImportedFigure, isNew: true })),
    ...plan.merges.map(({ records }) => ({ record: Object.assign({}, ...records) as ImportedFigure, isNew: false })),
  ]
  const byListing = new Map<LocalKey, typeof lines>()
  for (const line of lines) {
    const some = byListing.get(line.record.listing_key)
    if (some === undefined) byListing.set(line.record.listing_key, [line])
    else some.push(line)
  }
  const at = device.clock.now()
  const kept: ImportMetadata = { id, name, at, of: 'figures', prints: [], merges: [], total: lines.length }
  await keepImport(device, id, kept)
  const done = { made: 0, merged: 0 }
  let number = 0
  for (const [listing, all] of byListing)
    for (let first = 0; first < all.length && !isStopped(); first += figuresInPart) {
      const some = all.slice(first, first + figuresInPart)
      const figures = some.map(({ record }) => figureOf(record))
      await keepFigures(device, [newFigures({ of: id, number, at, listing, figures }, true)])
      number += 1
      const made = some.filter(({ isNew }) => isNew).length
      done.made += made
      done.merged += some.length - made
      onProgress(done.made + done.merged)
    }
  const total = done.made + done.merged
  if (total < lines.length) await keepImport(device, id, total === 0 ? null : { ...kept, total })
  return { ...done, isStopped: total < lines.length }
}

function figureOf(record: ImportedFigure): ExposureFigure {
  return { platform: record.platform, date: record.date, ...saidBy(record) }
}

function countOf(parts: readonly FiguresPart[]): number {
  return parts.reduce((sum, { figures }) => sum + figures.length, 0)
}

function importOnDevice(kept: ImportMetadata, unsent: readonly FiguresPart[]): ImportOnDevice {
  const problem = unsent.find((part) => part.problem !== null)?.problem ?? null
  const count = countOf(unsent)
  const figures = formatCount(count, 'figure goes', 'figures go')
  const waiting = `Waiting: ${figures} to the server when it can be reached.`
  const undone = 'Waiting to be undone when the server can be reached.'
  const onTheirWay = unsent.some(({ isUndone }) => isUndone) ? undone : waiting
  const note = problem ?? (unsent.length > 0 ? onTheirWay : null)
  return { kept, count: kept.total ?? 0, note }
}
