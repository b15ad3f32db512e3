import type { Operation } from '#core/sync/operation.ts'
import {
  dependantsOf,
  discardOperation,
  linkToExisting,
  resolveConflict,
  restoreDeleted,
  retryOperation,
} from '#core/sync/deciding/outbox-actions.ts'
import { opId } from '#tests/support/sync-records.ts'
import type { Device } from './device.ts'
import { wordsIn } from './ledger.ts'
import type { World } from './world.ts'

/** What a sensible agent says to whatever asks, once everything else has come to rest. */
export async function agentDecides(world: World, device: Device, operation: Operation): Promise<void> {
  const replica = device.store()
  const { clock } = world
  const { state, conflict, refusal } = operation
  if (state === 'conflict') {
    if (conflict?.theirs === null) {
      if (
        Object.keys(operation.changes).length > 0 &&
        operation.entity !== 'listing_image' &&
        (await device.rows(operation.entity)).some((row) => row.key === operation.key)
      ) {
        await restoreDeleted(replica, clock, operation.opId, opId(Number(operation.opId.slice(-12)) + 50))
      } else await discard(world, device, operation)
    } else
      await resolveConflict(
        replica,
        clock,
        operation.opId,
        Object.fromEntries((conflict?.fields ?? []).map((field) => [field, 'both'])),
      )
    return
  }
  if (state !== 'attention') return
  switch (refusal?.code) {
    case 'may_exist': {
      const there = recordOf(world, operation)
      if (there === null) await retryOperation(replica, operation.opId)
      else await linkToExisting(replica, clock, operation.opId, there)
      return
    }
    case 'server_restored':
      await retryOperation(replica, operation.opId)
      return
    default:
      await discard(world, device, operation)
  }
}

/** The agent looks on the server for the record that this operation makes. */
function recordOf({ server }: World, { entity, changes }: Operation): number | null {
  const [word] = wordsIn(changes)
  const there = server
    .records(entity)
    .find((record) => word !== undefined && JSON.stringify({ ...record, property: null }).includes(word))
  return there === undefined ? null : Number(there['id'])
}

async function discard(world: World, device: Device, operation: Operation): Promise<void> {
  const replica = device.store()
  const all = [operation, ...(await dependantsOf(replica, operation.opId))]
  for (const { changes, base } of all) {
    const before = new Set(wordsIn(base))
    for (const word of wordsIn(changes)) if (!before.has(word)) world.ledger.givenUp.add(word)
  }
  await discardOperation(replica, world.clock, operation.opId)
}
