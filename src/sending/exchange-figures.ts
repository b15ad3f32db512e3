import { type ExposureAnswer, type ExposureLink, readExposure, sendExposure } from '#api/exposure-calls.ts'
import { remoteServer } from '#api/remote-server.ts'
import type { ExposureCounts, ExposureFigure } from '#core/contract/exposure.ts'
import { importedOpId } from '#core/import/imported-records.ts'
import { createAbort } from '#core/sync/abort.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Failure } from '#core/sync/requests/answers.ts'
import { noteNewest, type readKnownHistory } from '#core/sync/records/newest-version.ts'
import { pauseFact, nextStep } from '#core/sync/sending/apply-result.ts'
import { isConnectionProved, keysAreLostFact } from '#core/sync/sending/server-kind.ts'
import type { Device } from '#storage/device/device.ts'
import { noteFiguresTaken } from '#storage/reading/listing-dashboard-copies.ts'
import { type FiguresPart, isRefused } from '#storage/exposure/unsent-figures.ts'
import { changeFigures, forgetFigures, partsToSend, untroubled } from '#storage/exposure/waiting-figures.ts'
import { afterFailure } from './after-failure.ts'
import { setChangedAside } from './changed-elsewhere.ts'
import { dayName, type FiguresThere, isAsSent, withoutNewer } from './newer-figures.ts'

/** What became of figures that were taken back. */
export type TakenBack = { deleted: number; restored: number; kept: number }

/** `stopped`: nothing more can be sent now. `waits`: later figures of the same days wait, too. */
export type Step = 'done' | 'waits' | 'stopped'

/** Where the figures of a part go; `known` is the history that the listing's id belongs to. */
export type Way = ExposureLink & {
  device: Device
  listingId: number
  known: Awaited<ReturnType<typeof readKnownHistory>>
  /** The agent has just saved them, so that nothing there is newer. */
  isNewest: boolean
}

/** Sends a part, and takes it back where the agent has undone it. */
export async function exchangeFigures(way: Way, part: FiguresPart, taken: TakenBack): Promise<Step> {
  const sent = part.state === 'sent' ? part : await send(way, part)
  if (typeof sent === 'string') return sent
  // What was undone on the way is taken back by the run that the undo has asked for, which says what became of it.
  return part.isUndone ? takeBack(way, sent, taken) : 'done'
}

/** The part as it is afterwards, once the server has it. */
async function send(way: Way, part: FiguresPart): Promise<FiguresPart | Step> {
  const { device } = way
  // After a restore, or since the agent typed over what they saw, others may have come there.
  const isSentAgain = part.before.length > 0
  const isCompared = isSentAgain || (part.seen !== undefined && !way.isNewest)
  const there = isCompared ? await figuresThere(way, part.figures) : null
  if (there !== null && there.kind !== 'success') return settleFailure(way, part, there)
  const unchanged = there === null || isSentAgain ? part : await setChangedAside(device, part, there.value)
  if (unchanged === null) return 'done'
  const figures = there !== null && isSentAgain ? withoutNewer(part, there.value) : unchanged.figures
  // An answer may be lost: from now on the server may have them.
  const asked = await changeFigures(device, part, (now) => ({ ...now, state: 'asked' }))
  if (asked === null) return 'done'
  const key = `${importedOpId(part.of, part.number)}:${asked.revision}`
  const answer = figures.length === 0 ? null : await post(way, figures, key)
  // The server has lost nothing, and knows the key with all of the figures.
  const hasAll = isSentAgain && answer?.kind === 'refused' && answer.refusal.code === 'key_reused'
  if (answer !== null && answer.kind !== 'success' && !hasAll) return settleFailure(way, part, answer)
  const kept = answer?.kind === 'success' ? answer.value : null
  const sentAt = device.clock.now()
  const sent = await changeFigures(device, part, async (now, tx) => {
    // Together: the charts show what waits, and then what was taken.
    await noteFiguresTaken(tx, sentAt, part.listing, now.isUndone ? [] : figures)
    const writtenAs = kept === null ? {} : { writtenAs: kept.writtenAs }
    // Sent again, they may be what is there.
    const before = kept === null || isSentAgain ? part.before : kept.before
    return { ...now, ...untroubled, ...writtenAs, state: 'sent', sentAt, before }
  })
  return sent ?? 'done'
}

/** Then the device knows of the version that they were kept as, and notices a server that was put back to before it (fault C19). */
async function post(way: Way, figures: readonly ExposureFigure[], key: string) {
  const { device, listingId, known } = way
  const history = known?.text ?? null
  const once = () => sendExposure(way, listingId, figures, { key, owner: device.owner, history })
  let answer = await once()
  if (answer.kind === 'key-lost') {
    way.keysInAddress = true
    await device.replica.transact('write', (tx) => tx.setMeta(keysAreLostFact, true))
    answer = await once()
  }
  if (answer.kind === 'anti-forgery') {
    await remoteServer(way.client).renewAntiForgery()
    answer = await once()
  }
  if (answer.kind === 'success') {
    const { writtenAs } = answer.value
    await device.replica.transact('write', (tx) => noteNewest(tx, writtenAs ?? 0, known?.versions ?? []))
  }
  return answer
}

/** What the server has on the days of some figures. */
async function figuresThere(way: Way, figures: readonly ExposureFigure[]): Promise<ExposureAnswer<FiguresThere>> {
  const days = figures.map(({ date }) => date).toSorted()
  const answer = await readExposure(way, way.listingId, { from: days[0] ?? '', to: days.at(-1) ?? '' })
  if (answer.kind !== 'success') return answer
  return { kind: 'success', value: new Map(answer.value.map((figure) => [dayName(figure), figure])) }
}

/** A failure says something of these figures only while the server answers others. */
async function settleFailure(way: Way, part: FiguresPart, failure: Failure): Promise<Step> {
  const course = nextStep(failure)
  const isReached = course === 'connection-uncertain' ? await isReachable(way) : course === 'go-on'
  const now = way.clock.now()
  if (failure.kind === 'paused') {
    // The whole server pauses, and nothing is known of these figures.
    if (failure.isForVisitors !== true)
      await way.device.replica.transact('write', (tx) => tx.setMeta(pauseFact, failure.until))
    return 'stopped'
  }
  if (!isReached) return 'stopped'
  const left = await changeFigures(way.device, part, (stored) =>
    afterFailure(stored, failure, { now, random: Math.random }),
  )
  return left === null || isRefused(left) ? 'done' : 'waits'
}

function isReachable({ client }: Way): Promise<boolean> {
  return isConnectionProved({ ports: { server: remoteServer(client) }, stop: createAbort().signal })
}

/** Puts back what was there, but for figures that are others by now. */
async function takeBack(way: Way, part: FiguresPart, taken: TakenBack): Promise<Step> {
  const { device } = way
  const { figures, before, listing } = part
  const there = await figuresThere(way, figures)
  // With the listing its figures have gone.
  if (there.kind !== 'success' && there.kind !== 'gone') return settleFailure(way, part, there)
  const known: FiguresThere = there.kind === 'success' ? there.value : new Map()
  const back = figures.flatMap((figure, index): { figure: ExposureFigure; was: ExposureCounts | null }[] => {
    const was = before[index] ?? null
    const current = known.get(dayName(figure))
    return current !== undefined && isAsSent(current, figure, was) ? [{ figure, was }] : []
  })
  const restoring = back.map(({ figure: { platform, date }, was }) => ({ platform, date, ...(was ?? unknown) }))
  if (restoring.length > 0) {
    const restored = await post(way, restoring, `${device.ids.uuid()}:1`)
    if (restored.kind !== 'success') return settleFailure(way, part, restored)
  }
  await device.replica.transact('write', (tx) => noteFiguresTaken(tx, device.clock.now(), listing, []))
  const restored = back.filter(({ was }) => was !== null).length
  taken.restored += restored
  taken.deleted += back.length - restored
  taken.kept += figures.length - back.length
  await forgetFigures(device, [part])
  await showRestored(device, listing, restoring)
  return 'done'
}

/** What is typed over figures that this device has taken back replaces what is there now, and nothing of others. */
async function showRestored(device: Device, listing: LocalKey, restored: readonly Restored[]): Promise<void> {
  const now = new Map(restored.map(({ platform, date, ...counts }) => [dayName({ platform, date }), counts]))
  for (const part of (await partsToSend(device.database)).filter((other) => other.listing === listing)) {
    const { figures, seen } = part
    if (seen === undefined || !figures.some((figure) => now.has(dayName(figure)))) continue
    const shown = figures.map((figure, index) => now.get(dayName(figure)) ?? seen[index] ?? unknown)
    await changeFigures(device, part, (stored) => ({ ...stored, seen: shown }))
  }
}

type Restored = ExposureCounts & { platform: string; date: string }

const unknown: ExposureCounts = { views: null, likes: null, saves: null }
