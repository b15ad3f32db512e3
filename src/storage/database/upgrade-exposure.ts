import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { readingOf } from '#core/domain/exposure/reading-fields.ts'
import { importedOpId, importFact, fingerprintOf } from '#core/import/imported-records.ts'
import type { ImportMetadata, ReplacedFigure } from '#core/import/make-import.ts'
import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { createRow } from '#core/sync/writing/record-change.ts'
import type { DeviceDatabase } from './device-database.ts'

/** Figures of one listing, as versions before exposure readings stored them in the device's metadata. */
type FiguresPart = {
  /** The import's id, or an id of its own for typed figures. */
  of: string
  /** Counts the parts of an import. */
  number: number
  at: number
  listing: string
  figures: ExposureFigure[]
  /** `asked`: sent, but not answered. */
  state: 'waiting' | 'asked' | 'sent'
  /** The counts that these figures replaced on the server, in the order of `figures`; empty until it has answered. */
  before: (ExposureCounts | null)[]
  isUndone: boolean
  isImported: boolean
}

/** Waiting parts were stored under `figures unsent `, others under `figures sent `. */
const partsPrefix = 'figures '
const otherFacts = ['exposure-seq', 'figures-sent-again']

/**
 * Turns figures that wait in the metadata into operations that create exposure readings. If the undo of an import waits, the readings have
 * the counts that the import had replaced. Figures that the server has are dropped; the import's metadata stores what they replaced, to undo
 * them.
 */
export async function upgradeFigures({ facts }: DeviceDatabase, replica: Replica, now: number): Promise<void> {
  const names = await facts.where('name').startsWith(partsPrefix).primaryKeys()
  if (names.length === 0) return
  await replica.transact('write', async (tx) => {
    const stored = await Promise.all(names.map((name) => tx.meta<Json>(name)))
    const parts = stored
      .flatMap((part) => (part === undefined || part === null ? [] : [part as unknown as FiguresPart]))
      .toSorted((one, other) => one.at - other.at || one.number - other.number)
    // By import: how many figures its earlier parts have.
    const figureCounts = new Map<string, number>()
    for (const part of parts) {
      const first = figureCounts.get(part.of) ?? 0
      figureCounts.set(part.of, first + part.figures.length)
      const prints = await createReadings(tx, replica.owner, part, { first, now })
      const known = (await tx.meta<ImportMetadata>(importFact(part.of))) ?? null
      if (known !== null) await tx.setMeta(importFact(part.of), part.isUndone ? null : withPart(known, part, prints))
    }
    for (const name of names) await tx.setMeta(name, null)
  })
  await facts.bulkDelete([...names, ...otherFacts])
}

/** Creates the readings that the server lacks. Returns the fingerprint of each figure; 0 for those without a reading. */
async function createReadings(
  tx: ReplicaTransaction,
  owner: string,
  { of, at, listing, figures, before, state, isUndone }: FiguresPart,
  { first, now }: { first: number; now: number },
): Promise<number[]> {
  const prints = figures.map(() => 0)
  // The figures were undone before they were sent, or the server has them already.
  if (state === (isUndone ? 'waiting' : 'sent')) return prints
  for (const [index, figure] of figures.entries()) {
    const toSend = isUndone ? withPreviousCounts(figure, before[index]) : figure
    const changes = readingOf(toSend, isUndone ? now : at)
    const references = { listing: { entity: 'listing' as const, key: listing } }
    const opId = importedOpId(of, first + index)
    await createRow(tx, owner, at, { opId, entity: 'exposure_reading', changes, references })
    prints[index] = fingerprintOf('exposure_reading', changes)
  }
  return prints
}

function withPreviousCounts(figure: ExposureFigure, before: ExposureCounts | null | undefined): ExposureFigure {
  const { platform, date, ...replacing } = figure
  const counts = Object.keys(replacing).map((name) => [name, before?.[name as keyof ExposureCounts] ?? null])
  return { platform, date, ...Object.fromEntries(counts) }
}

function withPart(kept: ImportMetadata, { listing, figures, before, state }: FiguresPart, prints: number[]) {
  const { total: _, ...rest } = kept
  const replaced: ReplacedFigure[] =
    state === 'sent'
      ? figures.map((figure, index) => ({ listing, figure: withPreviousCounts(figure, before[index]) as Fields }))
      : []
  return { ...rest, prints: [...kept.prints, ...prints], replaced: [...(kept.replaced ?? []), ...replaced] }
}
