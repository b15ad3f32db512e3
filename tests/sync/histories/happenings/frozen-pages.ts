import * as fc from 'fast-check'
import type { Context, ContextName } from '../../world/context.ts'
import { demand } from '../../world/violation.ts'
import { make, newSave, type Page } from '../../world/work.ts'
import type { World } from '../../world/world.ts'
import { Chapter, pageAt, tab, tablet } from './chapter.ts'

/** Pages that WebKit keeps in its cache, and processes that iOS suspends. */
export const frozenPages = new Chapter()

/** `open` saves are begun, and the page stops at the `point`th place at which one of them waits. */
type Given = { tablet: number; tab: ContextName; open: number; point: number }

const given = fc.record({ tablet, tab, open: fc.nat(3), point: fc.nat(30) })

frozenPages.define<Given>('freezes a page in the cache with open transactions', {
  with: given,
  weight: 2,
  run: async (world, { open, point, ...at }) => {
    const page = pageAt(world, at)
    if (page === null) return
    await stopInSaves(world, page, { open, point }, () => page.context.freezeInCache())
    const other = otherPage(page)
    if (other === null) return
    demand(11, await savesAtOnce(world, other), () => 'A frozen page kept another one from saving.')
    demand(11, maySend(other), () => 'A frozen page kept the right to send.')
  },
})

frozenPages.define<Given>('suspends the process for 31 minutes', {
  with: given,
  run: async (world, { open, point, ...at }) => {
    const page = pageAt(world, at)
    if (page === null) return
    const one = world.tablet(at.tablet)
    // A request of a plain server that is still on its way when another context takes over may overtake it: rule K6.
    if (world.isPlain && one.network.onTheWay() > 0) return
    await stopInSaves(world, page, { open, point }, () => page.context.suspend())
    const other = otherPage(page)
    const saving = other === null ? null : savesAtOnce(world, other)
    await world.pass(30 * 60_000)
    page.context.endTransactions()
    await world.pass(60_000)
    if (saving !== null) {
      await saving
      demand(11, await savesAtOnce(world, other as Page), () => 'What a suspended process had open was never ended.')
    }
    page.context.thaw()
    await world.pass(0)
  },
})

/** Begins saves and lets `stop` happen at one of the places where they wait, at the latest when they are done. */
async function stopInSaves(
  world: World,
  page: Page,
  { open, point }: Pick<Given, 'open' | 'point'>,
  stop: () => void,
): Promise<void> {
  const before = world.onPoint
  let left = point
  world.onPoint = (context, place) => {
    before(context, place)
    if (context !== page.context) return
    left -= 1
    if (left === -1) stop()
  }
  for (let number = 0; number < open; number += 1) void make(world, page, 'client', {}, newSave(world, page))
  await world.pass(0)
  world.onPoint = before
  if (!page.context.isFrozen) stop()
}

/** Another tab of the same agent, unless it is frozen itself, or has to wait for somebody else. */
function otherPage({ tablet: one, context }: Page): Page | null {
  const other = one.context(context.name === 'first tab' ? 'second tab' : 'first tab')
  const others = one.contexts().filter((each) => each !== context && each.place === context.place)
  if (other === null || other.isFrozen || others.some(({ isSuspended }) => isSuspended)) return null
  return { tablet: one, context: other }
}

/** Whether a save is done, or refused, without any time going by. */
async function savesAtOnce(world: World, page: Page): Promise<boolean> {
  let isDone = false
  const saving = make(world, page, 'client', {}, newSave(world, page)).then(() => (isDone = true))
  await world.pass(0)
  // Where it waits, it goes on by itself when it may.
  void saving
  return isDone
}

/** Whether the right to send is free, or held by a page that runs. */
function maySend({ tablet: one, context }: Page): boolean {
  const isRunning = (each: Context) => each.place === context.place && each.running !== null && !each.isFrozen
  if (one.contexts().some(isRunning)) return true
  // A page that is frozen elsewhere than in the cache keeps it; it is stolen after half a minute (fault B5).
  if (one.contexts().some((each) => each.place === context.place && each.isFrozen && !each.isCached)) return true
  return !context.place.locks.isHeld()
}
