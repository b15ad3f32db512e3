import { retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import { decide, discard, type Wish } from '../../world/decide.ts'
import { onPage } from '../../world/work.ts'
import type { World } from '../../world/world.ts'
import { type At, at, EventGroup, pageAt, pickOne } from './chapter.ts'

/** Decisions of agents in the Outbox. */
export const outbox = new EventGroup()

async function decideOne(world: World, given: At, wish: Wish, states: readonly string[]): Promise<void> {
  const page = pageAt(world, given)
  if (page === null || page.context.place.store.isFull) return
  const asking = world.waiting(page.tablet, page.context.place.agent).filter(({ state }) => states.includes(state))
  const operation = pickOne(asking, given.which)
  if (operation !== undefined) await decide(world, page, structuredClone(operation), wish)
}

for (const wish of ['mine', 'theirs', 'both'] as const) {
  outbox.define<At>(`decides for ${wish}`, {
    with: at,
    weight: 2,
    run: (world, given) => decideOne(world, given, wish, ['conflict']),
  })
}
outbox.define<At>('discards what asks', {
  with: at,
  run: (world, given) => decideOne(world, given, 'discard', ['conflict', 'attention']),
})
outbox.define<At>('tries again what was refused', {
  with: at,
  weight: 4,
  run: (world, given) => decideOne(world, given, 'retry', ['attention']),
})
outbox.define<At>('presses Retry on what waits', {
  with: at,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page === null) return
    const { context, tablet } = page
    const operation = pickOne(world.waiting(tablet, context.place.agent), given.which)
    if (operation === undefined || ['attention', 'conflict'].includes(operation.state)) return
    await onPage(context, () => retryOperation(context.ports.replica, operation.opId))
  },
})
outbox.define<At>('discards what was never sent', {
  with: at,
  run: async (world, given) => {
    const page = pageAt(world, given)
    if (page === null) return
    const unsent = world
      .waiting(page.tablet, page.context.place.agent)
      .filter(({ attempt, state }) => attempt === null && ['queued', 'waiting'].includes(state))
    const operation = pickOne(unsent, given.which)
    if (operation !== undefined) await discard(world, page, structuredClone(operation))
  },
})
