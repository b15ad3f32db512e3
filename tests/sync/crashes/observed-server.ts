import type { Clock } from '#core/sync/ports.ts'
import type { ModelServer } from '#tests/support/model-server.ts'

/** A write that took effect, and whose it was. */
export type Effect = ModelServer['effects'][number] & { device: number; owner: string; signedInAs: number | null }

export type Observed = {
  effects: Effect[]
  /** How many requests each device sent in each second. */
  requestsInSecond: Map<string, number>
  /** Everything the devices said, to look for what may not be said. */
  spoken: string[]
}

export function newObserved(): Observed {
  return { effects: [], requestsInSecond: new Map(), spoken: [] }
}

/** The server as one device reaches it; all that the device causes there is noted. */
export function observedBy(
  server: ModelServer,
  clock: Pick<Clock, 'now'>,
  { device, owner }: { device: number; owner: string },
  observed: Observed,
): ModelServer {
  return {
    ...server,
    handle: (request) => {
      const second = `${device} ${Math.floor(clock.now() / 1_000)}`
      observed.requestsInSecond.set(second, (observed.requestsInSecond.get(second) ?? 0) + 1)
      observed.spoken.push(`${request.path} ${JSON.stringify(request.fields)}`)
      const before = server.effects.length
      const answer = server.handle(request)
      const { signedInAs } = server
      for (const effect of server.effects.slice(before)) observed.effects.push({ ...effect, device, owner, signedInAs })
      return answer
    },
  }
}
