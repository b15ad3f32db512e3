import type { HttpClient } from '#api/http-client.ts'
import type { AbortSignalLike } from '#core/sync/ports.ts'
import { type ServerKind, serverKindFact } from '#core/sync/metadata-keys.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import { keysAreLostFact } from '#core/sync/sending/server-kind.ts'
import { pauseFact } from '#core/sync/sending/apply-result.ts'
import { withDeviceLock } from '#storage/device/device-lock.ts'
import type { Device } from '#storage/device/device.ts'
import { type FiguresPart, isRefused } from '#storage/exposure/unsent-figures.ts'
import {
  figuresParts,
  forgetFigures,
  forgetOldFigures,
  haveToGoAgain,
  partsToSend,
  putFigures,
  sendAllAgain,
  storedFigures,
  untroubled,
} from '#storage/exposure/waiting-figures.ts'
import { exchangeFigures, type Step, type TakenBack } from './exchange-figures.ts'
import { dayName, isOverwritten, withoutCounts } from './newer-figures.ts'

/**
 * Sends what waits, and takes back what was undone, one context at a time; resolves to what became of the latter. What cannot
 * be reached now stays and is tried again; it is safe to be asked as often as one likes.
 */
export function sendFigures(device: Device, client: HttpClient, asked: Asked = {}): Promise<TakenBack> {
  return withDeviceLock(device, 'figures', (lost) => sendAll({ device, client, asked, lost }))
}

type Asked = {
  /** What the agent has saved just now: the newest there is, so it is compared with nothing. */
  justSaved?: string
  /** Hears of each part that is done with. */
  onDone?: (part: FiguresPart) => void
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

/** Lets refused figures go once more, without what was saved over them since. */
export async function retryFigures(device: Device, parts: readonly FiguresPart[]): Promise<void> {
  const all = await figuresParts(device.database)
  const overwritten: FiguresPart[] = []
  await device.replica.transact('write', async (tx) => {
    for (const { of, number } of parts) {
      const part = await storedFigures(tx, { of, number })
      if (part === null || !isRefused(part)) continue
      const place = all.findIndex((other) => other.of === of && other.number === number)
      const later = all.slice(place + 1).filter((other) => other.listing === part.listing && !other.isUndone)
      const said = later.filter((other) => !isRefused(other)).flatMap(({ figures }) => figures)
      const left = part.isUndone ? part : withoutCounts(part, isOverwritten(part, said))
      if (left.figures.length === 0) overwritten.push(part)
      else await putFigures(tx, [{ ...left, ...untroubled }])
    }
  })
  await forgetFigures(device, overwritten)
}

type Run = {
  device: Device
  client: HttpClient
  asked: Asked
  /** Aborts when another context may have begun to send. */
  lost: AbortSignalLike
}

async function sendAll(run: Run): Promise<TakenBack> {
  const { device, asked, lost } = run
  const taken: TakenBack = { deleted: 0, restored: 0, kept: 0 }
  if (await haveToGoAgain(device.database)) await sendAllAgain(device)
  const link = await linkOf(run)
  // Later figures of a day never overtake the earlier, as changes of a record in the outbox.
  const heldDays = new Set<string>()
  for (const named of await partsToSend(device.database)) {
    if (lost.aborted) break
    const part = await device.replica.transact('read', (tx) => storedFigures(tx, named))
    if (part === null) continue
    const days = part.figures.map((figure) => `${part.listing} ${dayName(figure)}`)
    const isHeld = days.some((one) => heldDays.has(one))
    const step = await sendPart(run, { ...link, mayGo: link.mayGo && !isHeld }, part, taken)
    if (step === 'stopped') break
    if (step === 'waits') for (const one of days) heldDays.add(one)
    else asked.onDone?.(part)
  }
  await forgetOldFigures(device)
  return taken
}

type Link = { keysInAddress: boolean; mayGo: boolean }

/** A plain server has no place for figures, and one that asked for a pause has it. */
function linkOf({ device: { replica, clock } }: Run): Promise<Link> {
  return replica.transact('read', async (tx) => {
    const pausedUntil = (await tx.meta<number>(pauseFact)) ?? 0
    const isPlain = (await tx.meta<ServerKind>(serverKindFact))?.kind === 'plain'
    const keysInAddress = (await tx.meta<boolean>(keysAreLostFact)) === true
    return { keysInAddress, mayGo: !isPlain && isDue(pausedUntil, clock.now()) }
  })
}

async function sendPart(run: Run, { keysInAddress, mayGo }: Link, part: FiguresPart, taken: TakenBack): Promise<Step> {
  const { device, client } = run
  // Before the listing's id: when the server is found to be restored in between, the id goes with the old history, and is refused.
  const known = await device.replica.transact('read', readKnownHistory)
  const { listing, isDeleted } = await listingOf(device, part)
  // A listing that was deleted has taken its figures along.
  if (isDeleted) {
    await forgetFigures(device, [part])
    return 'done'
  }
  // It never left, or was refused.
  if (part.isUndone && part.state === 'waiting') {
    await forgetFigures(device, [part])
    taken.deleted += part.figures.length
    return 'done'
  }
  if (isRefused(part)) return 'done'
  if (!mayGo || listing?.id === undefined || !isDue(part.nextAt, device.clock.now())) return 'waits'
  const isNewest = part.of === run.asked.justSaved
  const way = { device, client, clock: device.clock, keysInAddress, listingId: listing.id, known, isNewest }
  return exchangeFigures(way, part, taken)
}

/** A deletion that waits, or is in question, may be taken back. */
function listingOf({ replica }: Device, { listing: key }: FiguresPart) {
  return replica.transact('read', async (tx) => {
    const [listing, chain] = [await tx.row('listing', key), await tx.recordQueue('listing', key)]
    return { listing, isDeleted: listing === undefined && chain.length === 0 }
  })
}
