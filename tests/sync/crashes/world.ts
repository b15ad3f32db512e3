import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type ModelServer, modelServer } from '#tests/support/model-server.ts'
import { opId } from '#tests/support/sync-records.ts'
import { type VirtualClock, virtualClock } from '#tests/support/virtual-clock.ts'
import { type CrashPoints, crashPoints } from './crash-points.ts'
import { type Context, type Device, crashDevice } from './device.ts'
import { type Ledger, newLedger } from './ledger.ts'
import type { Mortal } from './mortal.ts'
import { newObserved, type Observed } from './observed-server.ts'
import type { StoreKind } from './store-home.ts'

export type ServerKind = 'ours' | 'ours with batches' | 'plain'

/** Who ends at a crash: the page that stood at the point, or all that runs on its device. */
export type Scope = 'page' | 'device'

export type World = {
  clock: VirtualClock
  server: ModelServer
  storeKind: StoreKind
  points: CrashPoints
  ledger: Ledger
  observed: Observed
  /** The agent's first device. */
  device: Device
  /** The same agent's second device. */
  second: Device
  /** The same hardware under another agent. */
  colleague: Device
  devices: Device[]
  /** The word that each record of the story was made with. */
  names: Map<string, string>
  nameWord: (record: string) => string
  /** Begins a step of the story; its actions are named by their place in it, the same when it is done again. */
  beginStep: (step: number) => void
  nextAction: (device: number) => { draft: string; word: string; opId: string }
  /** What was made once stays as it is when a step is done again. */
  once: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
  /** The id of a record of the story on the server. */
  idOf: (entity: EntityName, record: string) => number | null
  /** What the effects count from: those before a restored backup happened to another server. */
  effectsFrom: number
}

/** Agents, their devices and the office, where one page or one device ends at the chosen point. */
export async function crashWorld(
  kind: ServerKind,
  storeKind: StoreKind,
  at: number | null,
  scope: Scope,
): Promise<World> {
  const server = modelServer(kind === 'plain' ? 'plain' : 'ours')
  server.offersBatch = kind === 'ours with batches'
  const devices: Device[] = []
  const clock = virtualClock(undefined, () => devices.some(({ home }) => home.isBusy()))
  let [step, action] = [0, 0]
  const made = new Map<string, unknown>()
  const names = new Map<string, string>()

  function end(life: Mortal): void {
    const device = devices.find((one) => one.contexts().some((context) => context.life === life))
    const dying: Context[] = scope === 'device' ? (device?.contexts() ?? []) : []
    life.end()
    for (const other of dying) other.life.end()
  }

  const world: Omit<World, 'device' | 'second' | 'colleague'> = {
    clock,
    server,
    storeKind,
    points: crashPoints(at, end),
    ledger: newLedger(),
    observed: newObserved(),
    devices,
    names,
    nameWord: (record) => names.get(record) ?? 'nobody has made it',
    beginStep: (number) => {
      ;[step, action] = [number, 0]
    },
    nextAction: (device) => {
      action += 1
      const number = (step + 1) * 100 + action
      return {
        draft: `${device} ${number}`,
        word: `d${device}w${number}.`,
        opId: opId(device * 1_000_000 + number),
      }
    },
    once: async <Value>(name: string, make: () => Promise<Value>): Promise<Value> => {
      if (!made.has(name)) made.set(name, await make())
      return made.get(name) as Value
    },
    idOf: (entity, record) => idAt(server, entity, names.get(record)),
    effectsFrom: 0,
  }
  const whole = world as World
  whole.device = crashDevice(whole, 1, '1')
  whole.second = crashDevice(whole, 2, '1')
  whole.colleague = crashDevice(whole, 3, '2')
  devices.push(whole.device, whole.second, whole.colleague)
  for (const device of devices) await device.restart()
  return whole
}

function idAt(server: ModelServer, entity: EntityName, word: string | undefined): number | null {
  const there = server
    .records(entity)
    .find((one) => word !== undefined && JSON.stringify({ ...one, property: null }).includes(word))
  return there === undefined ? null : Number(there['id'])
}
