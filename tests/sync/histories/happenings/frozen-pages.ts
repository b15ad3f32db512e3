import * as fc from 'fast-check'
import type { Context, ContextName } from '../../world/context.ts'
import { answersAtOnce } from '../../world/invariants/in-the-cache.ts'
import { demand } from '../../world/violation.ts'
import { make, newSave, type Page, type Save, shownRows, write } from '../../world/work.ts'
import type { World } from '../../world/world.ts'
import { EventGroup, pageAt, pickOne, tab, tablet } from './chapter.ts'
import { startExchange } from './exchanges.ts'

/** Pages in WebKit's back/forward cache, and processes that iOS suspends. */
export const frozenPages = new EventGroup()

/** Begins `open` saves, and an exchange if `sends`; the page stops at point number `point`. `otherSends`: another tab sends. */
type Stop = { tablet: number; tab: ContextName; open: number; point: number; sends?: boolean; otherSends?: boolean }

const stop: fc.Arbitrary<Stop> = fc.record({
  tablet,
  tab,
  open: fc.nat(3),
  // Saves pass about forty points, an exchange two hundred.
  point: fc.oneof(fc.nat(40), fc.nat(220)),
  sends: fc.boolean(),
  otherSends: fc.boolean(),
})

frozenPages.define<Stop>('freezes a page in the cache with open transactions', {
  with: stop,
  weight: 4,
  run: async (world, given) => {
    const page = pageThatMayStop(world, given)
    if (page === null) return
    await stopAtWork(world, page, given, () => page.context.freezeInCache())
    const other = otherPage(page)
    if (other === null) return
    demand(11, await savesAtOnce(world, other), () => 'A frozen page keeps another one from saving.')
    demand(11, maySend(other), () => 'A frozen page keeps the right to send.')
    if (given.otherSends === true) await sends(world, given, other)
  },
})

frozenPages.define<Stop>('suspends the process for 31 minutes', {
  with: stop,
  weight: 2,
  run: async (world, given) => {
    const page = pageThatMayStop(world, given)
    if (page === null) return
    await stopAtWork(world, page, given, () => page.context.suspend())
    const other = otherPage(page)
    let isSaved = other === null
    if (other !== null) void make(world, other, 'client', {}, newSave(world, other)).then(() => (isSaved = true))
    await world.pass(60_000)
    if (other !== null && given.otherSends === true) startExchange(world, exchangeBy(given, other))
    await world.pass(29 * 60_000)
    page.context.endTransactions()
    await world.pass(60_000)
    const { tablet: one, context } = page
    const isFree = isSaved && (await answersAtOnce(world, one, context.place.agent))
    demand(11, isFree, () => 'What a suspended process had open still keeps others from reading and writing.')
    context.thaw()
    await world.pass(0)
  },
})

frozenPages.define<{ which: number }>('returns to a page in the cache', {
  with: fc.record({ which: fc.nat(3) }),
  weight: 12,
  run: (world, { which }) => pickOne(pagesInTheCache(world), which)?.thaw(),
})

frozenPages.define<{ which: number }>('throws a page out of the cache', {
  with: fc.record({ which: fc.nat(3) }),
  weight: 2,
  run: (world, { which }) => pickOne(pagesInTheCache(world), which)?.kill(),
})

function pagesInTheCache(world: World): Context[] {
  return world.tablets.flatMap((one) => one.contexts().filter(({ isCached }) => isCached))
}

function pageThatMayStop(world: World, given: Stop): Page | null {
  const page = pageAt(world, given)
  // A plain server's request still in flight may overtake those of the next sender: rule K6.
  return world.isPlain && world.tablet(given.tablet).network.inFlightCount() > 0 ? null : page
}

/** Begins the work and calls `halt` at the chosen point, at the latest when the work is done. */
async function stopAtWork(world: World, page: Page, given: Stop, halt: () => void): Promise<void> {
  const before = world.onPoint
  let left = given.point
  world.onPoint = (context, place) => {
    before(context, place)
    if (context !== page.context) return
    left -= 1
    if (left === -1) halt()
  }
  if (given.sends === true) startExchange(world, exchangeBy(given, page))
  const open = new Set<string>()
  for (let number = 0; number < given.open; number += 1) {
    const save = newSave(world, page)
    open.add(save.opId)
    void begin(world, page, number, save).then(() => open.delete(save.opId))
  }
  await world.pass(0)
  world.onPoint = before
  if (page.context.isAlive && !page.context.isFrozen) halt()
  await world.pass(0)
  for (const opId of open) world.ledger.savedLate.add(opId)
}

/** Every other save edits an existing record. */
function begin(world: World, page: Page, number: number, save: Save): Promise<unknown> {
  const opened = number % 2 === 0 ? undefined : pickOne(shownRows(world, page, 'client'), number)
  if (opened === undefined) return make(world, page, 'client', {}, save)
  return write(world, page, { kind: 'client', opened, rule: 'text' }, save)
}

function exchangeBy({ tablet: one }: Stop, { context }: Page) {
  return { tablet: one, by: context.name, isAsked: true, fault: 0, target: 0, latency: 0 }
}

/** Returns another tab of the same agent; null if it is frozen, too. */
function otherPage({ tablet: one, context }: Page): Page | null {
  const other = one.contextOf(context.place.agent, context.name === 'first tab' ? 'second tab' : 'first tab')
  return other.isFrozen ? null : { tablet: one, context: other }
}

/** Whether a save completes, or is refused, without any time passing. */
async function savesAtOnce(world: World, page: Page): Promise<boolean> {
  let isDone = false
  void make(world, page, 'client', {}, newSave(world, page)).then(() => (isDone = true))
  await world.pass(0)
  return isDone
}

/** Whether the sender lock is free, or held by a running page. */
function maySend({ tablet: one, context }: Page): boolean {
  const others = one.contexts().filter(({ place }) => place === context.place)
  if (others.some(({ running, isFrozen }) => running !== null && !isFrozen)) return true
  // A page frozen outside the cache holds the lock until it is stolen after half a minute (fault B5).
  if (others.some(({ isFrozen, isCached }) => isFrozen && !isCached)) return true
  return !context.place.locks.isHeld()
}

/** Runs an exchange in the other page, which must complete without waiting for the sender lock. */
async function sends(world: World, given: Stop, page: Page): Promise<void> {
  const { context, tablet: one } = page
  const others = one.contexts().filter(({ place }) => place === context.place)
  const isAlone = others.every(({ running, isFrozen, isCached }) => isCached || (!isFrozen && running === null))
  const { lastOutcome } = context
  if (!isAlone || startExchange(world, exchangeBy(given, page)) === null) return
  demand(11, await world.ended(context, 10 * 60_000), () => 'A frozen page keeps another one from exchanging.')
  // An exchange that ends with its page or in an error leaves the previous outcome.
  const isBusy = context.lastOutcome !== lastOutcome && context.lastOutcome?.state === 'busy'
  demand(11, !isBusy, () => 'Another page takes a frozen one for the sender.')
}
