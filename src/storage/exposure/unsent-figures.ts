import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import type { Json } from '#core/contract/json.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

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
  /** Orders the parts of this device: the later ones take the place of the earlier. 0 in parts of earlier programs. */
  seq: number
  /** When they were saved, epoch milliseconds; orders nothing but parts of earlier programs. */
  at: number
  /** When the server last confirmed them, epoch milliseconds; parts of earlier programs lack it. */
  sentAt?: number
  /** The agent's version that the server gave them; null where it named none. */
  writtenAs?: number | null
  listing: LocalKey
  figures: ExposureFigure[]
  /** What the agent saw of each figure while typing. Missing where nothing was shown, and others are replaced unasked. */
  seen?: ExposureCounts[]
  /** `asked`: the server may have them, without having said so. */
  state: 'waiting' | 'asked' | 'sent'
  /** What the server knew of each of the figures before them, once they are sent. */
  before: (ExposureCounts | null)[]
  /** The agent has taken them back, which the server does not know yet. */
  isUndone: boolean
  /** Whether they are kept for as long as their import can be undone. */
  isImported: boolean
  /** Rises after a definite refusal; with `of` and `number` it makes the idempotency key. */
  revision: number
  /** Failures in a row. */
  attempts: number
  /** Not before this instant; epoch milliseconds. */
  nextAt: number
  /** How many answers in a row were not our server's. */
  foreignAnswers: number
  /** Why they wait for the agent; null while they go by themselves. */
  problem: string | null
}

// Those of years lie beside the few that wait, which are looked for again and again.
export const unsentFigures = 'figures unsent '

/** A stored part, with what earlier programs did not write; null when it is forgotten. */
export function readFiguresPart(stored: Json | undefined): FiguresPart | null {
  if (stored === undefined || stored === null) return null
  const part = { seq: 0, revision: 1, attempts: 0, nextAt: 0, foreignAnswers: 0, ...(stored as object) } as FiguresPart
  const isOfEarlierProgram = !('revision' in (stored as object))
  // They forgot what was refused and then taken back, although the server may have it.
  return isOfEarlierProgram && part.isUndone ? { ...part, problem: null } : part
}

/** How many parts the server has not heard of: on their way, or waiting for the agent. Inside a live query it follows them. */
export async function countFigures({ facts }: DeviceDatabase): Promise<{ waiting: number; needsAgent: number }> {
  const counts = { waiting: 0, needsAgent: 0 }
  for (const { value } of await facts.where('name').startsWith(unsentFigures).toArray()) {
    const part = readFiguresPart(value)
    if (part !== null) counts[isRefused(part) ? 'needsAgent' : 'waiting'] += 1
  }
  return counts
}

/** They wait for the agent. */
export function isRefused({ problem }: Pick<FiguresPart, 'problem'>): boolean {
  return problem !== null
}
