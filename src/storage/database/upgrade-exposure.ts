import type { Transaction } from 'dexie'
import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Fields } from '#core/contract/json.ts'
import { readingOf } from '#core/domain/exposure/reading-fields.ts'
import { importedOpId, importFact, fingerprintOf } from '#core/import/imported-records.ts'
import type { ImportMetadata, ReplacedFigure } from '#core/import/make-import.ts'
import { composeRow } from '#core/sync/records/compose-row.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import { newOperation } from '#core/sync/records/operations.ts'

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
  /** What the server had before, once it has answered. */
  before: (ExposureCounts | null)[]
  isUndone: boolean
  isImported: boolean
}

/** Waiting parts were stored under `figures unsent `, others under `figures sent `. */
const partsPrefix = 'figures '
const otherFacts = ['exposure-seq', 'figures-sent-again']

/**
 * Turns figures that wait in the metadata into operations that create exposure readings. For an import whose undo waits, the readings say
 * what it had replaced. What the server has is dropped; imports remember what they replaced, so that they can still be undone.
 */
export async function upgradeFigures(transaction: Transaction, owner: string, now: number): Promise<void> {
  const facts = transaction.table<{ name: string; value: unknown }, string>('facts')
  const stored = await facts.where('name').startsWith(partsPrefix).toArray()
  const parts = stored
    .flatMap(({ value }) => (value === null ? [] : [value as FiguresPart]))
    .toSorted((one, other) => one.at - other.at || one.number - other.number)
  const placeIn = new Map<string, number>()
  const imports = new Map<string, ImportMetadata | null>()
  for (const part of parts) {
    const first = placeIn.get(part.of) ?? 0
    placeIn.set(part.of, first + part.figures.length)
    const known = imports.get(part.of) ?? ((await facts.get(importFact(part.of)))?.value as ImportMetadata | undefined)
    const isUndoing = part.isUndone && part.state !== 'waiting'
    const figures = isUndoing
      ? part.figures.map((figure, index) => givenBack(figure, part.before[index]))
      : part.figures
    const isToSend = isUndoing || (!part.isUndone && part.state !== 'sent')
    const prints = isToSend ? await addOperations(part, figures, first) : figures.map(() => 0)
    if (part.isUndone) imports.set(part.of, null)
    else if (known) imports.set(part.of, withPart(known, part, prints))
  }
  for (const [id, kept] of imports) {
    if (kept === null) await facts.delete(importFact(id))
    else await facts.put({ name: importFact(id), value: kept })
  }
  await facts.bulkDelete([...stored.map(({ name }) => name), ...otherFacts])

  async function addOperations(part: FiguresPart, figures: ExposureFigure[], first: number): Promise<number[]> {
    const { of, listing, isUndone } = part
    const prints: number[] = []
    for (const [index, figure] of figures.entries()) {
      const opId = importedOpId(of, first + index)
      const changes = readingOf(figure, isUndone ? now : part.at)
      const operation = newOperation({
        owner,
        opId,
        entity: 'exposure_reading',
        key: localKeyOf(opId),
        kind: 'create',
        madeAt: part.at,
        changes,
        references: { listing: { entity: 'listing', key: listing } },
      })
      const seq = await transaction.table('outbox').add(operation)
      const row = composeRow(operation, undefined, [{ ...operation, seq: Number(seq) }])
      await transaction.table('exposure_readings').put(row)
      prints.push(fingerprintOf('exposure_reading', changes))
    }
    return prints
  }
}

/** Returns the figure that shows the previous counts again. */
function givenBack(figure: ExposureFigure, before: ExposureCounts | null | undefined): ExposureFigure {
  const { platform, date, ...said } = figure
  const counts = Object.keys(said).map((name) => [name, before?.[name as keyof ExposureCounts] ?? null])
  return { platform, date, ...Object.fromEntries(counts) }
}

function withPart(kept: ImportMetadata, { listing, figures, before, state }: FiguresPart, prints: number[]) {
  const { total: _, ...rest } = kept
  const replaced: ReplacedFigure[] =
    state === 'sent'
      ? figures.map((figure, index) => ({ listing, figure: givenBack(figure, before[index]) as Fields }))
      : []
  return { ...rest, prints: [...kept.prints, ...prints], replaced: [...(kept.replaced ?? []), ...replaced] }
}
