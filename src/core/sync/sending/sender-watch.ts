import { createAbort, type Abort } from '#core/sync/abort.ts'
import type { AbortSignalLike, SyncPorts, Replica } from '#core/sync/ports.ts'

/** The sender's heartbeat, stored where every tab and the worker can read it. */
type Stamp = { holder: string; at: number }

const stampFact = 'sender'
const beatMs = 5_000
const silentAfterMs = 30_000

/** Runs `work` with a heartbeat every five seconds, until it ends or the lock is lost. */
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
        .transact('refresh', (tx) => tx.setMeta(stampFact, { holder, at: clock.now() } satisfies Stamp))
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

/** True if the holder of the lock has written no heartbeat for 30 s; a clock that jumped counts as silence (faults B5, J9). */
export async function isHolderSilent({ replica, clock }: SyncPorts): Promise<boolean> {
  const stamp = await replica.transact('read', (tx) => tx.meta<Stamp>(stampFact))
  return stamp === undefined || Math.abs(clock.now() - stamp.at) > silentAfterMs
}

/**
 * Marks what a previous holder of the lock was sending as `unknown`: it may have arrived (fault B6). Returns how many operations. Call
 * only while holding the lock.
 */
export async function recoverInFlight(replica: Replica): Promise<number> {
  if ((await replica.transact('read', (tx) => tx.operationsInState('sending'))).length === 0) return 0
  return replica.transact('write', async (tx) => {
    const left = await tx.operationsInState('sending')
    for (const operation of left) await tx.putOperation({ ...operation, state: 'unknown', nextAt: 0 })
    return left.length
  })
}

const nothingMovesMs = 60_000

/** Returns the ports, and `stuck`, which resolves if nothing moves for a minute beyond the open requests' timeouts (fault B13). */
export function watchedServer<Ports extends SyncPorts>(
  ports: Ports,
  run: Abort,
): { ports: Ports; stuck: Promise<'stuck'> } {
  const { server, clock, log } = ports
  let allowedUntil = clock.now() + nothingMovesMs
  const allow = (ms: number) => {
    allowedUntil = Math.max(allowedUntil, clock.now() + ms + nothingMovesMs)
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
