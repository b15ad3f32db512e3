import { readExposure, sendExposure } from '#api/exposure.ts'
import type { HttpClient } from '#api/http-client.ts'
import type { AccountAnswer } from '#api/account-answer.ts'
import type { ExposureCounts, ExposureFigure, KeptFigure } from '#core/contract/exposure.ts'
import { firstMessage } from '#core/domain/account-messages.ts'
import { importedOpId, importFact } from '#core/import/imported-records.ts'
import { type ServerVerdict, verdictFact } from '#core/sync/fact-names.ts'
import { browserLocks } from '#storage/browser-locks.ts'
import type { Device } from '#storage/device.ts'
import { outdateDashboardCopy } from '#storage/listing-dashboard-copies.ts'
import { type FiguresPart, isRefused } from '#storage/unsent-figures.ts'
import { figuresPart, figuresParts, forgetFigures, keepFigures, partsToSend } from '#storage/waiting-figures.ts'

/** What became of figures that were taken back. */
type TakenBack = { deleted: number; restored: number; kept: number }

/**
 * Sends what waits, and takes back what was undone, one context at a time; resolves to what became of the latter. What cannot
 * be reached now stays and is tried again; it is safe to be asked as often as one likes.
 */
export function sendFigures(device: Device, client: HttpClient): Promise<TakenBack> {
  return oneAtATime(device, () => sendAll(device, client))
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
  return oneAtATime(device, async () => {
    const part = await figuresPart(device.database, named)
    if (part !== undefined) await keepFigures(device, [{ ...part, isUndone: true }])
    return sendAll(device, client)
  })
}

async function oneAtATime<Result>({ owner }: Device, work: () => Promise<Result>): Promise<Result> {
  const locks = browserLocks()
  return locks === undefined ? work() : await locks.request(`fanlight-figures-${owner}`, work)
}

async function sendAll(device: Device, client: HttpClient): Promise<TakenBack> {
  const taken: TakenBack = { deleted: 0, restored: 0, kept: 0 }
  const verdict = await device.replica.transact('read', (store) => store.fact<ServerVerdict>(verdictFact))
  for (const part of await partsToSend(device.database)) {
    const { isUndone, state, problem, figures } = part
    const hasNotLeft = state === 'waiting' || problem !== null
    if (isRefused(part)) continue
    const listing = await device.database.listings.get(part.listing)
    // A listing that was deleted has taken its figures along.
    if (listing === undefined) await forget(device, part)
    else if (isUndone && hasNotLeft) {
      await forget(device, part)
      taken.deleted += figures.length
      // A plain server has no place for them.
    } else if (listing.id !== undefined && verdict?.kind !== 'plain') {
      const isDone = await handOver({ device, client, listingId: listing.id }, part, taken)
      if (!isDone) break
    }
  }
  return taken
}

/** With the last part of an import that was undone goes the import. */
async function forget(device: Device, part: FiguresPart): Promise<void> {
  await forgetFigures(device, [part])
  if (!part.isUndone || (await figuresParts(device.database, part.of)).length > 0) return
  await device.replica.transact('write', (store) => store.putFact(importFact(part.of), null))
}

/** Where the figures of a part go. */
type Way = { device: Device; client: HttpClient; listingId: number }

/** False when the server cannot be asked now. */
async function handOver(way: Way, part: FiguresPart, taken: TakenBack): Promise<boolean> {
  const { device } = way
  const sent = part.state === 'sent' ? part : await send(way, part)
  if (sent === null || sent.problem !== null) return sent !== null
  const isOver = !sent.isUndone || (await takeBack(way, sent, taken))
  if (isOver && (sent.isUndone || !sent.isImported)) await forget(device, sent)
  await outdateDashboardCopy(device.database, part.listing)
  return isOver
}

/** The part as it is afterwards; null when the server cannot be asked now. */
async function send({ device, client, listingId }: Way, part: FiguresPart): Promise<FiguresPart | null> {
  // An answer may be lost: from now on the server may have them.
  await keepFigures(device, [{ ...part, state: 'asked' }])
  const key = `${importedOpId(part.of, part.number)}:1`
  const answer = await sendExposure(listingId, part.figures, { key, owner: device.owner }, client)
  if (!answer.ok && isForLater(answer)) return null
  const now: FiguresPart = answer.ok
    ? { ...part, state: 'sent', before: answer.value }
    : { ...part, problem: problemOf(answer) }
  await keepFigures(device, [now])
  return now
}

function isForLater(answer: AccountAnswer<unknown> & { ok: false }): boolean {
  const { status } = answer.refusal
  // Another agent's session, or the same request still on its way.
  return answer.problem !== 'refused' || status === 403 || status === 409
}

function problemOf({ refusal: { status, body } }: AccountAnswer<unknown> & { ok: false }): string {
  if (status === 404) return 'The server does not have this listing, or keeps no figures.'
  return firstMessage(body, ['detail', 'error', 'message', 'non_field_errors']) ?? 'The server refused these figures.'
}

/** Puts back what was there, but for figures that are others by now. */
async function takeBack(
  { device: { owner, ids }, client, listingId }: Way,
  { figures, before }: FiguresPart,
  taken: TakenBack,
): Promise<boolean> {
  const days = figures.map(({ date }) => date).toSorted()
  const answer = await readExposure(listingId, { from: days[0] ?? '', to: days.at(-1) ?? '' }, client)
  if (!answer.ok) return !isForLater(answer)
  const now = new Map(answer.value.map((figure) => [nameOf(figure), figure]))
  const back = figures.flatMap((figure, index): { figure: ExposureFigure; was: ExposureCounts | null }[] => {
    const was = before[index] ?? null
    const current = now.get(nameOf(figure))
    return current !== undefined && isAsSent(current, figure, was) ? [{ figure, was }] : []
  })
  const { platform: _, ...unknown } = { platform: '', views: null, likes: null, saves: null }
  const restoring = back.map(({ figure: { platform, date }, was }) => ({ platform, date, ...(was ?? unknown) }))
  if (restoring.length > 0) {
    const restored = await sendExposure(listingId, restoring, { key: `${ids.uuid()}:1`, owner }, client)
    if (!restored.ok) return !isForLater(restored)
  }
  const restored = back.filter(({ was }) => was !== null).length
  taken.restored += restored
  taken.deleted += back.length - restored
  taken.kept += figures.length - back.length
  return true
}

function nameOf({ platform, date }: { platform: string; date: string }): string {
  return `${date} ${platform}`
}

/** What a figure left out stayed as it was. */
function isAsSent(now: KeptFigure, { views, likes, saves }: ExposureFigure, was: ExposureCounts | null): boolean {
  const sent = { views, likes, saves }
  return (['views', 'likes', 'saves'] as const).every((name) => {
    const said = sent[name]
    return now[name] === (said === undefined ? (was?.[name] ?? null) : said)
  })
}
