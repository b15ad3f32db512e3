import type { Json } from '#core/contract/json.ts'
import type { AbortSignalLike, Answer, Clock, RemoteServer, Request } from '#core/sync/ports.ts'
import type { ModelAnswer } from './model-server.ts'

export type Fault =
  /** The request stays on this device, which knows so. */
  | 'never-leaves'
  /** The request is lost; it times out. */
  | 'lost-request'
  /** The server handles the request; the answer is lost. */
  | 'lost-answer'
  /** The server handles the request; the body breaks off. */
  | 'cut-off'
  /** A captive portal or proxy answers with an HTML page. */
  | { page: number }
  /** A proxy answers instead of the server. */
  | { status: number; headers?: Record<string, string>; body?: Json }
  /** The device dies: before the request left, or after the server handled it. */
  | { dies: 'before' | 'after' }
  /** The answer arrives when the promise resolves. */
  | { until: Promise<void> }
  /** The request reaches the server after this many ms, perhaps after its timeout. */
  | { arrivesAfter: number }

export type FaultyNetwork = RemoteServer & {
  isOnline: boolean
  /** The next requests that contain `kind` (`POST crm/clients/`, or a part of it) meet these faults. */
  next: (kind: string, ...faults: Fault[]) => void
  /** Every request that contains `kind` meets the fault; null ends it. */
  always: (kind: string, fault: Fault | null) => void
  /** A proxy removes these headers from every request that contains `kind`. */
  removesHeaders: { kind: string; headers: string[] } | null
  forgetPlans: () => void
  sent: Request[]
  mostOpen: () => number
  renewals: () => number
  latencyMs: number
  /** The latency of each request; null for `latencyMs`. With unequal latencies requests overtake each other. */
  latencyOf: ((request: Request) => number) | null
  /** The number of requests that left the device and have not reached the server. */
  inFlightCount: () => number
  /** Kills the device; set by its owner. */
  die: () => void
}

// oxlint-disable-next-line max-lines-per-function -- one shared state; each step of a request is a function of its own
export function faultyNetwork(server: { handle: (request: Request) => ModelAnswer }, clock: Clock): FaultyNetwork {
  const planned = new Map<string, Fault[]>()
  const standing = new Map<string, Fault>()
  let open = 0
  let mostOpen = 0
  let renewals = 0
  let onTheWay = 0

  function faultFor(kind: string): Fault | null {
    for (const [part, faults] of planned) {
      const fault = kind.includes(part) ? faults.shift() : undefined
      if (fault !== undefined) return fault
    }
    for (const [part, fault] of standing) if (kind.includes(part)) return fault
    return null
  }

  async function send(request: Request, signal?: AbortSignalLike): Promise<Answer> {
    if (!network.isOnline) return { kind: 'unanswered', cause: 'offline', mayHaveArrived: false }
    const fault = faultFor(`${request.method} ${request.path}`)
    if (fault === 'never-leaves') return { kind: 'unanswered', cause: 'offline', mayHaveArrived: false }
    if (isFault(fault, 'dies') && fault.dies === 'before') return dead()
    network.sent.push(structuredClone(request))
    open += 1
    mostOpen = Math.max(mostOpen, open)
    try {
      return await exchange(request, fault, signal)
    } finally {
      open -= 1
    }
  }

  function asItLeaves(request: Request): Request {
    const left = structuredClone(request)
    const { kind, headers } = network.removesHeaders ?? { kind: '', headers: [] }
    if (`${request.method} ${request.path}`.includes(kind)) for (const name of headers) delete left.headers[name]
    return left
  }

  async function exchange(request: Request, fault: Fault | null, signal?: AbortSignalLike): Promise<Answer> {
    const latency = network.latencyOf?.(request) ?? network.latencyMs
    const left = asItLeaves(request)
    if (isFault(fault, 'arrivesAfter')) return late(left, fault.arrivesAfter, signal)
    if (latency > 0) {
      onTheWay += 1
      await clock.sleep(latency)
      onTheWay -= 1
    }
    if (fault === 'lost-request') return timeout(request, signal)
    if (isFault(fault, 'page')) return page(fault.page)
    if (isFault(fault, 'status')) return canned(fault)
    if (signal?.aborted === true) return { kind: 'unanswered', cause: 'aborted', mayHaveArrived: true }
    const { status, headers, body } = server.handle(left)
    if (fault === 'lost-answer') return timeout(request, signal)
    if (isFault(fault, 'dies')) return dead()
    if (isFault(fault, 'until')) await fault.until
    if (fault === 'cut-off') return { kind: 'answered', status, headers, body: undefined, bodyKind: 'cut-off' }
    const bodyKind = body === undefined ? 'empty' : 'json'
    return { kind: 'answered', status, headers, body: structuredClone(body), bodyKind }
  }

  /** The server handles the request when it arrives, even if the device no longer waits. */
  async function late(request: Request, afterMs: number, signal?: AbortSignalLike): Promise<Answer> {
    onTheWay += 1
    const arrival = clock.sleep(afterMs).then(() => {
      onTheWay -= 1
      return server.handle(structuredClone(request))
    })
    if (afterMs >= request.timeoutMs) return timeout(request, signal)
    const { status, headers, body } = await arrival
    const bodyKind = body === undefined ? 'empty' : 'json'
    return { kind: 'answered', status, headers, body: structuredClone(body), bodyKind }
  }

  async function timeout(request: Request, signal?: AbortSignalLike): Promise<Answer> {
    await clock.sleep(request.timeoutMs, signal)
    const cause = signal?.aborted === true ? 'aborted' : 'timeout'
    return { kind: 'unanswered', cause, mayHaveArrived: true }
  }

  function dead(): Promise<Answer> {
    network.die()
    return new Promise(() => {})
  }

  const network: FaultyNetwork = {
    isOnline: true,
    latencyMs: 0,
    latencyOf: null,
    inFlightCount: () => onTheWay,
    send,
    renewAntiForgery: async () => {
      renewals += 1
    },
    next: (kind, ...faults) => void planned.set(kind, [...(planned.get(kind) ?? []), ...faults]),
    always: (kind, fault) => void (fault === null ? standing.delete(kind) : standing.set(kind, fault)),
    removesHeaders: null,
    forgetPlans: () => {
      network.removesHeaders = null
      planned.clear()
      standing.clear()
    },
    sent: [],
    mostOpen: () => mostOpen,
    renewals: () => renewals,
    die: () => {},
  }
  return network
}

function isFault<Name extends string>(fault: Fault | null, name: Name): fault is Extract<Fault, Record<Name, unknown>> {
  return fault !== null && typeof fault === 'object' && name in fault
}

function page(status: number): Answer {
  return { kind: 'answered', status, headers: { 'content-type': 'text/html' }, body: undefined, bodyKind: 'other' }
}

function canned({
  status,
  headers = {},
  body,
}: {
  status: number
  headers?: Record<string, string>
  body?: Json
}): Answer {
  return { kind: 'answered', status, headers, body, bodyKind: body === undefined ? 'empty' : 'json' }
}
