import * as fc from 'fast-check'
import { createAbort } from '#core/sync/abort.ts'
import { retryOperation } from '#core/sync/outbox-actions.ts'
import { pullVisits } from '#core/sync/pull-visits.ts'
import { createRecord } from '#core/sync/record-change.ts'
import type { Fault } from '#tests/support/faulty-network.ts'
import { aClient, textOf } from '#tests/support/sync-records.ts'
import { checkAtOnce } from './invariants.ts'
import { decide, discard, type Wish } from './decide.ts'
import { type Kind, type Ledger, markOf } from './ledger.ts'
import type { AgentName, Context, ContextName, Tablet } from './tablet.ts'
import {
  type At,
  choices,
  choiceValue,
  make,
  moveTour,
  pickOne,
  remove,
  shownRows,
  texts,
  undo,
  write,
} from './work.ts'
import { type World, agents } from './world.ts'

type Definition<With> = {
  with: fc.Arbitrary<With>
  weight?: number
  /** Whether it makes sense by what people know; the server's kind is looked at when it runs. */
  when?: (ledger: Ledger) => boolean
  run: (world: World, given: With) => Promise<void> | void
}

const tablet = fc.constantFrom(0, 1)
const which = fc.nat(7)
const tab = fc.constantFrom<ContextName>('first tab', 'second tab')
const anyContext = fc.constantFrom<ContextName>('first tab', 'second tab', 'worker')
const at: fc.Arbitrary<At> = fc.record({ tablet, tab, which })

const definitions = new Map<string, Definition<never>>()

function define<With>(name: string, definition: Definition<With>): void {
  definitions.set(name, definition as unknown as Definition<never>)
}

/** The tab of somebody who works there now. */
function tabOf(world: World, given: Pick<At, 'tablet' | 'tab'>): { context: Context; tablet: Tablet } | null {
  const context = world.context(given.tablet, given.tab)
  return context === null ? null : { context, tablet: world.tablet(given.tablet) }
}

// ── Records ────────────────────────────────────────────────────────────────

const kinds: Record<Kind, string> = {
  client: 'a client',
  property: 'a property',
  listing: 'a listing',
  listing_image: 'a photo',
  showing: 'a showing',
  open_house: 'an open house',
  open_house_visit: 'a visitor',
  appointment: 'an appointment',
  tour: 'a tour',
}
const allKinds = Object.keys(kinds) as Kind[]
const parentOf: Partial<Record<Kind, Kind>> = {
  listing: 'property',
  listing_image: 'listing',
  showing: 'listing',
  open_house: 'listing',
  open_house_visit: 'open_house',
  tour: 'listing',
}

for (const kind of allKinds) {
  const needed = parentOf[kind]
  define<At>(`makes ${kinds[kind]}`, {
    with: at,
    weight: kind === 'client' ? 8 : kind === 'property' ? 2 : 5,
    ...(needed === undefined ? {} : { when: (ledger) => ledger.knows(needed, '1') || ledger.knows(needed, '2') }),
    run: async (world, given) => void (await make(world, given, kind)),
  })
  define<At>(`deletes ${kinds[kind]}`, {
    with: at,
    weight: kind === 'client' || kind === 'listing' ? 4 : 2,
    when: (ledger) => ledger.knows(kind, '1') || ledger.knows(kind, '2'),
    run: async (world, given) => {
      const place = tabOf(world, given)
      // A property belongs to the catalogue: no screen deletes it.
      if (place === null || kind === 'property') return
      const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
      if (row !== undefined) await remove(world, place.context, place.tablet, kind, row)
    },
  })
  for (const [rule, fields] of [
    ['text', texts],
    ['choice', choices],
  ] as const) {
    if (fields[kind] === undefined) continue
    define<At>(rule === 'text' ? `writes more about ${kinds[kind]}` : `changes ${kinds[kind]}`, {
      with: at,
      weight: kind === 'client' || kind === 'listing' ? 12 : 5,
      when: (ledger) => ledger.knows(kind, '1') || ledger.knows(kind, '2'),
      run: async (world, given) => {
        const place = tabOf(world, given)
        if (place === null) return
        const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
        if (row !== undefined) await write(world, place, kind, structuredClone(row), rule)
      },
    })
  }
}
definitions.delete('deletes a property')

define<At>('moves a tour on', {
  with: at,
  weight: 3,
  when: (ledger) => ledger.knows('tour', '1'),
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const row = pickOne(shownRows(world, place.tablet, place.context, 'tour'), given.which)
    if (row !== undefined) await moveTour(place.context, place.tablet, structuredClone(row), given.which)
  },
})

define<At>('makes a listing with its property, an open house and a photo', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    for (const kind of ['property', 'listing', 'open_house', 'open_house_visit', 'listing_image'] as const)
      await make(world, given, kind)
  },
})

define<At>('opens a form', {
  with: at,
  weight: 5,
  when: (ledger) => ledger.knows('client', '1'),
  run: (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const kind = given.which % 2 === 0 ? 'client' : 'listing'
    const row = pickOne(shownRows(world, place.tablet, place.context, kind), given.which)
    if (row !== undefined) world.forms.push({ ...place, kind, opened: structuredClone(row) })
  },
})

define<At>('saves the form that stands open', {
  with: at,
  weight: 6,
  run: async (world, given) => {
    const form = world.forms.shift()
    // Who has left or reloaded has no form any more.
    if (form === undefined || !form.tablet.contexts().includes(form.context) || form.context.isFrozen) return
    await write(world, form, form.kind, form.opened, given.which % 2 === 0 ? 'text' : 'choice')
  },
})

define<At>('submits the same form twice', {
  with: at,
  weight: 2,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null || place.tablet.places[place.context.place.agent].store.isFull) return
    const { agent } = place.context.place
    const word = world.ledger.word(agent)
    const { replica, clock } = place.context.ports
    const changes = aClient({ first_name: word, last_name: word, email: `${word}@example.com`, notes: word })
    const record = { opId: place.tablet.nextOpId(), entity: 'client' as const, changes }
    const saving = Promise.allSettled([createRecord(replica, clock, record), createRecord(replica, clock, record)])
    const saved = await Promise.race([saving, place.context.died])
    if (saved === null || saved.every(({ status }) => status === 'rejected')) return
    const maker = { tablet: place.tablet.number, life: place.context.place.life }
    world.ledger.record({ mark: word, kind: 'client', agent, parent: null, maker })
    world.save({ value: word, mark: word, field: 'notes', rule: 'text' }, place.context, place.tablet)
  },
})

define<At>('is killed while saving', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    // Nobody was told that it is saved; whether it is, is open.
    const word = world.ledger.word(place.context.place.agent)
    const { replica, clock } = place.context.ports
    const changes = aClient({ first_name: word, last_name: word, email: `${word}@example.com`, notes: word })
    const opId = place.tablet.nextOpId()
    void createRecord(replica, clock, { opId, entity: 'client', changes }).catch(() => {})
    for (let turn = 0; turn < given.which; turn++) await Promise.resolve()
    place.context.kill()
  },
})

define<At>('undoes the last deletion', {
  with: at,
  weight: 3,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place !== null) await undo(world, place.context, place.tablet)
  },
})

// ── The Outbox ─────────────────────────────────────────────────────────────

async function decideOne(world: World, given: At, wish: Wish, states: readonly string[]): Promise<void> {
  const place = tabOf(world, given)
  if (place === null || place.context.place.store.isFull) return
  const asking = place.context.place.store
    .operations()
    .filter(({ state, opId }) => states.includes(state) && opId !== '')
  const operation = pickOne(
    asking.filter(({ opId }) => !world.ledger.strange.includes(opId)),
    given.which,
  )
  if (operation === undefined) return
  const act = async () => decide(world, place.tablet, place.context, structuredClone(operation), wish)
  await Promise.race([act().catch(ignoreStorage(place.context)), place.context.died])
}

function ignoreStorage(context: Context): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error) || error.name !== 'StorageError') throw error
    context.kill()
  }
}

for (const wish of ['mine', 'theirs', 'both'] as const) {
  define<At>(`decides for ${wish}`, {
    with: at,
    weight: 2,
    run: (world, given) => decideOne(world, given, wish, ['conflict']),
  })
}
define<At>('discards what asks', {
  with: at,
  run: (world, given) => decideOne(world, given, 'discard', ['conflict', 'attention']),
})
define<At>('tries again what was refused', {
  with: at,
  weight: 4,
  run: (world, given) => decideOne(world, given, 'retry', ['attention']),
})
define<At>('presses Retry on what waits', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const waiting = pickOne(place.context.place.store.operations(), given.which)
    if (waiting === undefined || world.ledger.strange.includes(waiting.opId)) return
    if (['attention', 'conflict'].includes(waiting.state)) return
    const retrying = retryOperation(place.context.ports.replica, waiting.opId).catch(ignoreStorage(place.context))
    await Promise.race([retrying, place.context.died])
  },
})
define<At>('discards what was never sent', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const unsent = place.context.place.store
      .operations()
      .filter(({ attempt, state }) => attempt === null && state === 'queued')
    const operation = pickOne(unsent, given.which)
    if (operation === undefined || world.ledger.strange.includes(operation.opId)) return
    const copy = structuredClone(operation)
    const discarding = discard(world, place.tablet, place.context, copy).catch(ignoreStorage(place.context))
    await Promise.race([discarding, place.context.died])
  },
})

// ── Sending ────────────────────────────────────────────────────────────────

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
/** Which requests meet the fault. */
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

/** What a sender that is gone had sent to a plain server may still arrive, and overtake what is sent now: rule K6, too. */
function isStillTravelling(world: World, one: Tablet): boolean {
  return world.isPlain && one.network.onTheWay() > 0 && one.contexts().every(({ running }) => running === null)
}

function startExchange(world: World, given: Exchange): Context | null {
  const one = world.tablet(given.tablet)
  const context = one.context(given.by)
  if (context === null || context.isFrozen) return null
  if (isStillTravelling(world, one)) return null
  // Rule K6: between its reading and its writing a plain server may be written to by somebody else. That is documented.
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

define<Exchange>('exchanges with the server', {
  with: exchange,
  weight: 40,
  run: async (world, given) => {
    const context = startExchange(world, given)
    if (context !== null) await world.ended(context, 10 * 60_000)
  },
})
define<Exchange>('begins to exchange', {
  with: exchange,
  weight: 16,
  run: async (world, given) => {
    startExchange(world, given)
    await world.pass(given.fault * 10)
  },
})
define<{ tablet: number; by: ContextName; minutes: number }>('leaves the page open', {
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
define<{ seconds: number }>('waits', {
  with: fc.record({ seconds: fc.constantFrom(1, 10, 35, 70, 400, 2_000) }),
  weight: 8,
  run: (world, { seconds }) => world.pass(seconds * 1_000),
})
define<At>('looks at a listing and at the calendar', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null || (world.isPlain && world.isSomebodyElseSending(place.tablet))) return
    const listing = pickOne(shownRows(world, place.tablet, place.context, 'listing'), given.which)
    const wanted = {
      listingKeys: listing === undefined ? [] : [listing.key],
      days: { first: '2027-01-01', last: '2040-01-01' },
    }
    const { context } = place
    const looking = pullVisits(context.ports, wanted, createAbort().signal).catch(ignoreStorage(context))
    const looked = Promise.race([looking, context.died]).finally(() => {
      if (context.running === looked) context.running = null
    })
    // A device that dies with one of its requests ends what looks as well.
    context.running ??= looked
    await world.clock.run(looked)
  },
})
define<{ tablet: number; isOnline: boolean }>('drives into a tunnel or out of it', {
  with: fc.record({ tablet, isOnline: fc.boolean() }),
  run: (world, given) => {
    world.tablet(given.tablet).network.isOnline = given.isOnline
  },
})

// ── Machines ───────────────────────────────────────────────────────────────

function running(world: World, given: { tablet: number; by: ContextName }): Context | null {
  const { session } = world.tablet(given.tablet)
  if (session === null) return null
  const of = (context: Context) => context.name === given.by && context.place.agent === session.agent
  return world.tablet(given.tablet).contexts().find(of) ?? null
}
const inAContext = fc.record({ tablet, by: anyContext })

define<{ tablet: number; by: ContextName }>('kills a tab', {
  with: fc.record({ tablet, by: tab }),
  weight: 2,
  run: (world, given) => running(world, given)?.kill(),
})
define<{ tablet: number }>('kills the worker', {
  with: fc.record({ tablet }),
  run: (world, given) => running(world, { ...given, by: 'worker' })?.kill(),
})
define<{ tablet: number }>('kills the browser', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    for (const context of world.tablet(given.tablet).contexts()) context.kill()
  },
})
define<{ tablet: number; by: ContextName }>('freezes a tab in the middle', {
  with: inAContext,
  weight: 2,
  run: (world, given) => {
    const one = world.tablet(given.tablet)
    // A request of a plain server that is still on its way when another context takes over may overtake it: rule K6.
    if (!world.isPlain || one.network.onTheWay() === 0) running(world, given)?.freeze()
  },
})
define<{ tablet: number; by: ContextName }>('thaws a tab', {
  with: inAContext,
  weight: 2,
  run: async (world, given) => {
    running(world, given)?.thaw()
    await world.pass(0)
  },
})
define<{ tablet: number; by: ContextName }>('steals the right to send from a silent holder', {
  with: inAContext,
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    for (const context of one.contexts()) if (context.running !== null && context.name !== given.by) context.freeze()
    await world.pass(31_000)
    const context = startExchange(world, { ...given, isAsked: true, fault: 0, target: 0, latency: 0 })
    if (context !== null) await world.ended(context, 10 * 60_000)
  },
})
define<{ tablet: number }>('runs out of room', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session !== null) places[session.agent].store.isFull = true
  },
})
define<{ tablet: number }>('has room again', {
  with: fc.record({ tablet }),
  weight: 3,
  run: (world, given) => {
    for (const { store } of Object.values(world.tablet(given.tablet).places)) store.isFull = false
  },
})
define<{ tablet: number }>('loses the connection to its storage', {
  with: fc.record({ tablet }),
  weight: 2,
  run: (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session !== null) places[session.agent].store.loseConnections()
  },
})
define<{ tablet: number }>('gets a new version while work waits', {
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
define<{ tablet: number; isNewer: boolean }>('finds an operation that it cannot read', {
  with: fc.record({ tablet, isNewer: fc.boolean() }),
  run: async (world, given) => {
    const { session, places } = world.tablet(given.tablet)
    if (session === null || places[session.agent].store.isFull) return
    const opId = `strange-${world.ledger.number()}`
    await places[session.agent].store.storeRaw(strangeOperation(opId, session.agent, given.isNewer))
    world.ledger.strange.push(opId)
  },
})
define<{ tablet: number; minutes: number }>('has its clock set', {
  with: fc.record({ tablet, minutes: fc.constantFrom(-1_500, -90, -3, 2, 45, 200, 3_000) }),
  weight: 2,
  run: (world, given) => {
    const one = world.tablet(given.tablet)
    // Without keys, a minute by the clock is all that says that a request cannot be running any more (rule K3).
    if (world.isPlain && (one.network.onTheWay() > 0 || one.contexts().some((context) => context.running !== null)))
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

// ── People ─────────────────────────────────────────────────────────────────

async function leave(world: World, one: Tablet): Promise<void> {
  const contexts = one.contexts()
  for (const context of contexts) {
    context.thaw()
    context.stop()
  }
  for (const context of contexts) if (!(await world.ended(context, 5 * 60_000))) break
  for (const context of contexts) context.kill()
  one.session = null
}

define<{ tablet: number }>('logs out and leaves the work locked', {
  with: fc.record({ tablet }),
  run: (world, given) => leave(world, world.tablet(given.tablet)),
})
define<{ tablet: number }>('logs out and wipes an empty device', {
  with: fc.record({ tablet }),
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    if (one.session === null) return
    const place = one.places[one.session.agent]
    await leave(world, one)
    if (place.store.rawOperations().length > 0 || place.store.unreadable().length > 0) return
    await place.store.wipe()
    place.life += 1
  },
})
define<{ tablet: number; agent: AgentName }>('logs in, perhaps as the other agent', {
  with: fc.record({ tablet, agent: fc.constantFrom<AgentName>('1', '1', '2') }),
  weight: 3,
  run: async (world, { agent, ...given }) => {
    const one = world.tablet(given.tablet)
    if (one.session?.agent === agent && one.session.isValid) return
    if (one.session !== null && one.session.agent !== agent) await leave(world, one)
    one.session = { agent, isValid: true }
  },
})
define<{ tablet: number }>('loses its session', {
  with: fc.record({ tablet }),
  run: (world, given) => {
    const { session } = world.tablet(given.tablet)
    if (session !== null) session.isValid = false
  },
})
define<{ tablet: number }>('has its session taken over in the middle', {
  with: fc.record({ tablet }),
  run: async (world, given) => {
    const one = world.tablet(given.tablet)
    const { session } = one
    // A plain server cannot be told whose request it is; whom it belongs to is asked before each exchange (fault D7).
    if (session === null || world.isPlain) return
    const other = session.agent === '1' ? '2' : '1'
    one.session = { agent: other, isValid: true }
    await world.pass(2_000)
    one.session = session
  },
})

// ── The office and its server ──────────────────────────────────────────────

function canOfficeWrite(world: World): boolean {
  return !world.isPlain || !world.tablets.some((one) => one.contexts().some((context) => context.running !== null))
}
const inTheOffice = fc.record({ agent: fc.constantFrom<AgentName>('1', '1', '1', '2'), kind: fc.nat(3), which })
type Office = { agent: AgentName; kind: number; which: number }
const officeKinds = ['client', 'listing', 'appointment', 'client'] as const

define<Office>('the office writes more', {
  with: inTheOffice,
  weight: 5,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    const field = texts[entity]
    if (record === undefined || field === undefined || !canOfficeWrite(world)) return
    const words = `${textOf(record, field)} ${world.ledger.word(agent)}`
    world.accounts[agent].put(entity, { id: Number(record['id']), [field]: words })
  },
})
define<Office>('the office changes a field', {
  with: inTheOffice,
  weight: 5,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    const field = choices[entity]
    if (record === undefined || field === undefined || !canOfficeWrite(world)) return
    world.ledger.supersede(record[field])
    const value = choiceValue(entity, agent, world.ledger.number())
    world.accounts[agent].put(entity, { id: Number(record['id']), [field]: value })
  },
})
define<Office>('the office deletes', {
  with: inTheOffice,
  run: (world, { agent, kind, which: number }) => {
    const entity = officeKinds[kind] ?? 'client'
    const record = pickOne(world.records(agent, entity), number)
    if (record === undefined || !canOfficeWrite(world)) return
    world.accounts[agent].remove(entity, Number(record['id']))
    const mark = markOf(entity, record)
    world.noteDeletion(agent, entity, mark)
    // What an agent does to it after that is another matter.
    world.ledger.keep(mark)
  },
})
define<Office>('the office makes a client', {
  with: inTheOffice,
  run: (world, { agent }) => {
    if (!canOfficeWrite(world)) return
    const word = world.ledger.word(agent)
    world.accounts[agent].put('client', aClient({ first_name: word, email: `${word}@example.com`, notes: word }))
    world.ledger.record({ mark: word, kind: 'client', agent, parent: null, maker: null })
  },
})
define<{ isAll: boolean }>('the server is backed up', {
  with: fc.record({ isAll: fc.boolean() }),
  run: (world) => world.backUp(),
})
define<{ isAll: boolean }>('the server is restored from its backup', {
  with: fc.record({ isAll: fc.boolean() }),
  run: (world) => world.restore(),
})
define<{ isBare: boolean }>('the server answers creates without a body', {
  with: fc.record({ isBare: fc.boolean() }),
  run: (world, { isBare }) => {
    for (const agent of agents) world.accounts[agent].answersBare = isBare
  },
})
define<{ shape: 'array' | 'results' | 'pages' }>('the server gives its lists another shape', {
  with: fc.record({ shape: fc.constantFrom<'array' | 'results' | 'pages'>('array', 'results', 'pages') }),
  run: (world, { shape }) => {
    for (const agent of agents) world.accounts[agent].listShape = shape
  },
})

// ── As fast-check has them ─────────────────────────────────────────────────

/** One thing that happens, by its name and what it needs; printed so that it can be kept as a scenario. */
export type Step = readonly [does: string, given: unknown]

export class Happening implements fc.AsyncCommand<Ledger, World> {
  readonly step: Step

  constructor(step: Step) {
    if (!definitions.has(step[0])) throw new Error(`Nothing is called “${step[0]}”.`)
    this.step = step
  }

  check(ledger: Readonly<Ledger>): boolean {
    return definitions.get(this.step[0])?.when?.(ledger as Ledger) ?? true
  }

  async run(_: Ledger, world: World): Promise<void> {
    const [does, given] = this.step
    await definitions.get(does)?.run(world, given as never)
    // What was begun comes to rest, so that no transaction is looked at half-way.
    await world.pass(0)
    world.happened(does)
    checkAtOnce(world)
  }

  toString(): string {
    return JSON.stringify(this.step)
  }
}

export const happenings: fc.Arbitrary<Happening>[] = [...definitions].flatMap(([does, definition]) => {
  const one = (definition.with as fc.Arbitrary<unknown>).map((given) => new Happening([does, given]))
  return Array.from({ length: definition.weight ?? 1 }, () => one)
})

export const happeningNames: readonly string[] = [...definitions.keys()]
