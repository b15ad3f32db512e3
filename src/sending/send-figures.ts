import { readExposure, sendExposure } from '#api/exposure.ts'
import type { HttpClient } from '#api/http-client.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import type { ExposureCounts, ExposureFigure, KeptFigure } from '#core/contract/exposure.ts'
import { firstMessage } from '#core/domain/account-messages.ts'
import { importedOpId, importFact } from '#core/import/imported-records.ts'
import { type ServerVerdict, verdictFact } from '#core/sync/fact-names.ts'
import { noteNewest, readKnownHistory } from '#core/sync/records/newest-version.ts'
import { oneAtATime } from '#storage/device-lock.ts'
import type { Device } from '#storage/device.ts'
import { noteFiguresTaken } from '#storage/listing-dashboard-copies.ts'
import { type FiguresPart, isRefused } from '#storage/unsent-figures.ts'
import {
  figuresPart,
  figuresParts,
  forgetFigures,
  forgetOldFigures,
  haveToGoAgain,
  keepFigures,
  partsToSend,
  putFigures,
  sendAllAgain,
} from '#storage/waiting-figures.ts'
import { dayName, withoutNewer } from './newer-figures.ts'

/** What became of figures that were taken back. */
type TakenBack = { deleted: number; restored: number; kept: number }

/**
 * Sends what waits, and takes back what was undone, one context at a time; resolves to what became of the latter. What cannot
 * be reached now stays and is tried again; it is safe to be asked as often as one likes.
 */
export function sendFigures(device: Device, client: HttpClient): Promise<TakenBack> {
  return oneAtATime(device, 'figures', () => sendAll(device, client))
}

/**
 * A browser that keeps no data has saved only what the server has: the rest of `of` is forgotten, with the reason. Null where
 * all is well.
 */
export async function unlessKept(device: Device, of: string): Promise<string | null> {
  if (device.onlineOnly === null) return null
  const left = (await partsToSend(device.database)).filter((part) => part.of === of)
  if (left.length === 0) return null
  await forgetFigures(device, left)
  return 'The server cannot be reached, and this browser keeps no data, so the figures may not be saved. Please try again.'
}

/** Takes some figures back, now or when the server can be reached, and resolves to what became of them. */
export function undoFigures(
  device: Device,
  named: Pick<FiguresPart, 'of' | 'number'>,
  client: HttpClient,
): Promise<TakenBack> {
  // Not while they are being sent: what they are changes then.
  return oneAtATime(device, 'figures', async () => {
    const part = await figuresPart(device.database, named)
    if (part !== undefined) await keepFigures(device, [{ ...part, isUndone: true }])
    return sendAll(device, client)
  })
}

async function sendAll(device: Device, client: HttpClient): Promise<TakenBack> {
  const taken: TakenBack = { deleted: 0, restored: 0, kept: 0 }
  const verdict = await device.replica.transact('read', (store) => store.fact<ServerVerdict>(verdictFact))
  if (await haveToGoAgain(device.database)) await sendAllAgain(device)
  for (const part of await partsToSend(device.database)) {
    const { isUndone, state, problem, figures } = part
    const hasNotLeft = state === 'waiting' || problem !== null
    // Before the listing's id: when the server is found to be restored in between, the id goes with the old history, and is refused.
    const known = await device.replica.transact('read', readKnownHistory)
    const { listing, isDeleted } = await listingOf(device, part)
    // A listing that was deleted has taken its figures along.
    if (isDeleted) await forget(device, part)
    else if (isUndone && hasNotLeft) {
      await forget(device, part)
      taken.deleted += figures.length
      // A plain server has no place for them.
    } else if (!isRefused(part) && listing?.id !== undefined && verdict?.kind !== 'plain') {
      const way = { device, client, listingId: listing.id, known }
      const isDone = await handOver(way, part, taken)
      if (!isDone) break
    }
  }
  await forgetOldFigures(device)
  return taken
}

/** A deletion that waits, or is in question, may be taken back. */
function listingOf({ replica }: Device, { listing: key }: FiguresPart) {
  return replica.transact('read', async (store) => {
    const [listing, chain] = [await store.row('listing', key), await store.chain('listing', key)]
    return { listing, isDeleted: listing === undefined && chain.length === 0 }
  })
}

/** With the last part of an import that was undone goes the import. */
async function forget(device: Device, part: FiguresPart): Promise<void> {
  await forgetFigures(device, [part])
  if (!part.isUndone || (await figuresParts(device.database, part.of)).length > 0) return
  await device.replica.transact('write', (store) => store.putFact(importFact(part.of), null))
}

/** Where the figures of a part go; `known` is the history that the listing's id belongs to. */
type Way = {
  device: Device
  client: HttpClient
  listingId: number
  known: Awaited<ReturnType<typeof readKnownHistory>>
}

/** False when the server cannot be asked now. */
async function handOver(way: Way, part: FiguresPart, taken: TakenBack): Promise<boolean> {
  const { device } = way
  const sent = part.state === 'sent' ? part : await send(way, part)
  if (sent === null || sent.problem !== null) return sent !== null
  if (!sent.isUndone) return true
  const isOver = await takeBack(way, sent, taken)
  await device.replica.transact('write', (store) => noteFiguresTaken(store, device.clock.now(), part.listing, []))
  if (isOver) await forget(device, sent)
  return isOver
}

/** The part as it is afterwards; null when the server cannot be asked now. */
async function send(way: Way, part: FiguresPart): Promise<FiguresPart | null> {
  const { device } = way
  const isSentAgain = part.before.length > 0
  const figures = isSentAgain ? await lostFigures(way, part) : part.figures
  if (figures === null) return null
  // An answer may be lost: from now on the server may have them.
  await keepFigures(device, [{ ...part, state: 'asked' }])
  const key = `${importedOpId(part.of, part.number)}:1`
  const answer = figures.length === 0 ? null : await sendAndNote(way, figures, key)
  if (answer?.ok === false && isForLater(answer)) return null
  const isRefused = answer?.ok === false && !(isSentAgain && isKeyReused(answer))
  // Sent again, they may be what is there.
  const before = answer?.ok === true && !isSentAgain ? answer.value.before : part.before
  const sentAt = device.clock.now()
  const now: FiguresPart = isRefused
    ? { ...part, problem: problemOf(answer) }
    : { ...part, state: 'sent', sentAt, before }
  // Together: the charts show what waits, and then what was taken.
  await device.replica.transact('write', async (store) => {
    await putFigures(store, [now])
    if (!isRefused) await noteFiguresTaken(store, sentAt, part.listing, part.isUndone ? [] : figures)
  })
  return now
}

/** What a server that was restored may have lost of a part that it had confirmed; null when it cannot be asked now. */
async function lostFigures(way: Way, { figures, before }: FiguresPart): Promise<readonly ExposureFigure[] | null> {
  const there = await figuresThere(way, figures)
  if (there.ok) return withoutNewer(figures, before, there.value)
  return isForLater(there) ? null : figures
}

/** What the server has on the days of some figures, by platform and day. */
async function figuresThere({ client, listingId }: Way, figures: readonly ExposureFigure[]) {
  const days = figures.map(({ date }) => date).toSorted()
  const answer = await readExposure(listingId, { from: days[0] ?? '', to: days.at(-1) ?? '' }, client)
  return answer.ok ? { ...answer, value: new Map(answer.value.map((figure) => [dayName(figure), figure])) } : answer
}

/** The server has lost nothing, and knows the key with all of the figures. */
function isKeyReused({ refusal: { body } }: AccountAnswer<unknown> & { ok: false }): boolean {
  return firstMessage(body, ['code']) === 'key_reused'
}

/** Then the device knows of the version that they were kept as, and notices a server that was put back to before it (fault C19). */
async function sendAndNote({ device, client, listingId, known }: Way, figures: readonly ExposureFigure[], key: string) {
  const history = known?.text ?? null
  const answer = await sendExposure(listingId, figures, { key, owner: device.owner, history }, client)
  if (answer.ok) {
    const { writtenAs } = answer.value
    await device.replica.transact('write', (store) => noteNewest(store, writtenAs ?? 0, known?.versions ?? []))
  }
  return answer
}

function isForLater(answer: AccountAnswer<unknown> & { ok: false }): boolean {
  const { status } = answer.refusal
  // Another agent's session, the same request still on its way, or a server that was restored.
  return answer.problem !== 'refused' || status === 403 || status === 409
}

function problemOf({ refusal: { status, body } }: AccountAnswer<unknown> & { ok: false }): string {
  if (status === 404) return 'The server does not have this listing, or keeps no figures.'
  return firstMessage(body, ['detail', 'error', 'message', 'non_field_errors']) ?? 'The server refused these figures.'
}

/** Puts back what was there, but for figures that are others by now. */
async function takeBack(way: Way, { figures, before }: FiguresPart, taken: TakenBack): Promise<boolean> {
  const { device } = way
  const there = await figuresThere(way, figures)
  if (!there.ok) return !isForLater(there)
  const back = figures.flatMap((figure, index): { figure: ExposureFigure; was: ExposureCounts | null }[] => {
    const was = before[index] ?? null
    const current = there.value.get(dayName(figure))
    return current !== undefined && isAsSent(current, figure, was) ? [{ figure, was }] : []
  })
  const { platform: _, ...unknown } = { platform: '', views: null, likes: null, saves: null }
  const restoring = back.map(({ figure: { platform, date }, was }) => ({ platform, date, ...(was ?? unknown) }))
  if (restoring.length > 0) {
    const restored = await sendAndNote(way, restoring, `${device.ids.uuid()}:1`)
    if (!restored.ok) return !isForLater(restored)
  }
  const restored = back.filter(({ was }) => was !== null).length
  taken.restored += restored
  taken.deleted += back.length - restored
  taken.kept += figures.length - back.length
  return true
}

/** What a figure left out stayed as it was. */
function isAsSent(now: KeptFigure, { views, likes, saves }: ExposureFigure, was: ExposureCounts | null): boolean {
  const sent = { views, likes, saves }
  return (['views', 'likes', 'saves'] as const).every((name) => {
    const said = sent[name]
    return now[name] === (said === undefined ? (was?.[name] ?? null) : said)
  })
}
