import { lookedFact, comparedFact } from '#core/sync/metadata-keys.ts'
import { idempotencyKey, type JournalEntry } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { keysWithoutTrace } from '#core/sync/sending/check-keys.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import type { ServerChange } from './apply-changes.ts'
import { entityNames } from '#core/kinds/all-kinds.ts'
import { readWholeFeed } from './read-feed.ts'

const dayMs = 24 * 3_600_000
/** Overlap of two checks, so that nothing falls between them. */
const overlapMs = 2 * 3_600_000

/**
 * Once a day, asks for the keys of what the server confirmed since the last check. True, until `noteLooked`, if some are missing
 * although the history is the same (fault J12), or if the server gave a record's id to another one.
 */
export async function hasLostWork(sending: SendingContext): Promise<boolean> {
  const { replica, clock, log } = sending.ports
  const now = clock.now()
  const entries = await replica.transact('read', async (tx) => {
    const last = await tx.meta<number>(lookedFact)
    // A clock that was set back must not prevent the check.
    if (last !== undefined && last <= now && now - last < dayMs) return null
    // The first day begins now.
    if (last === undefined) return []
    if (last === 0) return 'certainly'
    // Only entries whose keys the server has certainly stored.
    const since = Math.min(last, now - dayMs) - overlapMs
    return (await confirmedEntries(tx, since)).filter(({ version, hasTrace }) => version != null || hasTrace === true)
  })
  if (entries === null) return false
  if (entries === 'certainly') return true
  const asked = await keysWithoutTrace(sending, entries.map(idempotencyKey))
  if (asked.end === 'failed') return false
  if (asked.names.size === 0) await noteLooked(sending, now)
  else log('sync.lost-work', { operations: asked.names.size })
  return asked.names.size > 0
}

/** Notes that all work confirmed until `at` is on the server or in the outbox. */
export async function noteLooked({ ports }: SendingContext, at: number): Promise<void> {
  await ports.replica.transact('refresh', (tx) => tx.setMeta(lookedFact, at))
}

/** Metadata key: keys of confirmed operations that a recovery has handled. The journal has the results under other keys. */
const recoveredFact = 'recovered-keys'

/** The journal's confirmed operations that no recovery has handled yet. */
export async function confirmedEntries(tx: ReplicaTransaction, since: number): Promise<JournalEntry[]> {
  const recovered = new Set((await tx.meta<string[]>(recoveredFact)) ?? [])
  const entries = await tx.journalSince(since)
  return entries.filter(
    (entry) => (entry.note === 'sent' || entry.note === 'merged') && !recovered.has(idempotencyKey(entry)),
  )
}

/** Notes that a recovery has handled these; drops keys that have left the journal. */
export async function noteRecovered(tx: ReplicaTransaction, entries: readonly JournalEntry[]): Promise<void> {
  const kept = new Set((await tx.journalSince(0)).map(idempotencyKey))
  const before = ((await tx.meta<string[]>(recoveredFact)) ?? []).filter((key) => kept.has(key))
  await tx.setMeta(recoveredFact, [...new Set([...before, ...entries.map(idempotencyKey)])])
}

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** True once a week if the feed has records that are not on this device: a browser may lose part of a database, and no cursor shows that. */
export async function hasLostRows(sending: SendingContext): Promise<boolean> {
  const { replica, clock, log } = sending.ports
  const now = clock.now()
  const note = (at: number) => replica.transact('refresh', (tx) => tx.setMeta(comparedFact, at))
  const last = await replica.transact('read', (tx) => tx.meta<number>(comparedFact))
  if (last === undefined) await note(now)
  if (last === undefined || (last <= now && now - last < weekMs)) return false
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') {
    await note(now - weekMs + hourMs)
    return false
  }
  const missing = await replica.transact('read', (tx) => countMissing(tx, feed.changes))
  await note(now)
  if (missing > 0) log('sync.lost-rows', { rows: missing })
  return missing > 0
}

async function countMissing(tx: ReplicaTransaction, changes: readonly ServerChange[]): Promise<number> {
  let missing = 0
  for (const entity of entityNames) {
    // Other agents' listings are deleted where room is needed.
    if (entity === 'available_listing') continue
    const keysById = new Map<number, string>()
    const moved = new Set<string>()
    for (const { id, key } of await tx.mappings(entity)) {
      keysById.set(id, key)
      moved.add(key)
    }
    const here = new Set([...(await tx.rowKeys(entity)), ...(await tx.keysWithOperations(entity))])
    for (const { entity: its, id, record } of changes) {
      if (its !== entity || record === null) continue
      const key = keysById.get(id) ?? String(id)
      const isHere = here.has(key) && (keysById.has(id) || !moved.has(key))
      if (!isHere) missing += 1
    }
  }
  return missing
}
