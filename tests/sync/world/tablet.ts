import { type Abort, createAbort } from '#core/sync/abort.ts'
import type { AbortSignalLike, Answer, Request, SenderLock } from '#core/sync/ports.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { createSyncLoop, type SyncLoop } from '#core/sync/sync-loop.ts'
import { type ExchangePorts, syncOnce, type SyncOutcome } from '#core/sync/sync-once.ts'
import { StorageError } from '#storage/storage-error.ts'
import { type FaultyNetwork, faultyNetwork } from '#tests/support/faulty-network.ts'
import type { ModelAnswer } from '#tests/support/model-server.ts'
import { opId } from '#tests/support/sync-records.ts'
import type { VirtualClock } from '#tests/support/virtual-clock.ts'
import type { AgentStore, Connection } from './agent-store.ts'

export type ContextName = 'first tab' | 'second tab' | 'worker'
export type AgentName = '1' | '2'

/** One agent's place on a device: the data, and the right to send that tabs and worker share. */
export type Place = { agent: AgentName; store: AgentStore; lock: SharedLock; life: number }

/** A tab or the worker: code that runs until it is killed, and stands still while it is frozen. */
export type Context = {
  name: ContextName
  place: Place
  ports: ExchangePorts
  connection: () => Promise<Connection>
  /** Resolves when it is killed. */
  died: Promise<null>
  /** An exchange that is under way. */
  running: Promise<unknown> | null
  lastOutcome: SyncOutcome | null
  isFrozen: boolean
  start: (isAsked: boolean) => void
  freeze: () => void
  thaw: () => void
  /** Ends what it does, as closing the page in good order does. */
  stop: () => void
  kill: () => void
  loop: () => SyncLoop
}

export type Session = { agent: AgentName; isValid: boolean }

export type Tablet = {
  number: number
  network: FaultyNetwork
  session: Session | null
  places: Record<AgentName, Place>
  /** How far its clock is off. */
  clockIsOffBy: number
  /** Errors of the core that are none of the storage's. */
  surprises: unknown[]
  /** Every request that left, and what was open beside it. */
  departures: Departure[]
  context: (name: ContextName) => Context | null
  /** The contexts that run now. */
  contexts: () => Context[]
  now: () => number
  nextOpId: () => string
}

export type Departure = {
  at: number
  by: string
  method: string
  path: string
  /** Other writes that this context had open at the time. */
  openWrites: string[]
  isAfterOutage: boolean
}

type Making = {
  number: number
  clock: VirtualClock
  storeOf: (agent: AgentName) => AgentStore
  handle: (request: Request) => ModelAnswer
}

/** After these the next exchange waits for a stable connection, as the loop asks. */
const outages = new Set<string>(['offline', 'server-error', 'paused', 'unknown-server'])

/** A device: a browser with two tabs and a worker, the data of two agents, one session, one network, one clock. */
export function makeTablet({ number, clock, storeOf, handle }: Making): Tablet {
  const network = faultyNetwork({ handle }, clock)
  const living = new Map<string, Context>()
  let lastOp = number * 100_000
  const placeOf = (agent: AgentName): Place => ({ agent, store: storeOf(agent), lock: sharedLock(), life: 0 })

  const tablet: Tablet = {
    number,
    network,
    session: null,
    places: { '1': placeOf('1'), '2': placeOf('2') },
    clockIsOffBy: 0,
    surprises: [],
    departures: [],
    context: (name) => {
      const { session } = tablet
      if (session === null) return null
      const place = tablet.places[session.agent]
      const known = living.get(`${place.agent} ${name}`)
      if (known !== undefined) return known
      const context = open(place, name)
      living.set(`${place.agent} ${name}`, context)
      return context
    },
    contexts: () => [...living.values()],
    now: () => clock.now() + tablet.clockIsOffBy,
    nextOpId: () => {
      lastOp += 1
      return opId(lastOp)
    },
  }
  // The device dies with a request: whoever holds the right to send was sending it.
  network.die = () => {
    for (const context of tablet.contexts()) if (context.running !== null && !context.isFrozen) context.kill()
  }
  return tablet

  function open(place: Place, name: ContextName): Context {
    let isAlive = true
    let frozen: { until: Promise<void>; end: () => void } | null = null
    let stopping: Abort = createAbort()
    let isAfterOutage = false
    let connecting: Promise<Connection> | null = null
    const sender = tablet.nextOpId()
    let endLife = () => {}
    const died = new Promise<null>((resolve) => (endLife = () => resolve(null)))
    const forEver = <Value>() => new Promise<Value>(() => {})

    /** Code goes on only in a living context that is not frozen. */
    async function awake(): Promise<void> {
      if (frozen !== null) {
        await frozen.until
        return awake()
      }
      if (!isAlive) await forEver()
    }
    async function whileAwake<Value>(work: () => Promise<Value>): Promise<Value> {
      await awake()
      try {
        return await work()
      } finally {
        await awake()
      }
    }
    const connection = () => (connecting ??= place.store.connect())

    const ports: ExchangePorts = {
      replica: {
        owner: place.agent,
        transact: (mode, work) => whileAwake(async () => (await connection()).replica.transact(mode, work)),
        readFile: (file) => whileAwake(async () => (await connection()).replica.readFile(file)),
      },
      server: {
        ...network,
        send: (request, signal) => whileAwake(() => depart(withCookie(request), signal)),
      },
      senderLock: place.lock.of(ownName()),
      clock: { now: tablet.now, sleep: (ms, signal) => whileAwake(() => clock.sleep(ms, signal)) },
      ids: { uuid: tablet.nextOpId },
      loadBatches: async () => ({ sendBatch }),
      loadRecovery: async () => ({ recoverHistory }),
      random: () => 0.5,
      log: () => {},
    }
    const openWrites = new Set<string>()
    async function depart(request: Request, signal?: AbortSignalLike): Promise<Answer> {
      const { method, path } = request
      const departure = { at: clock.now(), by: ownName(), method, path, openWrites: [...openWrites], isAfterOutage }
      tablet.departures.push(departure)
      const write = method === 'GET' ? null : `${method} ${path} ${request.headers['Idempotency-Key'] ?? ''}`
      if (write !== null) openWrites.add(write)
      try {
        return await network.send(request, signal)
      } finally {
        if (write !== null) openWrites.delete(write)
      }
    }
    function ownName(): string {
      return `${name} ${sender}`
    }
    function withCookie(request: Request): Request {
      const { session } = tablet
      const cookie = session?.isValid === true ? { cookie: session.agent } : {}
      return { ...request, headers: { ...request.headers, ...cookie } }
    }

    const context: Context = {
      name,
      place,
      ports,
      connection,
      died,
      running: null,
      lastOutcome: null,
      isFrozen: false,
      start: (isAsked) => {
        if (context.running !== null) return
        stopping = createAbort()
        isAfterOutage = outages.has(context.lastOutcome?.state ?? '')
        const run = { sender, isAsked, isAfterOutage, stop: stopping.signal, onAttempt: () => {} }
        const exchange = syncOnce(ports, run).then(
          (outcome) => (context.lastOutcome = outcome),
          (error: unknown) => {
            // A store that refuses ends an exchange; the loop begins the next.
            if (!(error instanceof StorageError)) tablet.surprises.push(error)
          },
        )
        const running = Promise.race([exchange, died]).finally(() => {
          if (context.running === running) context.running = null
        })
        context.running = running
      },
      freeze: () => {
        let end = () => {}
        frozen ??= { until: new Promise<void>((resolve) => (end = resolve)), end: () => end() }
        context.isFrozen = true
      },
      thaw: () => {
        const thawing = frozen
        frozen = null
        context.isFrozen = false
        thawing?.end()
      },
      stop: () => stopping.abort(),
      kill: () => {
        isAlive = false
        endLife()
        place.lock.release(ownName())
        living.delete(`${place.agent} ${name}`)
        void connecting?.then(
          ({ close }) => close(),
          () => {},
        )
        context.thaw()
      },
      loop: () => createSyncLoop(ports),
    }
    return context
  }
}

type SharedLock = { of: (holder: string) => SenderLock; release: (holder: string) => void }

/** One right for all tabs and the worker, as the browser's lock manager keeps it. */
function sharedLock(): SharedLock {
  let current: { holder: string; lose: () => void } | null = null
  return {
    of: (holder) => ({
      hold: async (work, { steal }) => {
        if (current !== null && !steal) return 'busy'
        current?.lose()
        const lost = createAbort()
        const mine = { holder, lose: lost.abort }
        current = mine
        try {
          await work(lost.signal)
        } finally {
          if (current === mine) current = null
        }
        return 'done'
      },
    }),
    release: (holder) => {
      if (current?.holder === holder) current = null
    },
  }
}
