import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Json } from '#core/contract/json.ts'
import { readingOf } from '#core/domain/exposure/reading-fields.ts'
import { importedOpId, importMetadataKey, fingerprintOf, oldPrintedFields } from '#core/import/imported-records.ts'
import type { ImportMetadata, ReplacedFigure } from '#core/import/make-import.ts'
import type { Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { createRow } from '#core/sync/writing/create-record.ts'
import type { DeviceDatabase } from './device-database.ts'

/** Figures of one listing, as versions before exposure readings stored them in the device's metadata. */
type FiguresPart = {
  /** The import's id, or an id of its own for typed figures. */
  of: string
  /** Counts the parts of an import. */
  number: number
  /** The order on the device; 0 or absent in the oldest parts, which are ordered by `at`. */
  seq?: number
  /** When they were saved, epoch milliseconds. */
  at: number
  /** When the server confirmed them, epoch milliseconds. */
  sentAt?: number
  listing: string
  figures: ExposureFigure[]
  /** `asked`: sent, but not answered. */
  state: 'waiting' | 'asked' | 'sent'
  /** The counts that these figures replaced on the server, in the order of `figures`; empty until it has answered. */
  before: (ExposureCounts | null)[]
  /** True if the agent has undone the import; the undo may not be on the server yet. */
  isUndone: boolean
  /** Why the figures wait for the agent to decide; null if they do not. */
  problem?: string | null
}

/** Waiting parts were stored under `figures unsent `, others under `figures sent `. */
const partsPrefix = 'figures '
const otherFacts = ['exposure-seq', 'figures-sent-again']

/**
 * Turns figures that wait in the metadata into operations that create exposure readings, in their order. If the undo of an import waits, the
 * readings have the counts that the import had replaced. Figures that the server has are dropped; the import's metadata stores what they
 * replaced, to undo them.
 */
export async function upgradeFigures({ facts }: DeviceDatabase, replica: Replica, now: number): Promise<void> {
  const names = await facts.where('name').startsWith(partsPrefix).primaryKeys()
  if (names.length === 0) return
  await replica.transact('write', async (tx) => {
    const stored = await Promise.all(names.map((name) => tx.meta<Json>(name)))
    const parts = stored
      .flatMap((part) => (part === undefined || part === null ? [] : [part as unknown as FiguresPart]))
      .toSorted(inOrder)
    // By import: how many figures its earlier parts have.
    const figureCounts = new Map<string, number>()
    let lastReadAt = 0
    for (const [index, part] of parts.entries()) {
      const first = figureCounts.get(part.of) ?? 0
      figureCounts.set(part.of, first + part.figures.length)
      lastReadAt = Math.max(part.at, lastReadAt + 1)
      const previous = previousFigures(part, parts.slice(index + 1))
      const prints = await createReadings(tx, replica.owner, part, { previous, first, readAt: lastReadAt, now })
      const metadata = (await tx.meta<ImportMetadata>(importMetadataKey(part.of))) ?? null
      if (metadata !== null)
        await tx.setMeta(importMetadataKey(part.of), part.isUndone ? null : withPart(metadata, previous, prints))
    }
    for (const name of names) await tx.setMeta(name, null)
  })
  await facts.bulkDelete([...names, ...otherFacts])
}

function inOrder(one: FiguresPart, other: FiguresPart): number {
  const [seq, otherSeq] = [one.seq ?? 0, other.seq ?? 0]
  return seq - otherSeq || (seq === 0 ? one.at - other.at : 0) || one.number - other.number
}

/**
 * Returns the counts that a part replaced on the server, to undo it, without counts that later parts have changed. `at` is just after the
 * part was confirmed, or else saved.
 */
function previousFigures({ listing, figures, before, at, sentAt }: FiguresPart, later: readonly FiguresPart[]) {
  if (before.length === 0) return []
  const savedLater = later.filter((part) => !part.isUndone && part.listing === listing).flatMap((part) => part.figures)
  return figures.flatMap((figure, index): ReplacedFigure[] => {
    const { platform, date, ...counts } = figure
    const sameDay = savedLater.filter((one) => one.platform === platform && one.date === date)
    const names = (Object.keys(counts) as (keyof ExposureCounts)[]).filter((name) =>
      sameDay.every((one) => one[name] === undefined),
    )
    if (names.length === 0) return []
    const previous = Object.fromEntries(names.map((name) => [name, before[index]?.[name] ?? null]))
    return [{ listing, figure: { platform, date, ...previous }, at: (sentAt ?? at) + 1 }]
  })
}

/** `previous`: the counts to restore. `first`: how many figures earlier parts of the import have. `readAt`: the time of new readings. */
type ReadingsOfPart = { previous: readonly ReplacedFigure[]; first: number; readAt: number; now: number }

/** Creates the readings that the server lacks. Returns the fingerprint of each figure; 0 for those without a reading. */
async function createReadings(
  tx: ReplicaTransaction,
  owner: string,
  { of, at, listing, figures, state, isUndone, problem = null }: FiguresPart,
  { previous, first, readAt, now }: ReadingsOfPart,
): Promise<number[]> {
  const prints = figures.map(() => 0)
  const isListingGone =
    (await tx.row('listing', listing)) === undefined && (await tx.recordQueue('listing', listing)).length === 0
  if (isListingGone) return prints
  const toSend = isUndone ? previous.map((one) => ({ figure: one.figure as ExposureFigure, at: one.at })) : []
  if (!isUndone && state !== 'sent') toSend.push(...figures.map((figure) => ({ figure, at: readAt })))
  for (const [index, one] of toSend.entries()) {
    const changes = readingOf(one.figure, one.at)
    const references = { listing: { entity: 'listing' as const, key: listing } }
    const opId = importedOpId(of, first + index)
    await createRow(tx, owner, at, { opId, entity: 'exposure_reading', changes, references })
    prints[index] = fingerprintOf(oldPrintedFields.exposure_reading, changes)
    if (problem !== null) await waitForAgent(tx, opId, problem, now)
  }
  return prints
}

async function waitForAgent(tx: ReplicaTransaction, opId: string, message: string, at: number): Promise<void> {
  const operation = await tx.operationByOpId(opId)
  const refusal = { status: null, code: null, message, fieldErrors: {}, at }
  if (operation !== undefined) await tx.putOperation({ ...operation, state: 'attention', refusal })
}

/** Adds a part's fingerprints and replaced figures, and removes `total`, which only imports before this upgrade have. */
function withPart(metadata: ImportMetadata, replaced: readonly ReplacedFigure[], prints: number[]): ImportMetadata {
  const { total: _, ...rest } = metadata
  return { ...rest, prints: [...metadata.prints, ...prints], replaced: [...(metadata.replaced ?? []), ...replaced] }
}
