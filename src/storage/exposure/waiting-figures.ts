import type { Json } from '#core/contract/json.ts'
import { importFact } from '#core/import/imported-records.ts'
import { journalFromFact, recoveriesFact } from '#core/sync/metadata-keys.ts'
import { journalMs } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import type { Device } from '#storage/device/device.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { type FiguresPart, readFiguresPart, unsentFigures } from './unsent-figures.ts'

/** A part that is not stored yet gets its place in the order when it is. */
type NewFiguresPart = Omit<FiguresPart, 'seq'> & { seq?: number }

/** Which part; its name stays. */
type NameOfPart = Pick<FiguresPart, 'of' | 'number'>

/** Typed in, unless they come from a file. */
export function newFigures(
  part: Pick<FiguresPart, 'of' | 'number' | 'at' | 'listing' | 'figures' | 'seen'>,
  isImported = false,
): NewFiguresPart {
  const untried = { revision: 1, attempts: 0, nextAt: 0, foreignAnswers: 0, problem: null }
  return { ...part, ...untried, state: 'waiting', before: [], isUndone: false, isImported }
}

/** As many as one request holds with ease. */
export const figuresInPart = 500

const sentFigures = 'figures sent '

/** The last place in the order that was given away. */
const lastSeqFact = 'exposure-seq'

/** After which recovery the sent ones last went again; see `recoveriesFact`. */
const sentAgainFact = 'figures-sent-again'

function nameOf({ of, number }: NameOfPart, prefix: string): string {
  return `${prefix}${of} ${String(number).padStart(6, '0')}`
}

async function partsUnder(database: DeviceDatabase, prefix: string): Promise<FiguresPart[]> {
  const facts = await database.facts.where('name').startsWith(prefix).toArray()
  return facts.flatMap(({ value }) => readFiguresPart(value) ?? [])
}

/** All of them, or those of one import, the earliest first. Inside a live query it follows them. */
export async function figuresParts(database: DeviceDatabase, of = ''): Promise<FiguresPart[]> {
  const [sent, unsent] = await Promise.all([
    partsUnder(database, `${sentFigures}${of}`),
    partsUnder(database, `${unsentFigures}${of}`),
  ])
  return [...sent, ...unsent].toSorted(inOrder)
}

/** What the server has had since `since`, epoch milliseconds, the latest first. Inside a live query it follows them. */
export async function figuresSentSince(database: DeviceDatabase, since: number): Promise<FiguresPart[]> {
  const sent = await partsUnder(database, sentFigures)
  return sent
    .filter((part) => sentAtOf(part) >= since)
    .toSorted((one, other) => sentAtOf(other) - sentAtOf(one) || inOrder(other, one))
}

/**
 * What the server has not heard of, refused ones included: what was taken back, the latest first, then what is to be sent, the
 * earliest first. Inside a live query it follows them.
 */
export async function partsToSend(database: DeviceDatabase): Promise<FiguresPart[]> {
  const parts = (await partsUnder(database, unsentFigures)).toSorted(inOrder)
  return [...parts.filter(({ isUndone }) => isUndone).toReversed(), ...parts.filter(({ isUndone }) => !isUndone)]
}

function inOrder(one: FiguresPart, other: FiguresPart): number {
  const byTime = one.seq === 0 ? one.at - other.at : 0
  return one.seq - other.seq || byTime || one.number - other.number
}

/** Durable when it resolves: all of them or none. */
export async function keepFigures(
  { replica }: Pick<Device, 'replica'>,
  parts: readonly NewFiguresPart[],
): Promise<void> {
  await replica.transact('write', (tx) => putFigures(tx, parts))
}

/** `keepFigures` in the caller's transaction. */
export async function putFigures(tx: ReplicaTransaction, parts: readonly NewFiguresPart[]): Promise<void> {
  for (const part of parts) {
    const placed: FiguresPart = { ...part, seq: part.seq ?? (await nextSeq(tx)) }
    const [here, there] = isUnsent(part) ? [unsentFigures, sentFigures] : [sentFigures, unsentFigures]
    await tx.setMeta(nameOf(part, here), placed as unknown as Json)
    if ((await tx.meta(nameOf(part, there))) !== undefined) await tx.setMeta(nameOf(part, there), null)
  }
}

async function nextSeq(tx: ReplicaTransaction): Promise<number> {
  const seq = ((await tx.meta<number>(lastSeqFact)) ?? 0) + 1
  await tx.setMeta(lastSeqFact, seq)
  return seq
}

/** As it is now, in the caller's transaction; null when it is forgotten. */
export async function storedFigures(tx: ReplicaTransaction, named: NameOfPart): Promise<FiguresPart | null> {
  const unsent = readFiguresPart(await tx.meta<Json>(nameOf(named, unsentFigures)))
  return unsent ?? readFiguresPart(await tx.meta<Json>(nameOf(named, sentFigures)))
}

/**
 * Changes a part as it is now: it may have been taken back or let go while a request was on its way. Null where it is forgotten,
 * and nothing is changed then.
 */
export function changeFigures(
  { replica }: Pick<Device, 'replica'>,
  named: NameOfPart,
  change: (now: FiguresPart, tx: ReplicaTransaction) => FiguresPart | Promise<FiguresPart>,
): Promise<FiguresPart | null> {
  return replica.transact('write', async (tx) => {
    const now = await storedFigures(tx, named)
    if (now === null) return null
    const changed = await change(now, tx)
    await putFigures(tx, [changed])
    return changed
  })
}

/** With the last part of an import that was undone goes the import. */
export async function forgetFigures({ database, replica }: Device, parts: readonly NameOfPart[]): Promise<void> {
  const undone = new Set<string>()
  await replica.transact('write', async (tx) => {
    for (const part of parts) {
      if ((await storedFigures(tx, part))?.isUndone === true) undone.add(part.of)
      await dropFigures(tx, part)
    }
  })
  for (const of of undone)
    if ((await figuresParts(database, of)).length === 0)
      await replica.transact('write', (tx) => tx.setMeta(importFact(of), null))
}

async function dropFigures(tx: ReplicaTransaction, part: NameOfPart): Promise<void> {
  for (const prefix of [unsentFigures, sentFigures])
    if ((await tx.meta(nameOf(part, prefix))) !== undefined) await tx.setMeta(nameOf(part, prefix), null)
}

/**
 * Takes an import back on this device, all of it or nothing, and resolves to how many of its figures are gone with that. The
 * others stay until the server has taken them back.
 */
export async function markUndone({ database, replica }: Device, of: string): Promise<number> {
  const parts = await figuresParts(database, of)
  return replica.transact('write', async (tx) => {
    let [gone, left] = [0, 0]
    for (const named of parts) {
      const part = await storedFigures(tx, named)
      if (part === null) continue
      if (part.state === 'waiting') {
        await dropFigures(tx, part)
        gone += part.figures.length
      } else {
        await putFigures(tx, [{ ...part, ...untroubled, isUndone: true }])
        left += 1
      }
    }
    if (left === 0) await tx.setMeta(importFact(of), null)
    return gone
  })
}

/** What a part has that nothing went wrong with. */
export const untroubled = { problem: null, attempts: 0, nextAt: 0, foreignAnswers: 0 } as const

/** *Sync now* tries whatever was planned, as of the outbox. */
export async function resetBackoffOfFigures(device: Pick<Device, 'database' | 'replica'>): Promise<void> {
  const planned = (await partsToSend(device.database)).filter(({ nextAt }) => nextAt > 0)
  for (const part of planned) await changeFigures(device, part, (now) => ({ ...now, nextAt: 0 }))
}

/** When the next part goes by itself; null when none waits. */
export async function nextFiguresAt(database: DeviceDatabase): Promise<number | null> {
  const waiting = (await partsToSend(database)).filter(({ problem }) => problem === null)
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ nextAt }) => nextAt))
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
export async function sendAllAgain(device: Device): Promise<void> {
  const isOld = await ageOf(device)
  const sent = (await partsUnder(device.database, sentFigures)).filter((part) => !isOld(part))
  await device.replica.transact('write', async (tx) => {
    for (const part of sent) await putFigures(tx, [{ ...part, ...untroubled, state: 'asked' }])
    await tx.setMeta(sentAgainFact, (await tx.meta<number>(recoveriesFact)) ?? 0)
  })
}

/** Sent ones that were typed in are kept for a restored server, as long as the journal; imported ones for their undo. */
export async function forgetOldFigures(device: Device): Promise<void> {
  const isOld = await ageOf(device)
  const sent = await partsUnder(device.database, sentFigures)
  const old = sent.filter((part) => !part.isImported && isOld(part))
  if (old.length > 0) await forgetFigures(device, old)
}

/** Old by the server's clock, too: this device's may be wrong for a moment (fault J9). */
async function ageOf({ database, clock }: Device): Promise<(part: FiguresPart) => boolean> {
  const before = clock.now() - journalMs
  const journalFrom = Number((await database.facts.get(journalFromFact))?.value ?? 0)
  return (part) => sentAtOf(part) < before && (part.writtenAs ?? 0) <= journalFrom
}

/** When the server took them, epoch milliseconds: they may have waited for weeks. Parts of earlier programs do not say. */
export function sentAtOf({ sentAt, at }: Pick<FiguresPart, 'sentAt' | 'at'>): number {
  return sentAt ?? at
}

/** Whether the server has still to hear of it. */
function isUnsent({ state, isUndone }: Pick<FiguresPart, 'state' | 'isUndone'>): boolean {
  return state !== 'sent' || isUndone
}
