import { type Abort, createAbort } from './abort.ts'
import type { SyncPorts } from './ports.ts'
import { backoffMs } from './retry.ts'
import { type SyncOutcome, syncOnce } from './sync-once.ts'
import { watchedServer } from './watchdog.ts'

/** What the screen may say about the exchange with the server. */
export type SyncStatus = {
  state: 'idle' | 'sending' | 'offline' | 'paused' | 'needs-login' | 'wrong-agent' | 'outdated'
  waiting: number
  /** Photos among them that stay back on this link, or until the agent sends them (fault I11). */
  heldPhotos: number
  needsYou: number
  nextAttemptAt: number | null
  /** When the server last answered this device as itself, before this page was opened too. */
  lastReachedAt: number | null
  serverKind: 'ours' | 'plain' | null
  /** Something answered that is not this server, such as the sign-in page of a network (fault C5). */
  isStranger: boolean
  /** How often a run had to be restarted because nothing moved; shown from the second time (fault B13). */
  restarts: number
}

export type SyncLoop = {
  start: () => void
  /** Resolves when nothing of it runs any more; call before a database is closed or wiped (fault D12). */
  stop: () => Promise<void>
  /** A hint that there may be something to do: a new operation, the page in front (faults B10, B14). */
  poke: () => void
  /** The same when the network is there again: what failed without it makes no later pause longer (fault C11). */
  linkIsBack: () => void
  /** Tries now, whatever was planned; resolves with the status afterwards. */
  syncNow: () => Promise<SyncStatus>
  status: () => SyncStatus
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe: (listener: (status: SyncStatus) => void) => () => void
}

const lookAroundMs = 60_000
const otherSenderMs = 3_000

/** Runs `syncOnce` one at a time, again when poked during a run, and by itself at least every minute. */
export function createSyncLoop(ports: SyncPorts): SyncLoop {
  const { clock, ids, random, log } = ports
  const sender = ids.uuid()
  const listeners = new Set<(status: SyncStatus) => void>()
  let status: SyncStatus = {
    state: 'idle',
    waiting: 0,
    heldPhotos: 0,
    needsYou: 0,
    nextAttemptAt: null,
    lastReachedAt: null,
    serverKind: null,
    isStranger: false,
    restarts: 0,
  }
  let stopping: Abort | null = null
  let ended: Promise<void> = Promise.resolve()
  let wake = createAbort()
  let isAsked = false
  let askers: ((status: SyncStatus) => void)[] = []
  let failures = 0

  function publish(change: Partial<SyncStatus>): void {
    const next = { ...status, ...change }
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const listener of listeners) listener(status)
  }

  async function turn(stop: Abort): Promise<SyncOutcome | null> {
    const asked = isAsked
    const waitingAskers = askers
    isAsked = false
    askers = []
    wake = createAbort(stop.signal)
    const run = createAbort(stop.signal)
    const watched = watchedServer(ports, run)
    const outcome = await Promise.race([
      syncOnce(watched.ports, {
        sender,
        isAsked: asked,
        isAfterOutage: failures > 0,
        stop: run.signal,
        onAttempt: () => publish({ state: 'sending' }),
      }).catch((error: unknown) => {
        log('sync.failed', { error: error instanceof Error ? error.name : 'unknown' })
        return null
      }),
      watched.stuck,
    ])
    run.abort()
    if (outcome === 'stuck') publish({ restarts: status.restarts + 1 })
    const result = outcome === 'stuck' ? null : outcome
    publish(result === null ? { state: 'offline' } : statusAfter(result, status))
    for (const tell of waitingAskers) tell(status)
    return result
  }

  async function loop(stop: Abort): Promise<void> {
    while (!stop.signal.aborted) {
      const outcome = await turn(stop)
      const isUnreached = outcome === null || outcome.state === 'offline' || outcome.state === 'unknown-server'
      failures = isUnreached || outcome.state === 'paused' ? failures + 1 : 0
      const pause = pauseMs(outcome, failures, clock.now(), random)
      if (isUnreached) publish({ nextAttemptAt: clock.now() + pause })
      await clock.sleep(pause, wake.signal)
      wake.abort()
    }
  }

  return {
    start: () => {
      if (stopping !== null) return
      const stop = createAbort()
      stopping = stop
      ended = loop(stop)
    },
    stop: async () => {
      stopping?.abort()
      stopping = null
      await ended
      for (const tell of askers) tell(status)
      askers = []
    },
    poke: () => wake.abort(),
    linkIsBack: () => {
      // One still counts: everybody comes back at once after an outage.
      failures = Math.min(failures, 1)
      wake.abort()
    },
    syncNow: () =>
      new Promise((resolve) => {
        isAsked = true
        askers.push(resolve)
        if (stopping === null) resolve(status)
        wake.abort()
      }),
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function statusAfter(outcome: SyncOutcome, before: SyncStatus): Partial<SyncStatus> {
  const { waiting, heldPhotos, needsYou, nextAttemptAt, lastReachedAt } = outcome
  return {
    state: shownState(outcome, before),
    waiting,
    heldPhotos,
    needsYou,
    nextAttemptAt,
    serverKind: outcome.serverKind ?? before.serverKind,
    isStranger: outcome.state === 'unknown-server',
    lastReachedAt,
  }
}

function shownState({ state, waiting }: SyncOutcome, before: SyncStatus): SyncStatus['state'] {
  switch (state) {
    case 'unknown-server':
      return 'offline'
    case 'busy':
      return waiting > 0 ? 'sending' : 'idle'
    case 'stopped':
      return before.state === 'sending' ? 'idle' : before.state
    default:
      return state
  }
}

function pauseMs(outcome: SyncOutcome | null, failures: number, now: number, random: () => number): number {
  if (outcome === null || outcome.state === 'offline' || outcome.state === 'unknown-server') {
    return Math.max(1_000, backoffMs(failures, random))
  }
  if (outcome.state === 'busy') return otherSenderMs
  const untilNext = outcome.nextAttemptAt === null ? lookAroundMs : Math.max(250, outcome.nextAttemptAt - now)
  return Math.min(lookAroundMs, untilNext)
}
