import * as fc from 'fast-check'
import { createAbort } from '#core/sync/abort.ts'
import { pullVisits } from '#core/sync/plain/pull-visits.ts'
import type { Fault } from '#tests/support/faulty-network.ts'
import type { Context, ContextName } from '../../world/context.ts'
import type { SimulatedDevice } from '#tests/sync/world/simulated-device.ts'
import { onPage, shownRows } from '../../world/work.ts'
import type { World } from '../../world/world.ts'
import { anyContext, type At, at, EventGroup, pageAt, pickOne, tablet } from './chapter.ts'

/** Devices exchange with the server, and requests meet faults on the way. */
export const exchanges = new EventGroup()

const faults: (Fault | null)[] = [
  null,
  null,
  null,
  'never-leaves',
  'lost-request',
  'lost-answer',
  'lost-answer',
  'cut-off',
  { page: 200 },
  { page: 502 },
  { page: 503 },
  { status: 401 },
  { status: 403, body: { code: 'csrf_failed', detail: 'csrf' } },
  { status: 403, body: { code: 'permission_denied', detail: 'no' } },
  { status: 405, body: { detail: 'no' } },
  { status: 409, headers: { 'retry-after': '1' }, body: { code: 'key_in_progress', detail: 'wait' } },
  { status: 409, body: { code: 'not_unique', detail: 'twice' } },
  { status: 412, body: { code: 'version_is_stale', detail: 'stale' } },
  { status: 413 },
  { status: 422, body: { code: 'invalid', detail: 'no', email: ['no'] } },
  { status: 429 },
  { status: 500 },
  { status: 503, headers: { 'retry-after': '3' } },
  { status: 302, headers: { location: '/login' } },
  { status: 302, headers: { location: 'https://portal.example/' } },
  { arrivesAfter: 4_000 },
  { arrivesAfter: 25_000 },
  { arrivesAfter: 95_000 },
  { dies: 'before' },
  { dies: 'after' },
]
const targets = [
  'POST',
  'POST',
  'PATCH',
  'DELETE',
  'GET sync/',
  'GET ',
  'images/',
  'POST crm',
  'POST listings/',
  'sync/batch/',
]

type Exchange = {
  tablet: number
  by: ContextName
  isAsked: boolean
  fault: number
  target: number
  latency: number
}
const exchange: fc.Arbitrary<Exchange> = fc.record({
  tablet,
  by: anyContext,
  isAsked: fc.boolean(),
  fault: fc.nat(faults.length - 1),
  target: fc.nat(targets.length - 1),
  latency: fc.constantFrom(0, 0, 40, 900),
})

/** A request of a dead sender may still reach a plain server and overtake a newer one; excluded like rule K6. */
function isStillTravelling(world: World, one: SimulatedDevice): boolean {
  return world.isPlain && one.network.inFlightCount() > 0 && one.contexts().every(({ running }) => running === null)
}

export function startExchange(world: World, given: Exchange): Context | null {
  const one = world.tablet(given.tablet)
  const context = one.context(given.by)
  if (context === null || context.isFrozen) return null
  if (isStillTravelling(world, one)) return null
  // Rule K6: another sender may write to a plain server between our read and our write. This is documented.
  if (world.isPlain && world.isSomebodyElseSending(one)) return null
  const fault = faults[given.fault] ?? null
  const isTooLate =
    fault !== null && typeof fault === 'object' && 'arrivesAfter' in fault && fault.arrivesAfter > 20_000
  if (fault !== null && !(world.isPlain && isTooLate)) one.network.next(targets[given.target] ?? 'POST', fault)
  let turn = 0
  one.network.latencyOf = () => {
    turn += 1
    return given.latency * (1 + ((turn * 7) % 5))
  }
  context.start(given.isAsked)
  return context
}

exchanges.define<Exchange>('exchanges with the server', {
  with: exchange,
  weight: 40,
  run: async (world, given) => {
    const context = startExchange(world, given)
    if (context !== null) await world.ended(context, 10 * 60_000)
  },
})
exchanges.define<Exchange>('begins to exchange', {
  with: exchange,
  weight: 16,
  run: async (world, given) => {
    startExchange(world, given)
    await world.pass(given.fault * 10)
  },
})
exchanges.define<{ tablet: number; by: ContextName; minutes: number }>('leaves the page open', {
  with: fc.record({ tablet, by: anyContext, minutes: fc.integer({ min: 1, max: 4 }) }),
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    const context = one.context(given.by)
    if (context === null || context.isFrozen || context.running !== null) return
    if (isStillTravelling(world, one) || (world.isPlain && world.isSomebodyElseSending(one))) return
    const loop = context.loop()
    loop.start()
    context.running = new Promise(() => {})
    await world.pass(given.minutes * 60_000)
    context.running = Promise.race([loop.stop(), context.died]).finally(() => (context.running = null))
    await world.ended(context, 10 * 60_000)
  },
})
exchanges.define<{ seconds: number }>('waits', {
  with: fc.record({ seconds: fc.constantFrom(1, 10, 35, 70, 400, 2_000) }),
  weight: 8,
  run: (world, { seconds }) => world.pass(seconds * 1_000),
})
exchanges.define<At>('looks at a listing and at the calendar', {
  with: at,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page === null || (world.isPlain && world.isSomebodyElseSending(page.tablet))) return
    const listing = pickOne(shownRows(world, page, 'listing'), given.which)
    const wanted = {
      listingKeys: listing === undefined ? [] : [listing.key],
      days: { first: '2027-01-01', last: '2040-01-01' },
    }
    const { context } = page
    const looked = onPage(context, () => pullVisits(context.ports, wanted, createAbort().signal)).finally(() => {
      if (context.running === looked) context.running = null
    })
    // A device that dies with one of its requests ends this pull, too.
    context.running ??= looked
    await world.clock.run(looked)
  },
})
exchanges.define<{ tablet: number; isOnline: boolean }>('drives into a tunnel or out of it', {
  with: fc.record({ tablet, isOnline: fc.boolean() }),
  run: (world, given) => {
    world.tablet(given.tablet).network.isOnline = given.isOnline
  },
})
exchanges.define<{ tablet: number; alsoAgent: boolean; kind: string }>('works behind a proxy that takes headers out', {
  with: fc.record({ tablet, alsoAgent: fc.boolean(), kind: fc.constantFrom('', '', 'POST', 'PATCH', 'none') }),
  weight: 2,
  run: (world, given) => {
    const one = world.tablet(given.tablet)
    // If a write's key is removed between the probe and the write, a repetition finds it done and no device recognizes it as
    // its own. Without the agent's name it is not even refused.
    if (given.kind !== 'none' && one.contexts().some(({ running }) => running !== null)) return
    const agent = given.alsoAgent && given.kind === '' ? ['X-Agent-Id'] : []
    one.network.removesHeaders =
      given.kind === 'none' ? null : { kind: given.kind, headers: ['Idempotency-Key', ...agent] }
  },
})
