import type { ServerChange } from './apply-changes.ts'
import { comparedFact } from '#core/sync/fact-names.ts'
import { entityNames } from '#core/kinds/all-kinds.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readWholeFeed } from './read-feed.ts'
import type { Sending } from '#core/sync/sending/sending.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/**
 * True once a week when the whole feed has records that are not on this device: a browser may lose one store of a database, or a part
 * of it, and no cursor shows that.
 */
export async function hasLostRows(sending: Sending): Promise<boolean> {
  const { replica, clock, log } = sending.ports
  const now = clock.now()
  const note = (at: number) => replica.transact('refresh', (store) => store.putFact(comparedFact, at))
  const last = await replica.transact('read', (store) => store.fact<number>(comparedFact))
  // The first week begins now.
  if (last === undefined) await note(now)
  // A clock that was set back must not silence it.
  if (last === undefined || (last <= now && now - last < weekMs)) return false
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') {
    await note(now - weekMs + hourMs)
    return false
  }
  const missing = await replica.transact('read', (store) => countMissing(store, feed.changes))
  await note(now)
  if (missing > 0) log('sync.lost-rows', { rows: missing })
  return missing > 0
}

async function countMissing(store: ReplicaTransaction, changes: readonly ServerChange[]): Promise<number> {
  let missing = 0
  for (const entity of entityNames) {
    // Listings of other agents are deleted where room is needed.
    if (entity === 'available_listing') continue
    const keysById = new Map<number, string>()
    const moved = new Set<string>()
    for (const { id, key } of await store.aliases(entity)) {
      keysById.set(id, key)
      moved.add(key)
    }
    const here = new Set([...(await store.rowKeys(entity)), ...(await store.keysWithOperations(entity))])
    for (const { entity: its, id, record } of changes) {
      if (its !== entity || record === null) continue
      const key = keysById.get(id) ?? String(id)
      const isHere = here.has(key) && (keysById.has(id) || !moved.has(key))
      if (!isHere) missing += 1
    }
  }
  return missing
}
