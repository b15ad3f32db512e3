import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Json } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from './device.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Some figures of one listing, from when they were saved on this device until the server has them, and longer where their
 * import can be undone. A figure is no record: a later one takes the place of an earlier one, so that nothing is merged,
 * and there is nothing to look after once it is sent.
 */
export type FiguresPart = {
  /** The import's id, or one of their own for figures that were typed in. */
  of: string
  /** Counts the parts of an import. */
  number: number
  /** When they were saved, epoch milliseconds: the later ones take the place of the earlier. */
  at: number
  listing: LocalKey
  figures: ExposureFigure[]
  /** `asked`: the server may have them, without having said so. */
  state: 'waiting' | 'asked' | 'sent'
  /** What the server knew of each of the figures before them, once they are sent. */
  before: (ExposureCounts | null)[]
  /** The agent has taken them back, which the server does not know yet. */
  isUndone: boolean
  /** Whether they are kept when they are sent, for an undo. */
  isImported: boolean
  /** Why the server will never have them; null while it may. */
  problem: string | null
}

/** Typed in, unless they come from a file. */
export function newFigures(
  part: Pick<FiguresPart, 'of' | 'number' | 'at' | 'listing' | 'figures'>,
  isImported = false,
): FiguresPart {
  return { ...part, state: 'waiting', before: [], isUndone: false, isImported, problem: null }
}

/** As many as one request holds with ease. */
export const figuresInPart = 500

// Those of years lie beside the few that wait, which are looked for again and again.
const unsentFigures = 'figures unsent '
const sentFigures = 'figures sent '

function nameOf({ of, number }: Pick<FiguresPart, 'of' | 'number'>, prefix: string): string {
  return `${prefix}${of} ${String(number).padStart(6, '0')}`
}

async function partsUnder(database: DeviceDatabase, prefix: string): Promise<FiguresPart[]> {
  const facts = await database.facts.where('name').startsWith(prefix).toArray()
  return facts.flatMap(({ value }) => (value === null ? [] : [value as unknown as FiguresPart]))
}

/** All of them, or those of one import, the earliest first. Inside a live query it follows them. */
export async function figuresParts(database: DeviceDatabase, of = ''): Promise<FiguresPart[]> {
  const [sent, unsent] = await Promise.all([
    partsUnder(database, `${sentFigures}${of}`),
    partsUnder(database, `${unsentFigures}${of}`),
  ])
  return [...sent, ...unsent].toSorted(byTime)
}

/** One of them; undefined when it is forgotten. */
export async function figuresPart(
  database: DeviceDatabase,
  named: Pick<FiguresPart, 'of' | 'number'>,
): Promise<FiguresPart | undefined> {
  const facts = await database.facts.bulkGet([nameOf(named, unsentFigures), nameOf(named, sentFigures)])
  return (facts.find((fact) => fact !== undefined && fact.value !== null)?.value ?? undefined) as
    | FiguresPart
    | undefined
}

/**
 * What the server has not heard of, refused ones included: what was taken back, the latest first, then what is to be sent, the
 * earliest first. Inside a live query it follows them.
 */
export async function partsToSend(database: DeviceDatabase): Promise<FiguresPart[]> {
  const parts = (await partsUnder(database, unsentFigures)).toSorted(byTime)
  return [...parts.filter(({ isUndone }) => isUndone).toReversed(), ...parts.filter(({ isUndone }) => !isUndone)]
}

function byTime(one: FiguresPart, other: FiguresPart): number {
  return one.at - other.at || one.number - other.number
}

/** Durable when it resolves: all of them or none. */
export async function keepFigures({ replica }: Device, parts: readonly FiguresPart[]): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const part of parts) {
      const [here, there] = isUnsent(part) ? [unsentFigures, sentFigures] : [sentFigures, unsentFigures]
      await store.putFact(nameOf(part, here), part as unknown as Json)
      if ((await store.fact(nameOf(part, there))) !== undefined) await store.putFact(nameOf(part, there), null)
    }
  })
}

export async function forgetFigures({ replica }: Device, parts: readonly FiguresPart[]): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const part of parts)
      for (const prefix of [unsentFigures, sentFigures])
        if ((await store.fact(nameOf(part, prefix))) !== undefined) await store.putFact(nameOf(part, prefix), null)
  })
}

/** Whether the server has still to hear of it. */
export function isUnsent({ state, isUndone }: FiguresPart): boolean {
  return state !== 'sent' || isUndone
}

/** How many figures the server has not heard of. */
export async function countUnsentFigures(database: DeviceDatabase): Promise<number> {
  const parts = await partsToSend(database)
  return parts.reduce((sum, { figures }) => sum + figures.length, 0)
}
