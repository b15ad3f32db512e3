import * as fc from 'fast-check'
import type { Context, ContextName } from '../../world/context.ts'
import type { AgentName } from '#tests/sync/world/simulated-device.ts'
import type { World } from '../../world/world.ts'
import { anyContext, EventGroup, tab, tablet } from './chapter.ts'
import { startExchange } from './exchanges.ts'

/** Failures of tabs, workers, storage and clocks. */
export const machines = new EventGroup()

function running(world: World, given: { tablet: number; by: ContextName }): Context | null {
  const { session } = world.tablet(given.tablet)
  if (session === null) return null
  const of = (context: Context) => context.name === given.by && context.place.agent === session.agent
  return world.tablet(given.tablet).contexts().find(of) ?? null
}
const inAContext = fc.record({ tablet, by: anyContext })

machines.define<{ tablet: number; by: ContextName }>('kills a tab', {
  with: fc.record({ tablet, by: tab }),
  weight: 2,
  run: (world, given) => running(world, given)?.kill(),
})
machines.define<{ tablet: number }>('kills the worker', {
  with: fc.record({ tablet }),
  run: (world, given) => running(world, { ...given, by: 'worker' })?.kill(),
})
machines.define<{ tablet: number }>('kills the browser', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    for (const context of world.tablet(given.tablet).contexts()) context.kill()
  },
})
machines.define<{ tablet: number; by: ContextName }>('freezes a tab in the middle', {
  with: inAContext,
  weight: 2,
  run: (world, given) => {
    const one = world.tablet(given.tablet)
    // A plain server's request still in flight may overtake those of the next sender: rule K6.
    if (!world.isPlain || one.network.inFlightCount() === 0) running(world, given)?.freeze()
  },
})
machines.define<{ tablet: number; by: ContextName }>('thaws a tab', {
  with: inAContext,
  weight: 2,
  run: async (world, given) => {
    running(world, given)?.thaw()
    await world.pass(0)
  },
})
machines.define<{ tablet: number; by: ContextName }>('steals the right to send from a silent holder', {
  with: inAContext,
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    for (const context of one.contexts()) if (context.running !== null && context.name !== given.by) context.freeze()
    await world.pass(31_000)
    const context = startExchange(world, { ...given, isAsked: true, fault: 0, target: 0, latency: 0 })
    if (context !== null) await world.ended(context, 10 * 60_000)
  },
})
machines.define<{ tablet: number }>('runs out of room', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session !== null) places[session.agent].store.isFull = true
  },
})
machines.define<{ tablet: number }>('has room again', {
  with: fc.record({ tablet }),
  weight: 3,
  run: (world, given) => {
    for (const { store } of Object.values(world.tablet(given.tablet).places)) store.isFull = false
  },
})
machines.define<{ tablet: number }>('loses the connection to its storage', {
  with: fc.record({ tablet }),
  weight: 2,
  run: (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session !== null) places[session.agent].store.loseConnections()
  },
})
machines.define<{ tablet: number }>('gets a new version while work waits', {
  with: fc.record({ tablet }),
  run: async (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session === null || places[session.agent].store.isFull) return
    await places[session.agent].store.upgrade()
    for (const context of world.tablet(given.tablet).contexts()) {
      if (context.place.agent === session.agent) context.kill()
    }
  },
})
machines.define<{ tablet: number; isNewer: boolean }>('finds an operation that it cannot read', {
  with: fc.record({ tablet, isNewer: fc.boolean() }),
  run: async (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session === null || places[session.agent].store.isFull) return
    const opId = `strange-${world.ledger.number()}`
    await places[session.agent].store.storeRaw(strangeOperation(opId, session.agent, given.isNewer))
    world.ledger.strange.push(opId)
  },
})
machines.define<{ tablet: number; minutes: number }>('has its clock set', {
  with: fc.record({ tablet, minutes: fc.constantFrom(-1_500, -90, -3, 2, 45, 200, 3_000) }),
  weight: 2,
  run: (world, given) => {
    const one = world.tablet(given.tablet)
    // Without keys, only a minute on the clock proves that a request has ended (rule K3).
    if (
      world.isPlain &&
      (one.network.inFlightCount() > 0 || one.contexts().some((context) => context.running !== null))
    )
      return
    one.clockIsOffBy += given.minutes * 60_000
  },
})

function strangeOperation(opId: string, agent: AgentName, isNewer: boolean): Record<string, unknown> {
  const parts = { opId, owner: agent, entity: 'client', key: `local-${opId}`, kind: 'create', state: 'queued' }
  if (!isNewer) return { ...parts, format: 'none' }
  const none = { changes: {}, references: {}, files: {}, shown: {}, base: {} }
  return { ...parts, ...none, format: 99, revision: 1, attempts: 0, attempt: null, nextAt: 0, thoughts: 'of tomorrow' }
}
