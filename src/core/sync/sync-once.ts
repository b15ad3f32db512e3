import { createAbort } from './abort.ts'
import { isUnanswered } from '#core/sync/requests/answers.ts'
import { reviewConflicts } from '#core/sync/resolving/review-conflicts.ts'
import { waitsForAgent } from '#core/sync/sending/record-queue.ts'
import { journalFromMetadataKey, pausedUntilMetadataKey, lastReachedMetadataKey } from './metadata-keys.ts'
import { hasLostWork, storeLossCheckTime, hasLostRows } from '#core/sync/pulling/find-losses.ts'
import { journalMs } from './operation.ts'
import { everyOperation } from '#core/sync/records/operations.ts'
import { type KioskPorts, onlyVisitors, scopeOfSession, sendVisitors } from '#core/sync/sending/for-visitors.ts'
import { holdInputOf, holdPolicy } from '#core/sync/sending/hold-policy.ts'
import type { AbortSignalLike, RemoteServer, SyncPorts } from './ports.ts'
import { headerNames } from '#core/contract/sync-protocol.ts'
import { readKnownHistory } from '#core/sync/records/newest-version.ts'
import { type Pull, pullFeed, recover, type RecoveryLoader } from '#core/sync/pulling/pull-feed.ts'
import { pullAllLists } from '#core/sync/plain/pull-list.ts'
import { type BatchLoader, type PushResult, push, resetBackoff } from '#core/sync/sending/push.ts'
import { isDue } from '#core/sync/requests/retry.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import { isHolderSilent, withHeartbeat, recoverInFlight } from '#core/sync/sending/sender-watch.ts'
import { checkSession, probeServer } from '#core/sync/sending/which-server.ts'

export type SyncRun = {
  /** Random id of the tab or worker that runs the exchange. */
  sender: string
  /** True if the agent asked to sync now: ignores planned times and pauses (fault C6), and reads lists that are not stale yet. */
  isManual: boolean
  /** True after a run that was paused or reached no server: waits 2–5 s after the probe, so that not all devices send at once (faults C10, C11). */
  isAfterOutage: boolean
  stop: AbortSignalLike
  /** Called before each request that sends operations. */
  onAttempt: () => void
}

export type SyncOutcome = {
  /**
   * `idle`: no error to show. `paused`: the server requires it (429, 503). `outdated`: the server requires a newer app. `busy`: another tab or
   * worker sends. `unknown-server`: neither our server nor a plain one answered. `stopped`: the lock was lost, or the loop stopped.
   */
  state:
    | 'idle'
    | 'offline'
    | 'server-error'
    | 'paused'
    | 'needs-login'
    | 'wrong-agent'
    | 'outdated'
    | 'busy'
    | 'unknown-server'
    | 'stopped'
  serverKind: 'ours' | 'plain' | null
  /** When to run again, epoch milliseconds; null: nothing is planned. */
  nextAttemptAt: number | null
  /** When the server itself, not another machine in between, last answered this device, in this run or an earlier one. */
  lastReachedAt: number | null
  /** Operations that this server can store and that need no decision by the agent. */
  waiting: number
  /** Photos among the waiting operations that wait for another connection, or for the agent to send them (fault I11). */
  heldPhotos: number
  /** Operations that the agent must decide about: conflicts and rejected ones. */
  needsAgent: number
}

export type ExchangePorts = SyncPorts & BatchLoader & RecoveryLoader & KioskPorts

type Result = Pick<SyncOutcome, 'state' | 'serverKind' | 'nextAttemptAt'>

/**
 * Runs one exchange with the server and returns how it ended. A step that fails ends the exchange:
 *
 * 1. Take the sender lock. If its holder has been silent for 30 s, steal the lock; otherwise return `busy`.
 * 2. Probe: which server is this, and was it restored from a backup? Then: whose session is this?
 * 3. If it was restored, recover first: fetch all records and put operations that the server lost back into the outbox. Needs a feed.
 * 4. Review conflicts, then push the outbox. If the server reports a restore during the push, probe and recover again, at most three
 *    pushes.
 * 5. Pull: the change feed, or whole lists from a server without one. Review conflicts again.
 * 6. Once a day, check for confirmed operations that the server lost; once a week, for rows that this device lost. Recover them.
 *
 * If a kiosk has limited the session, new visitors are pushed instead of steps 3 to 6.
 */
export async function syncOnce(ports: ExchangePorts, run: SyncRun): Promise<SyncOutcome> {
  const { senderLock, replica, clock, log } = ports
  let result: Result = { state: 'busy', serverKind: null, nextAttemptAt: null }

  async function work(lost: AbortSignalLike): Promise<void> {
    const stop = createAbort(lost, run.stop)
    result = await withHeartbeat(ports, run.sender, stop.signal, () => exchange(ports, { ...run, stop: stop.signal }))
  }

  if ((await senderLock.hold(work, { steal: false })) === 'busy' && (await isHolderSilent(ports))) {
    log('sync.steal', { sender: run.sender })
    await senderLock.hold(work, { steal: true })
  }
  const hasReached = result.serverKind !== null && result.state !== 'offline'
  const { lastReachedAt, pausedUntil } = await replica.transact('refresh', async (tx) => {
    if (hasReached) await tx.setMeta(lastReachedMetadataKey, clock.now())
    return {
      lastReachedAt: (await tx.meta<number>(lastReachedMetadataKey)) ?? null,
      pausedUntil: (await tx.meta<number>(pausedUntilMetadataKey)) ?? null,
    }
  })
  if (result.state === 'paused') result.nextAttemptAt = pausedUntil
  return { ...result, lastReachedAt, ...(await countOperations(ports)) }
}

async function exchange(ports: ExchangePorts, run: SyncRun): Promise<Result> {
  const server = await meetServer(ports, run)
  if ('state' in server) return server
  if (run.isAfterOutage && !run.isManual) {
    await ports.clock.sleep(2_000 + ports.random() * 3_000, run.stop)
  }
  const { stop, sender, onAttempt } = run
  const holdReasonOf = await ports.replica.transact('refresh', async (tx) => {
    // Deletes journal entries that are old by both clocks, this device's (fault D9) and the server's: this device's clock
    // may be wrong (faults C19, J9).
    await tx.deleteJournalBefore(ports.clock.now() - journalMs, server.history.journalFrom)
    const { journalFrom } = server.history
    if ((await tx.meta<number>(journalFromMetadataKey)) !== journalFrom)
      await tx.setMeta(journalFromMetadataKey, journalFrom)
    const holdReasonOf = await holdPolicy(tx, ports.connectionCost)
    return server.scope === 'visitors' ? onlyVisitors(holdReasonOf) : holdReasonOf
  })
  const portsWithHistory = { ...ports, server: withHistory(ports) }
  const sending = { ports: portsWithHistory, capabilities: server.capabilities, holdReasonOf, sender, stop, onAttempt }
  return sendAndPull(ports, run, sending, server)
}

type KnownServer = Extract<Awaited<ReturnType<typeof probeServer>>, { kind: 'known' }> & { scope: 'agent' | 'visitors' }

/** Probes the server and checks the session. Returns the exchange's result instead if the exchange ends here. */
async function meetServer(ports: ExchangePorts, run: SyncRun): Promise<KnownServer | Result> {
  const { replica, clock } = ports
  const pausedUntil = await replica.transact('read', (tx) => tx.meta<number>(pausedUntilMetadataKey))
  if (!run.isManual && pausedUntil !== undefined && !isDue(pausedUntil, clock.now())) {
    await tidyUp(ports)
    return ended('paused')
  }

  // Wait for both, even if one fails: throwing earlier would release the lock while the other still runs.
  const [probed, tidied] = await Promise.allSettled([probeServer(ports, run.stop), tidyUp(ports)])
  if (tidied.status === 'rejected') throw tidied.reason
  if (probed.status === 'rejected') throw probed.reason
  const probe = probed.value
  if (run.stop.aborted) return ended('stopped')
  if (probe.kind === 'paused') return paused(ports, probe.until)
  if (probe.kind !== 'known' && probe.kind !== 'needs-login') return ended(probe.kind)

  const identity = await checkSession(ports, run.stop)
  if (identity === 'unreachable') return ended('offline')
  if (typeof identity === 'object') return paused(ports, identity.pausedUntil)
  if (identity !== 'owner' && identity !== 'visitors') return ended(identity)
  // The session is valid, but the probe was refused with 401. Nothing is sent to a server of unknown kind.
  if (probe.kind === 'needs-login') return ended('unknown-server')
  if (run.isManual) {
    await resetBackoff(replica, clock.now())
    // The server has answered, so the pause that it required no longer counts (fault C6).
    if (pausedUntil !== undefined) await pauseUntil(ports, 0)
  }
  const scope = await scopeOfSession(ports, identity, probe.serverKind.kind)
  if (scope === 'unreached') return ended('offline')
  // `stuck`: a kiosk limits the session, and only a login ends that.
  return scope === 'stuck' ? ended('needs-login') : { ...probe, scope }
}

/** Adds the device's history position to each write, so that a restored server refuses it (fault C19), and `sentVersions` to the answer. */
function withHistory({ server, replica }: Pick<SyncPorts, 'server' | 'replica'>): RemoteServer {
  return {
    ...server,
    send: async (request, signal) => {
      if (request.method === 'GET') return server.send(request, signal)
      const known = await replica.transact('read', readKnownHistory)
      if (known === null) return server.send(request, signal)
      const headers = { ...request.headers, [headerNames.cursor]: known.text }
      const answer = await server.send({ ...request, headers }, signal)
      return answer.kind === 'answered' ? { ...answer, sentVersions: known.versions } : answer
    },
  }
}

async function sendAndPull(
  ports: ExchangePorts,
  run: SyncRun,
  sending: SendingContext,
  probe: KnownServer,
): Promise<Result> {
  const serverKind = probe.serverKind.kind
  if (probe.scope === 'visitors') return { ...(await sendVisitors(sending, probe.history, ports)), serverKind }
  const hasFeed = serverKind === 'ours' && probe.capabilities.feed
  let pushed: PushResult = { end: 'history-changed', nextAttemptAt: null }
  let { history } = probe
  for (let round = 0; round < maxPushes && pushed.end === 'history-changed'; round += 1) {
    if (round > 0) {
      const again = await probeServer(ports, run.stop)
      if (again.kind === 'paused') return paused(ports, again.until)
      if (again.kind !== 'known') return ended(again.kind)
      history = again.history
    }
    // The records of a restored server must be on this device before anything is sent (fault C19).
    if (hasFeed && !history.isSame) {
      const recovered = await recover(sending, history, ports)
      if (recovered.end !== 'done') return afterPull(ports, recovered, { serverKind, nextAttemptAt: null })
    }
    await reviewConflicts(sending)
    pushed = await push(sending, ports)
  }
  const { end, nextAttemptAt } = pushed
  if (end === 'history-changed') return { state: 'idle', serverKind, nextAttemptAt: ports.clock.now() + 60_000 }
  if (end !== 'drained') return { state: end, serverKind, nextAttemptAt }
  const pulled = await (hasFeed ? pullFeed(sending, history, ports) : pullAllLists(sending, run.isManual))
  const nextAt = (await reviewConflicts(sending)) ? ports.clock.now() : nextAttemptAt
  const isComplete = hasFeed && pulled.end === 'done'
  if (!isComplete || !((await hasLostWork(sending)) || (await hasLostRows(sending))))
    return afterPull(ports, pulled, { serverKind, nextAttemptAt: nextAt })
  const checkedAt = ports.clock.now()
  const recovered = await recover(sending, history, ports)
  if (recovered.end !== 'done') return afterPull(ports, recovered, { serverKind, nextAttemptAt: nextAt })
  await storeLossCheckTime(sending, checkedAt)
  return afterPull(ports, recovered, { serverKind, nextAttemptAt: ports.clock.now() })
}

const maxPushes = 3

/** Marks operations that an earlier sender left in `sending` as `unknown`, and moves unreadable ones out of the outbox. */
async function tidyUp({ replica, clock, log }: SyncPorts): Promise<void> {
  const recovered = await recoverInFlight(replica)
  if (recovered > 0) log('sync.takeover', { operations: recovered })
  const unreadable = await replica.transact('refresh', (tx) => tx.quarantineUnreadable(clock.now()))
  if (unreadable > 0) log('sync.unreadable', { operations: unreadable })
}

async function afterPull(
  ports: SyncPorts,
  pulled: Pull,
  { serverKind, nextAttemptAt }: Omit<Result, 'state'>,
): Promise<Result> {
  if (pulled.end === 'failed' && pulled.verdict.kind === 'paused') await pauseUntil(ports, pulled.verdict.until)
  const mustRecover = pulled.end === 'history-changed'
  return { state: stateAfterPull(pulled), serverKind, nextAttemptAt: mustRecover ? ports.clock.now() : nextAttemptAt }
}

function pauseUntil({ replica }: SyncPorts, until: number): Promise<void> {
  return replica.transact('refresh', (tx) => tx.setMeta(pausedUntilMetadataKey, until))
}

async function paused(ports: SyncPorts, until: number): Promise<Result> {
  await pauseUntil(ports, until)
  return ended('paused')
}

function ended(state: SyncOutcome['state']): Result {
  return { state, serverKind: null, nextAttemptAt: null }
}

function stateAfterPull(pulled: Pull): SyncOutcome['state'] {
  if (pulled.end !== 'failed') return pulled.end === 'stopped' ? 'stopped' : 'idle'
  const { verdict } = pulled
  if (verdict.kind === 'paused' || verdict.kind === 'needs-login' || verdict.kind === 'wrong-agent') return verdict.kind
  // The server answered, but not with what was requested; the next run tries again.
  return isUnanswered(verdict) ? 'offline' : 'idle'
}

type Counts = Pick<SyncOutcome, 'waiting' | 'heldPhotos' | 'needsAgent'>

async function countOperations(ports: SyncPorts): Promise<Counts> {
  return ports.replica.transact('read', async (tx) => {
    const holdReasonOf = await holdPolicy(tx, ports.connectionCost)
    const counts = { waiting: 0, heldPhotos: 0, needsAgent: 0 }
    for await (const operation of everyOperation(tx)) {
      const why = waitsForAgent(operation) ? null : holdReasonOf(holdInputOf(operation))
      if (waitsForAgent(operation)) counts.needsAgent += 1
      // An operation that this server cannot store stays on the device and is not counted.
      else if (why !== 'no-place') counts.waiting += 1
      if (why === 'photo') counts.heldPhotos += 1
    }
    return counts
  })
}
