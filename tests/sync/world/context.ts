import { type Abort, createAbort } from '#core/sync/abort.ts'
import type { Fields } from '#core/contract/json.ts'
import type { RemoteServer, Replica } from '#core/sync/ports.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { createSyncLoop, type SyncLoop } from '#core/sync/sync-loop.ts'
import { type ExchangePorts, syncOnce, type SyncOutcome } from '#core/sync/sync-once.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import type { VirtualClock } from '#tests/support/virtual-clock.ts'
import type { Connection } from './agent-store.ts'
import { beginLife, type Life } from './life.ts'
import { mortalClock, mortalReplica, mortalServer } from './mortal-ports.ts'
import { openPage } from './page.ts'
import type { Place, SimulatedDevice } from './simulated-device.ts'

export type ContextName = 'first tab' | 'second tab' | 'worker'

/** A tab or worker: its code runs until it is killed, and waits while it is frozen. */
export type Context = Life & {
  name: ContextName
  place: Place
  ports: ExchangePorts
  connection: () => Promise<Connection>
  running: Promise<unknown> | null
  lastOutcome: SyncOutcome | null
  start: (isAsked: boolean) => void
  /** Ends its work in order, as when a page is closed. */
  stop: () => void
  /** Freezes it in the browser's cache; it gives up what would block other pages (fault A24). */
  freezeInCache: () => void
  kill: () => void
  loop: () => SyncLoop
}

export type Departure = {
  at: number
  by: string
  method: string
  path: string
  fields: Fields
  openWrites: string[]
}

type Opening = {
  tablet: SimulatedDevice
  place: Place
  name: ContextName
  number: number
  clock: VirtualClock
  /** Called at each point where it waits; it may end there. */
  onPoint: (context: Context, place: string) => void
}

/** States after which the next exchange waits for a stable connection, as the loop requests. */
const outages = new Set<string>(['offline', 'server-error', 'paused', 'unknown-server'])

// oxlint-disable-next-line max-lines-per-function -- one shared state, with a line or two for each event
export function openContext({ tablet, place, name, number, clock, onPoint }: Opening): Context {
  const life = beginLife()
  const page = openPage(number)
  const { isModel } = place.store
  const sender = tablet.nextOpId()
  const ownName = `${name} ${sender}`
  let stopping: Abort = createAbort()
  let connecting: Promise<Connection> | null = null
  const connection = () => (connecting ??= place.store.connect(page))
  const pass = (at: string) => onPoint(context, at)
  const { suspend, endTransactions, thaw } = life
  const server = recordingServer(tablet, place.agent, { by: ownName, clock })

  const context: Context = Object.assign(life, {
    name,
    place,
    connection,
    running: null,
    lastOutcome: null,
    ports: {
      replica: mortalReplica(connected(place.agent, connection), life, pass, isModel),
      server: mortalServer(server, life, pass),
      senderLock: page.code.webSenderLock('sender', place.locks.of(ownName)),
      clock: mortalClock({ now: tablet.now, sleep: clock.sleep }, life, pass),
      ids: { uuid: tablet.nextOpId },
      loadBatches: async () => ({ sendBatch }),
      loadRecovery: async () => ({ recoverHistory }),
      random: () => 0.5,
      log: () => {},
    },
    start: (isAsked: boolean) => {
      if (context.running !== null) return
      stopping = createAbort()
      const isAfterOutage = outages.has(context.lastOutcome?.state ?? '')
      const run = { sender, isManual: isAsked, isAfterOutage, stop: stopping.signal, onAttempt: () => {} }
      const exchange = syncOnce(context.ports, run).then(
        (outcome) => (context.lastOutcome = outcome),
        (error: unknown) => {
          // A store that fails ends the exchange; the loop starts the next one.
          if (!(error instanceof StorageError)) tablet.surprises.push(error)
        },
      )
      const running = Promise.race([exchange, life.died]).finally(() => {
        if (context.running === running) context.running = null
      })
      context.running = running
    },
    stop: () => stopping.abort(),
    freezeInCache: () => {
      life.cache()
      // The browser fires the event between two tasks. In a model of IndexedDB all work is one task.
      if (isModel) page.code.freezePage()
      else setImmediate(() => life.isCached && page.code.freezePage())
    },
    suspend: () => {
      suspend()
      page.process.suspend()
    },
    endTransactions: () => {
      endTransactions()
      page.process.endTransactions()
    },
    thaw: () => {
      page.process.resume()
      page.code.returnPage()
      thaw()
    },
    kill: () => {
      page.process.endTransactions()
      life.end()
      place.locks.release(ownName)
      tablet.forget(context)
      void connecting?.then(
        ({ close }) => close(),
        () => {},
      )
    },
    loop: () => createSyncLoop(context.ports),
  })
  return context
}

/** A replica whose store is opened on first use. */
function connected(owner: string, connection: () => Promise<Connection>): Replica {
  return {
    owner,
    transact: async (mode, work) => (await connection()).replica.transact(mode, work),
    readFile: async (file) => (await connection()).replica.readFile(file),
  }
}

/** Records each request that leaves, and adds its agent and session. */
function recordingServer(
  tablet: SimulatedDevice,
  agent: string,
  { by, clock }: { by: string; clock: VirtualClock },
): RemoteServer {
  const openWrites = new Set<string>()
  return {
    ...tablet.network,
    send: async (request, signal) => {
      const { method, path, fields, headers } = request
      tablet.departures.push({ at: clock.now(), by, method, path, fields, openWrites: [...openWrites] })
      const write = method === 'GET' ? null : `${method} ${path} ${headers['Idempotency-Key'] ?? ''}`
      if (write !== null) openWrites.add(write)
      const session = tablet.session?.isValid === true ? { cookie: tablet.session.agent } : {}
      try {
        return await tablet.network.send({ ...request, headers: { ...headers, ...session, from: agent } }, signal)
      } finally {
        if (write !== null) openWrites.delete(write)
      }
    },
  }
}
