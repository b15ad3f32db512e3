import { createAbort } from './abort.ts'
import { type Loop, createLoop, pauseAfterFailures, pauseUntil } from './loop.ts'
import type { AbortSignalLike } from './ports.ts'
import { type ExchangePorts, type SyncOutcome, type SyncRun, syncOnce } from './sync-once.ts'
import { watchedServer } from '#core/sync/sending/sender-watch.ts'

export type SyncStatus = Omit<SyncOutcome, 'state'> & {
  state: Exclude<SyncOutcome['state'], 'busy' | 'unknown-server' | 'stopped'> | 'sending'
  /** True if something else answered in place of the server, such as a network's sign-in page (fault C5). */
  isForeignAnswer: boolean
  /** How many times a run was restarted because it made no progress. The screen shows it from the second restart on (fault B13). */
  restarts: number
}

export type SyncLoop = Loop & {
  /** Call when the network returns: syncs soon. Earlier failures count as one, so that they do not lengthen later pauses (fault C11). */
  onNetworkReturn: () => void
  /** Syncs now, regardless of planned times and pauses. Resolves to the status afterwards. */
  syncNow: () => Promise<SyncStatus>
  status: () => SyncStatus
  subscribe: (listener: (status: SyncStatus) => void) => () => void
}

/** Calls `syncOnce`, one run at a time: when poked, when an operation is due, and at least every minute while the server can be reached. */
export function createSyncLoop(ports: ExchangePorts): SyncLoop {
  const { clock, ids, random } = ports
  const sender = ids.uuid()
  const { status, subscribe, publish } = createStatus()
  let isRunning = false
  let isRequested = false
  let syncNowCallers: ((status: SyncStatus) => void)[] = []
  let failures = 0

  async function exchange(stop: AbortSignalLike): Promise<SyncOutcome | null> {
    const wasRequested = isRequested
    const callers = syncNowCallers
    isRequested = false
    syncNowCallers = []
    const outcome = await syncWatched(ports, stop, {
      sender,
      isManual: wasRequested,
      isAfterOutage: failures > 0,
      onAttempt: () => publish({ state: 'sending' }),
    })
    if (outcome === 'stuck') publish({ restarts: status().restarts + 1 })
    publish(outcome === null || outcome === 'stuck' ? { state: 'offline' } : statusAfter(outcome, status()))
    for (const resolve of callers) resolve(status())
    return outcome === 'stuck' ? null : outcome
  }

  const loop = createLoop(clock, async (stop) => {
    const outcome = await exchange(stop)
    const isUnreached = outcome === null || ['offline', 'server-error', 'unknown-server'].includes(outcome.state)
    failures = isUnreached || outcome.state === 'paused' ? failures + 1 : 0
    if (!isUnreached) return pauseUntil(outcome.state === 'busy' ? 'busy' : outcome.nextAttemptAt, clock.now())
    const pause = pauseAfterFailures(failures, random)
    publish({ nextAttemptAt: clock.now() + pause })
    return pause
  })

  return {
    start: () => {
      isRunning = true
      loop.start()
    },
    stop: async () => {
      isRunning = false
      await loop.stop()
      for (const resolve of syncNowCallers) resolve(status())
      syncNowCallers = []
    },
    poke: loop.poke,
    onNetworkReturn: () => {
      // After at least one failure, the next run waits a random time (`isAfterOutage`), so that not all devices return at once.
      failures = Math.min(failures, 1)
      loop.poke()
    },
    syncNow: () =>
      new Promise((resolve) => {
        isRequested = true
        syncNowCallers.push(resolve)
        if (!isRunning) resolve(status())
        loop.poke()
      }),
    status,
    subscribe,
  }
}

/** Stores the status and its listeners. `publish` calls the listeners only if something changed. */
function createStatus(): Pick<SyncLoop, 'status' | 'subscribe'> & { publish: (change: Partial<SyncStatus>) => void } {
  const listeners = new Set<(status: SyncStatus) => void>()
  let status: SyncStatus = {
    state: 'idle',
    waiting: 0,
    heldPhotos: 0,
    needsAgent: 0,
    nextAttemptAt: null,
    lastReachedAt: null,
    serverKind: null,
    isForeignAnswer: false,
    restarts: 0,
  }
  return {
    status: () => status,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    publish: (change) => {
      const next = { ...status, ...change }
      if (JSON.stringify(next) === JSON.stringify(status)) return
      status = next
      for (const listener of listeners) listener(status)
    },
  }
}

/** Runs one exchange and returns its outcome: `'stuck'` if it made no progress for a minute, null if it threw. */
async function syncWatched(
  ports: ExchangePorts,
  stop: AbortSignalLike,
  options: Omit<SyncRun, 'stop'>,
): Promise<SyncOutcome | 'stuck' | null> {
  const run = createAbort(stop)
  const watched = watchedServer(ports, run)
  const outcome = await Promise.race([
    syncOnce(watched.ports, { ...options, stop: run.signal }).catch((error: unknown) => {
      ports.log('sync.failed', { error: error instanceof Error ? error.name : 'unknown' })
      return null
    }),
    watched.stuck,
  ])
  run.abort()
  return outcome
}

function statusAfter({ state, ...outcome }: SyncOutcome, before: SyncStatus): Partial<SyncStatus> {
  return {
    ...outcome,
    state: shownState(state, outcome.waiting, before),
    serverKind: outcome.serverKind ?? before.serverKind,
    isForeignAnswer: state === 'unknown-server',
  }
}

function shownState(state: SyncOutcome['state'], waiting: number, before: SyncStatus): SyncStatus['state'] {
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
