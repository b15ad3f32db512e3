import type { Abort } from '#core/sync/abort.ts'
import type { SyncPorts } from '#core/sync/ports.ts'

const nothingMovesMs = 60_000

/**
 * The same ports with an eye on the server: `stuck` resolves when nothing has moved for a minute beyond what the open
 * requests may take (fault B13), and never when the run ends before.
 */
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
