import type { Clock, RemoteServer } from './ports.ts'

/** After an outage everybody comes back at once, so each device asks no more than this (fault C10). */
const perSecond = 50
const burst = 20

/** The same server behind a token bucket. */
export function throttled(server: RemoteServer, clock: Clock): RemoteServer {
  // The instant at which the bucket would be full again; each request moves it.
  let fullAt = clock.now()
  const tokenMs = 1_000 / perSecond
  return {
    ...server,
    send: async (request, signal) => {
      const now = clock.now()
      fullAt = Math.max(fullAt, now) + tokenMs
      const wait = fullAt - now - burst * tokenMs
      if (wait > 0) await clock.sleep(wait, signal)
      return server.send(request, signal)
    },
  }
}
