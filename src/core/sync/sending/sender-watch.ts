import { createAbort, type Abort } from '#core/sync/abort.ts'
import type { AbortSignalLike, SyncPorts, Replica } from '#core/sync/ports.ts'

/** The sender's last heartbeat, stored in the replica, so that every tab and the service worker can read it. */
type Heartbeat = { holder: string; at: number }

const heartbeatFact = 'sender'
const beatMs = 5_000
const silentAfterMs = 30_000

/** Runs `work`, and stores a heartbeat every 5 s until `work` ends or `stop` is aborted. */
export async function withHeartbeat<Result>(
  { replica, clock }: SyncPorts,
  holder: string,
  stop: AbortSignalLike,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = createAbort(stop)
  async function beat(): Promise<void> {
    while (!done.signal.aborted) {
      // A full device must not stop the work; the next heartbeat may succeed.
      await replica
        .transact('refresh', (tx) => tx.setMeta(heartbeatFact, { holder, at: clock.now() } satisfies Heartbeat))
        .catch(() => {})
      await clock.sleep(beatMs, done.signal)
    }
  }
  const beating = beat()
  try {
    return await work()
  } finally {
    done.abort()
    await beating
  }
}

/** Whether the holder of the lock has stored no heartbeat for 30 s. A clock that was changed looks like silence, too (faults B5, J9). */
export async function isHolderSilent({ replica, clock }: SyncPorts): Promise<boolean> {
  const heartbeat = await replica.transact('read', (tx) => tx.meta<Heartbeat>(heartbeatFact))
  return heartbeat === undefined || Math.abs(clock.now() - heartbeat.at) > silentAfterMs
}

/** Sets operations that the previous lock holder was sending to `unknown` (fault B6); returns their number. Only for the holder of the lock. */
export async function recoverInFlight(replica: Replica): Promise<number> {
  if ((await replica.transact('read', (tx) => tx.operationsInState('sending'))).length === 0) return 0
  return replica.transact('write', async (tx) => {
    const interrupted = await tx.operationsInState('sending')
    for (const operation of interrupted) await tx.putOperation({ ...operation, state: 'unknown', nextAt: 0 })
    return interrupted.length
  })
}

const stuckAfterMs = 60_000

/**
 * Returns the ports with a watched server, and `stuck`, a promise that resolves if the run makes no request for a minute, not counting the
 * timeouts of open requests (fault B13). It never resolves after `run` is aborted.
 */
export function watchedServer<Ports extends SyncPorts>(
  ports: Ports,
  run: Abort,
): { ports: Ports; stuck: Promise<'stuck'> } {
  const { server, clock, log } = ports
  let allowedUntil = clock.now() + stuckAfterMs
  const allow = (ms: number) => {
    allowedUntil = Math.max(allowedUntil, clock.now() + ms + stuckAfterMs)
  }

  async function watch(): Promise<'stuck'> {
    while (!run.signal.aborted && clock.now() < allowedUntil) await clock.sleep(allowedUntil - clock.now(), run.signal)
    if (run.signal.aborted) return new Promise(() => {})
    log('sync.watchdog')
    return 'stuck'
  }

  const watched: Ports = {
    ...ports,
    server: {
      ...server,
      send: async (request, signal) => {
        allow(request.timeoutMs)
        const answer = await server.send(request, signal)
        allow(0)
        return answer
      },
    },
  }
  return { ports: watched, stuck: watch() }
}
