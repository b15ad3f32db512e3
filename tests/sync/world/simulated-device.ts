import type { Request } from '#core/sync/ports.ts'
import { type FaultyNetwork, faultyNetwork } from '#tests/support/faulty-network.ts'
import type { ModelAnswer } from '#tests/support/model-server.ts'
import { opId } from '#tests/support/sync-records.ts'
import type { VirtualClock } from '#tests/support/virtual-clock.ts'
import type { AgentStore } from './agent-store.ts'
import { type DeviceLocks, deviceLocks } from './device-locks.ts'
import { type Context, type ContextName, type Departure, openContext } from './context.ts'

export type AgentName = '1' | '2'

/** One agent's data on a device, and the sender lock of their tabs and worker. `life` rises when the data is wiped. */
export type Place = { agent: AgentName; store: AgentStore; locks: DeviceLocks; life: number }

export type Session = { agent: AgentName; isValid: boolean }

export type SimulatedDevice = {
  number: number
  network: FaultyNetwork
  session: Session | null
  places: Record<AgentName, Place>
  clockIsOffBy: number
  /** Unexpected errors of the sync core, other than storage errors. */
  surprises: unknown[]
  departures: Departure[]
  /** How many departures the checks have examined. */
  checked: { keys: number; rate: number }
  /** A context of the signed-in agent, opened if necessary; null when signed out. */
  context: (name: ContextName) => Context | null
  contextOf: (agent: AgentName, name: ContextName) => Context
  contexts: () => Context[]
  forget: (context: Context) => void
  now: () => number
  nextOpId: () => string
}

type Making = {
  number: number
  clock: VirtualClock
  storeOf: (agent: AgentName) => AgentStore
  handle: (request: Request) => ModelAnswer
  /** Called at each point where a context waits; it may end there. */
  onPoint: (context: Context, place: string) => void
}

/** A device: a browser with two tabs and a worker, the data of two agents, one session, one network, one clock. */
export function createSimulatedDevice({ number, clock, storeOf, handle, onPoint }: Making): SimulatedDevice {
  const network = faultyNetwork({ handle }, clock)
  const living = new Map<string, Context>()
  let lastOp = number * 100_000
  const placeOf = (agent: AgentName): Place => ({ agent, store: storeOf(agent), locks: deviceLocks(), life: 0 })
  const at = (agent: AgentName, name: ContextName) => `${agent} ${name}`

  const tablet: SimulatedDevice = {
    number,
    network,
    session: null,
    places: { '1': placeOf('1'), '2': placeOf('2') },
    clockIsOffBy: 0,
    surprises: [],
    departures: [],
    checked: { keys: 0, rate: 0 },
    context: (name) => (tablet.session === null ? null : tablet.contextOf(tablet.session.agent, name)),
    contextOf: (agent, name) => {
      const known = living.get(at(agent, name))
      if (known !== undefined) return known
      const page = pageNumber({ tablet: number, agent, name })
      const context = openContext({ tablet, place: tablet.places[agent], name, number: page, clock, onPoint })
      living.set(at(agent, name), context)
      return context
    },
    contexts: () => [...living.values()],
    forget: ({ place, name }) => void living.delete(at(place.agent, name)),
    now: () => clock.now() + tablet.clockIsOffBy,
    nextOpId: () => {
      lastOp += 1
      return opId(lastOp)
    },
  }
  // The device dies with a request: every running sender is killed.
  network.die = () => {
    for (const context of tablet.contexts()) if (context.running !== null && !context.isFrozen) context.kill()
  }
  return tablet
}

const names: readonly ContextName[] = ['first tab', 'second tab', 'worker']

/** Numbers all pages of both devices from 0. */
function pageNumber({ tablet, agent, name }: { tablet: number; agent: AgentName; name: ContextName }): number {
  return ((tablet - 1) * 2 + Number(agent) - 1) * names.length + names.indexOf(name)
}
