import * as fc from 'fast-check'
import { markOf } from '../../world/ledger.ts'
import type { AgentName, SimulatedDevice } from '#tests/sync/world/simulated-device.ts'
import type { World } from '../../world/world.ts'
import { EventGroup, tablet } from './chapter.ts'

/** Agents sign in and out on a device. */
export const people = new EventGroup()

async function leave(world: World, one: SimulatedDevice): Promise<void> {
  const contexts = one.contexts()
  for (const context of contexts) {
    context.thaw()
    context.stop()
  }
  for (const context of contexts) if (!(await world.ended(context, 5 * 60_000))) break
  for (const context of contexts) context.kill()
  one.session = null
}

people.define<{ tablet: number }>('logs out and leaves the work locked', {
  with: fc.record({ tablet }),
  run: (world, given) => leave(world, world.tablet(given.tablet)),
})
people.define<{ tablet: number }>('logs out and wipes an empty device', {
  with: fc.record({ tablet }),
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    if (one.session === null) return
    const place = one.places[one.session.agent]
    await leave(world, one)
    if (place.store.rawOperations().length > 0 || place.store.unreadable().length > 0) return
    const { agent, life } = place
    await place.store.wipe()
    world.ledger.forget({ tablet: one.number, life, agent }, ({ kind, mark }) =>
      world.records(agent, kind).some((record) => markOf(kind, record) === mark),
    )
    place.life += 1
  },
})
people.define<{ tablet: number; agent: AgentName }>('logs in, perhaps as the other agent', {
  with: fc.record({ tablet, agent: fc.constantFrom<AgentName>('1', '1', '2') }),
  weight: 3,
  run: async (world, { agent, ...given }) => {
    const one = world.tablet(given.tablet)
    if (one.session?.agent === agent && one.session.isValid) return
    if (one.session !== null && one.session.agent !== agent) await leave(world, one)
    one.session = { agent, isValid: true }
  },
})
people.define<{ tablet: number }>('loses its session', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    const { session } = world.tablet(given.tablet)
    if (session !== null) session.isValid = false
  },
})
people.define<{ tablet: number }>('has its session taken over in the middle', {
  with: fc.record({ tablet }),
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    const { session } = one
    // A plain server, or one behind such a proxy, cannot see whose request it is, so the session is checked before each
    // exchange (fault D7).
    const isUntold = world.isPlain || one.network.removesHeaders?.headers.includes('X-Agent-Id') === true
    if (session === null || isUntold) return
    const other = session.agent === '1' ? '2' : '1'
    one.session = { agent: other, isValid: true }
    await world.pass(2_000)
    one.session = session
  },
})
