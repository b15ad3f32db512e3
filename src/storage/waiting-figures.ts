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
  of: string,
  number: number,
  listing: LocalKey,
  figures: ExposureFigure[],
  isImported = false,
): FiguresPart {
  return { of, number, listing, figures, state: 'waiting', before: [], isUndone: false, isImported, problem: null }
}

/** As many as one request holds with ease. */
export const figuresInPart = 500

const prefix = 'figures '

function nameOf({ of, number }: Pick<FiguresPart, 'of' | 'number'>): string {
  return `${prefix}${of} ${String(number).padStart(6, '0')}`
}

/** All of them, or those of one import, in their order. Inside a live query it follows them. */
export async function figuresParts(database: DeviceDatabase, of = ''): Promise<FiguresPart[]> {
  const facts = await database.facts.where('name').startsWith(`${prefix}${of}`).toArray()
  return facts.flatMap(({ value }) => (value === null ? [] : [value as unknown as FiguresPart]))
}

/** Durable when it resolves: all of them or none. */
export async function keepFigures({ replica }: Device, parts: readonly FiguresPart[]): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const part of parts) await store.putFact(nameOf(part), part as unknown as Json)
  })
}

export async function forgetFigures({ replica }: Device, parts: readonly FiguresPart[]): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const part of parts) await store.putFact(nameOf(part), null)
  })
}

/** Whether the server has still to hear of it. */
export function isUnsent({ state, isUndone }: FiguresPart): boolean {
  return state !== 'sent' || isUndone
}

/** How many figures the server has not heard of. */
export async function countUnsentFigures(database: DeviceDatabase): Promise<number> {
  const parts = await figuresParts(database)
  return parts.filter(isUnsent).reduce((sum, { figures }) => sum + figures.length, 0)
}
