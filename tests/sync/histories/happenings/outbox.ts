import { retryOperation } from '#core/sync/deciding/outbox-actions.ts'
import { decide, discard, type Wish } from '../../world/decide.ts'
import { type At, pickOne } from '../../world/work.ts'
import type { World } from '../../world/world.ts'
import { at, Chapter, ignoreStorage, tabOf } from './chapter.ts'

/** Agents decide what asks in the Outbox. */
export const outbox = new Chapter()

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
    const place = tabOf(world, given)
    if (place === null) return
    const waiting = pickOne(place.context.place.store.operations(), given.which)
    if (waiting === undefined || world.ledger.strange.includes(waiting.opId)) return
    if (['attention', 'conflict'].includes(waiting.state)) return
    const retrying = retryOperation(place.context.ports.replica, waiting.opId).catch(ignoreStorage(place.context))
    await Promise.race([retrying, place.context.died])
  },
})
outbox.define<At>('discards what was never sent', {
  with: at,
  run: async (world, given) => {
    const place = tabOf(world, given)
    if (place === null) return
    const unsent = place.context.place.store
      .operations()
      .filter(({ attempt, state }) => attempt === null && ['queued', 'waiting'].includes(state))
    const operation = pickOne(unsent, given.which)
    if (operation === undefined || world.ledger.strange.includes(operation.opId)) return
    const copy = structuredClone(operation)
    const discarding = discard(world, place.tablet, place.context, copy).catch(ignoreStorage(place.context))
    await Promise.race([discarding, place.context.died])
  },
})
