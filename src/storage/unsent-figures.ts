import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Some figures of one listing, from when they were saved on this device until the server has them, and longer for a server that
 * is restored and where their import can be undone. A figure is no record: a later one takes the place of an earlier one, so
 * that nothing is merged.
 */
export type FiguresPart = {
  /** The import's id, or one of their own for figures that were typed in. */
  of: string
  /** Counts the parts of an import. */
  number: number
  /** When they were saved, epoch milliseconds: the later ones take the place of the earlier. */
  at: number
  /** When the server last confirmed them, epoch milliseconds; parts of earlier programs lack it. */
  sentAt?: number
  listing: LocalKey
  figures: ExposureFigure[]
  /** `asked`: the server may have them, without having said so. */
  state: 'waiting' | 'asked' | 'sent'
  /** What the server knew of each of the figures before them, once they are sent. */
  before: (ExposureCounts | null)[]
  /** The agent has taken them back, which the server does not know yet. */
  isUndone: boolean
  /** Whether they are kept for as long as their import can be undone. */
  isImported: boolean
  /** Why the server will never have them; null while it may. */
  problem: string | null
}

// Those of years lie beside the few that wait, which are looked for again and again.
export const unsentFigures = 'figures unsent '

/** How many parts the server has not heard of: on their way, or refused. Inside a live query it follows them. */
export async function countFigures({ facts }: DeviceDatabase): Promise<{ waiting: number; needsYou: number }> {
  const counts = { waiting: 0, needsYou: 0 }
  for (const { value } of await facts.where('name').startsWith(unsentFigures).toArray()) {
    const part = value as unknown as FiguresPart | null
    if (part !== null) counts[isRefused(part) ? 'needsYou' : 'waiting'] += 1
  }
  return counts
}

/** What was refused and then taken back only has to be forgotten. */
export function isRefused({ problem, isUndone }: FiguresPart): boolean {
  return problem !== null && !isUndone
}
