import { createAbort } from '#core/sync/abort.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Base, Replica, ReplicaTransaction, Row, SenderLock } from '#core/sync/ports.ts'
import type { ExchangePorts } from '#core/sync/sync-once.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { type FaultyNetwork, faultyNetwork } from '#tests/support/faulty-network.ts'
import { opId } from '#tests/support/sync-records.ts'
import { type Hand, hand } from './hand.ts'
import { type Mortal, mortal } from './mortal.ts'
import { mortalClock, mortalReplica, mortalServer } from './mortal-ports.ts'
import { observedBy } from './observed-server.ts'
import { type StoreHome, storeHome } from './store-home.ts'
import type { World } from './world.ts'

/** A tab or worker, and the agent's hand on it. */
export type Context = { life: Mortal; ports: ExchangePorts } & Hand

export type Device = {
  number: number
  owner: string
  network: FaultyNetwork
  events: string[]
  home: StoreHome
  /** The store as it stands, past all that can die. */
  store: () => Replica
  tab: Context
  otherTab: Context
  worker: Context
  contexts: () => Context[]
  /** Opens again what has ended. */
  restart: () => Promise<void>
  row: (entity: EntityName, word: string) => Promise<Row | undefined>
  /** The word that a record of the story was made with. */
  nameWord: (record: string) => string
  rows: (entity: EntityName) => Promise<Row[]>
  operations: () => Promise<Operation[]>
  base: (entity: EntityName, key: string) => Promise<Base | undefined>
}

/** One piece of hardware with the data of one agent: a tab, another tab and a worker, each of which may end. */
export function crashDevice(world: World, number: number, owner: string): Device {
  const home = storeHome(world.storeKind, owner)
  const observed = observedBy(world.server, world.clock, { device: number, owner }, world.observed)
  const network = faultyNetwork(observed, world.clock)
  const events: string[] = []
  const lock = lockOfDevice()
  let replica: Replica | null = null
  let lives = 0

  const store = (): Replica => {
    if (replica === null) throw new Error('The device was not started.')
    return replica
  }

  function context(name: string): Context {
    lives += 1
    const life = mortal(name)
    const ports: ExchangePorts = {
      replica: mortalReplica(store(), life, world.points),
      server: mortalServer(network, life, world.points),
      senderLock: lock.of(life),
      clock: mortalClock(world.clock, life, world.points),
      ids: { uuid: () => opId(number * 1_000_000 + 900_000 + lives) },
      loadBatches: async () => ({ sendBatch }),
      loadRecovery: async () => ({ recoverHistory }),
      random: () => 0.5,
      log: (event) => void events.push(event),
    }
    void life.died.then(() => lock.release(life))
    return { life, ports, ...hand(world, device, life, ports) }
  }

  const read = <Result>(work: (tables: ReplicaTransaction) => Promise<Result>) => store().transact('read', work)

  async function rows(entity: EntityName): Promise<Row[]> {
    const found = await read(async (tables) => tables.rows(entity, await tables.rowKeys(entity)))
    return found.filter((row) => row !== undefined)
  }

  const device = {
    number,
    owner,
    network,
    events,
    home,
    nameWord: (record: string) => world.nameWord(record),
    store,
    contexts: () => [device.tab, device.otherTab, device.worker],
    restart: async () => {
      const isWholeDevice = replica === null || device.contexts().every(({ life }) => !life.isAlive())
      // What a living page has open stays open beside it.
      if (isWholeDevice) replica = await home.open()
      for (const name of ['tab', 'otherTab', 'worker'] as const) {
        if (!isWholeDevice) device[name].life.thaw()
        if (isWholeDevice || !device[name].life.isAlive()) device[name] = context(name)
      }
    },
    rows,
    row: async (entity: EntityName, word: string) =>
      (await rows(entity)).find((row) => JSON.stringify({ ...row, property: null }).includes(word)),
    operations: () => read((tables) => tables.operations(0, 10_000)),
    base: (entity: EntityName, key: string) => read((tables) => tables.base(entity, key)),
  } as Device
  return device
}

/** One right for all tabs of a device, which the system takes back from the dead. */
function lockOfDevice(): { of: (life: Mortal) => SenderLock; release: (life: Mortal) => void } {
  let holder: { life: Mortal; lose: () => void } | null = null
  return {
    of: (life) => ({
      hold: async (work, { steal }) => {
        if (holder !== null && !steal) return 'busy'
        holder?.lose()
        const lost = createAbort()
        const mine = { life, lose: lost.abort }
        holder = mine
        try {
          await work(lost.signal)
        } finally {
          if (holder === mine) holder = null
        }
        return 'done'
      },
    }),
    release: (life) => {
      if (holder?.life === life) holder = null
    },
  }
}
