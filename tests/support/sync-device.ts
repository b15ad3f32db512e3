import { createAbort } from '#core/sync/abort.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, Operation, Reference } from '#core/sync/operation.ts'
import type { Clock, Replica, Row, SenderLock } from '#core/sync/ports.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { type ExchangePorts, syncOnce, type SyncOutcome, type SyncRun } from '#core/sync/sync-once.ts'
import { type FaultyNetwork, faultyNetwork } from './faulty-network.ts'
import { memoryReplica, type MemoryReplica } from './memory-replica.ts'
import type { ModelServer } from './model-server.ts'
import { sharedLock } from './shared-lock.ts'
import { aClient, opId } from './sync-records.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type SyncDevice = {
  replica: MemoryReplica
  network: FaultyNetwork
  /** The ports of a tab or worker; new ones after each `kill`. */
  ports: ExchangePorts
  lock: SenderLock
  events: string[]
  /** Its clock error in ms; negative if it is slow. */
  clockErrorMs: number
  /** Runs one exchange; null if the device died during it. */
  sync: (run?: Partial<SyncRun>) => Promise<SyncOutcome | null>
  /** Runs exchanges until only the agent's decisions are left, for at most a day of the clock. */
  settle: () => Promise<void>
  /** Ends the process: its work stops and its lock is released. */
  kill: () => void
  anotherTab: () => ExchangePorts
  create: (
    entity: EntityName,
    changes: Fields,
    more?: { references?: Record<string, Reference>; files?: Record<string, AttachedFile>; shown?: Fields },
  ) => Promise<string>
  addClient: (fields?: Fields) => Promise<string>
  addListing: (property: string, fields?: Fields) => Promise<string>
  addPhoto: (listing: string, fields?: Fields, bytes?: number[]) => Promise<string>
  edit: (entity: EntityName, key: string, changes: Fields) => Promise<void>
  remove: (entity: EntityName, key: string) => Promise<void>
  row: (entity: EntityName, key: string) => Row | undefined
  operations: () => Operation[]
}

/** An agent's device with store, network and sync core; deterministic, and can be killed. */
// oxlint-disable-next-line max-lines-per-function -- a device is one state; each action is a line or two
export function syncDevice(server: ModelServer, clock: VirtualClock, number = 1, owner = '1'): SyncDevice {
  const replica = memoryReplica(owner)
  const network = faultyNetwork(server, clock)
  const locks = sharedLock()
  const lock = locks.of('this device')
  const events: string[] = []
  const ownClock: Clock = { now: () => clock.now() + device.clockErrorMs, sleep: clock.sleep }
  let lastOp = number * 100_000
  let life = newLife()

  function newLife() {
    let end = () => {}
    const died = new Promise<null>((resolve) => {
      end = () => resolve(null)
    })
    const state = { isAlive: true, died, end }
    const never = <Value>() => new Promise<Value>(() => {})
    const mortal: Replica = {
      ...replica,
      transact: (mode, work) => (state.isAlive ? replica.transact(mode, work) : never()),
    }
    const ports: ExchangePorts = {
      replica: mortal,
      server: { ...network, send: (request, signal) => (state.isAlive ? network.send(request, signal) : never()) },
      senderLock: lock,
      clock: mortalClock(ownClock, state),
      ids: { uuid: nextOpId },
      loadBatches: async () => ({ sendBatch }),
      loadRecovery: async () => ({ recoverHistory }),
      random: () => 0.5,
      log: (event) => void events.push(event),
    }
    return { ...state, state, ports }
  }

  function nextOpId(): string {
    lastOp += 1
    return opId(lastOp)
  }

  function kill(): void {
    life.state.isAlive = false
    life.state.end()
    locks.release('this device')
    life = newLife()
    device.ports = life.ports
  }
  network.die = kill

  const device: SyncDevice = {
    replica,
    network,
    ports: life.ports,
    lock,
    events,
    clockErrorMs: 0,
    sync: (run = {}) => {
      const { ports, died } = life
      const stop = createAbort().signal
      const whole = { sender: nextOpId(), isManual: true, isAfterOutage: false, stop, onAttempt: () => {}, ...run }
      return clock.run(Promise.race([syncOnce(ports, whole), died]))
    },
    settle: async () => {
      const until = clock.now() + 24 * 3_600_000
      for (;;) {
        const outcome = await device.sync()
        const needsAgent = device
          .operations()
          .every(({ state }) => ['attention', 'conflict', 'blocked'].includes(state))
        // Operations that stay on the device do not count as waiting.
        if (outcome?.state === 'idle' && (needsAgent || outcome.waiting === 0)) return
        if (clock.now() > until) throw new Error(`Still not settled: ${JSON.stringify(device.operations())}`)
        await clock.pass(60_000)
      }
    },
    kill,
    anotherTab: () => newLife().ports,
    create: async (entity, changes, more = {}) => {
      const { key } = await createRecord(replica, ownClock, { opId: nextOpId(), entity, changes, ...more })
      return key
    },
    addClient: (fields = {}) => device.create('client', aClient(fields)),
    addListing: (property, fields = { listing_price: 1 }) =>
      device.create('listing', fields, { references: { property: { entity: 'property', key: property } } }),
    addPhoto: (listing, fields = { caption: '', is_primary: true }, bytes = [1]) => {
      const blobKey = nextOpId()
      const image = { blobKey, fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: bytes.length, sha256: blobKey }
      replica.keepFile(image, new Uint8Array(bytes))
      const references = { listing: { entity: 'listing' as const, key: listing } }
      return device.create('listing_image', fields, { references, files: { image } })
    },
    edit: async (entity, key, changes) => {
      const opened = device.row(entity, key) ?? {}
      await updateRecord(replica, ownClock, { opId: nextOpId(), entity, key, opened, changes })
    },
    remove: async (entity, key) => {
      await deleteRecord(replica, ownClock, { opId: nextOpId(), entity, key })
    },
    row: (entity, key) => replica.allRows(entity).find((row) => row.key === key),
    operations: () => replica.allOperations(),
  }
  return device
}

function mortalClock(clock: Clock, life: { isAlive: boolean }): Clock {
  return {
    now: clock.now,
    sleep: (ms, signal) => (life.isAlive ? clock.sleep(ms, signal) : new Promise(() => {})),
  }
}
