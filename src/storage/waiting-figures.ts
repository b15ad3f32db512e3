import type { Json } from '#core/contract/json.ts'
import { recoveriesFact } from '#core/sync/fact-names.ts'
import { journalMs } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import type { DeviceDatabase } from './device-database.ts'
import { type FiguresPart, unsentFigures } from './unsent-figures.ts'

/** Typed in, unless they come from a file. */
export function newFigures(
  part: Pick<FiguresPart, 'of' | 'number' | 'at' | 'listing' | 'figures'>,
  isImported = false,
): FiguresPart {
  return { ...part, state: 'waiting', before: [], isUndone: false, isImported, problem: null }
}

/** As many as one request holds with ease. */
export const figuresInPart = 500

const sentFigures = 'figures sent '

/** After which recovery the sent ones last went again; see `recoveriesFact`. */
const sentAgainFact = 'figures-sent-again'

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
  await replica.transact('write', (store) => putFigures(store, parts))
}

/** `keepFigures` in the caller's transaction. */
export async function putFigures(store: ReplicaTransaction, parts: readonly FiguresPart[]): Promise<void> {
  for (const part of parts) {
    const [here, there] = isUnsent(part) ? [unsentFigures, sentFigures] : [sentFigures, unsentFigures]
    await store.putFact(nameOf(part, here), part as unknown as Json)
    if ((await store.fact(nameOf(part, there))) !== undefined) await store.putFact(nameOf(part, there), null)
  }
}

export async function forgetFigures({ replica }: Device, parts: readonly FiguresPart[]): Promise<void> {
  await replica.transact('write', async (store) => {
    for (const part of parts)
      for (const prefix of [unsentFigures, sentFigures])
        if ((await store.fact(nameOf(part, prefix))) !== undefined) await store.putFact(nameOf(part, prefix), null)
  })
}

/** Whether a server that was found to be restored may have lost some that it had confirmed. */
export async function haveToGoAgain({ facts }: DeviceDatabase): Promise<boolean> {
  const [recoveries, after] = await facts.bulkGet([recoveriesFact, sentAgainFact])
  return (recoveries?.value ?? 0) !== (after?.value ?? 0)
}

/**
 * What was sent is to be sent once more, under its own keys, which a server that still has them answers as before. It has
 * forgotten the keys of old ones, which would take the place of newer figures.
 */
export async function sendAllAgain({ database, replica, clock }: Device): Promise<void> {
  const sent = (await partsUnder(database, sentFigures)).filter((part) => sentAtOf(part) >= clock.now() - journalMs)
  await replica.transact('write', async (store) => {
    for (const part of sent) {
      await store.putFact(nameOf(part, unsentFigures), { ...part, state: 'asked' } as unknown as Json)
      await store.putFact(nameOf(part, sentFigures), null)
    }
    await store.putFact(sentAgainFact, (await store.fact<number>(recoveriesFact)) ?? 0)
  })
}

/** Sent ones that were typed in are kept for a restored server, as long as the journal; imported ones for their undo. */
export async function forgetOldFigures(device: Device): Promise<void> {
  const before = device.clock.now() - journalMs
  const sent = await partsUnder(device.database, sentFigures)
  const old = sent.filter((part) => !part.isImported && sentAtOf(part) < before)
  if (old.length > 0) await forgetFigures(device, old)
}

/** Figures may have waited for weeks before they were sent. */
function sentAtOf({ sentAt, at }: FiguresPart): number {
  return sentAt ?? at
}

/** Whether the server has still to hear of it. */
export function isUnsent({ state, isUndone }: FiguresPart): boolean {
  return state !== 'sent' || isUndone
}
