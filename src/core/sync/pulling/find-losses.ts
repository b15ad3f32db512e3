import { lossCheckMetadataKey, feedComparisonMetadataKey } from '#core/sync/metadata-keys.ts'
import { idempotencyKey, type JournalEntry } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { findUnknownKeys } from '#core/sync/sending/check-keys.ts'
import type { SendingContext } from '#core/sync/sending/sending-context.ts'
import type { ServerChange } from './apply-changes.ts'
import { entityNames } from '#core/kinds/all-kinds.ts'
import { readWholeFeed } from './pull-feed.ts'

const dayMs = 24 * 3_600_000
/** Each check also covers the last two hours before the previous one, so that no operation falls between them. */
const overlapMs = 2 * 3_600_000

/**
 * Once a day, resolves to whether the server lost operations confirmed since the last check (fault J12), or gave a record's id to another
 * record. After a loss, every call checks, until `storeLossCheckTime` is called.
 */
export async function hasLostWork(sending: SendingContext): Promise<boolean> {
  const { replica, clock, log } = sending.ports
  const now = clock.now()
  const entries = await replica.transact('read', async (tx) => {
    const last = await tx.meta<number>(lossCheckMetadataKey)
    // A clock that was set back must not prevent the check.
    if (last !== undefined && last <= now && now - last < dayMs) return null
    // There was no check yet: the first day begins now.
    if (last === undefined) return []
    // 0 is stored when the server has given a record's id to another record.
    if (last === 0) return 'certainly'
    // A version, or `hasTrace`, shows that the server has stored the operation's key.
    const since = Math.min(last, now - dayMs) - overlapMs
    return (await confirmedEntries(tx, since)).filter(({ version, hasTrace }) => version != null || hasTrace === true)
  })
  if (entries === null) return false
  if (entries === 'certainly') return true
  const lost = await findUnknownKeys(sending, entries.map(idempotencyKey))
  if (lost.end === 'failed') return false
  if (lost.opIds.size === 0) await storeLossCheckTime(sending, now)
  else log('sync.lost-work', { operations: lost.opIds.size })
  return lost.opIds.size > 0
}

/** Stores that all operations confirmed until `at` are on the server or back in the outbox. */
export async function storeLossCheckTime({ ports }: SendingContext, at: number): Promise<void> {
  await ports.replica.transact('refresh', (tx) => tx.setMeta(lossCheckMetadataKey, at))
}

/** Metadata key: idempotency keys of confirmed operations that a recovery has handled. Operations that it requeues get other keys. */
const recoveredFact = 'recovered-keys'

/** Returns the journal's confirmed operations since `since` that no recovery has handled yet. */
export async function confirmedEntries(tx: ReplicaTransaction, since: number): Promise<JournalEntry[]> {
  const recovered = new Set((await tx.meta<string[]>(recoveredFact)) ?? [])
  const entries = await tx.journalSince(since)
  return entries.filter(
    (entry) => (entry.note === 'sent' || entry.note === 'merged') && !recovered.has(idempotencyKey(entry)),
  )
}

/** Stores that a recovery has handled these operations. Deletes keys that are no longer in the journal. */
export async function noteRecovered(tx: ReplicaTransaction, entries: readonly JournalEntry[]): Promise<void> {
  const journalKeys = new Set((await tx.journalSince(0)).map(idempotencyKey))
  const before = ((await tx.meta<string[]>(recoveredFact)) ?? []).filter((key) => journalKeys.has(key))
  await tx.setMeta(recoveredFact, [...new Set([...before, ...entries.map(idempotencyKey)])])
}

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** Once a week, resolves to whether records of the feed are missing here: a browser may lose part of a database but not the cursor. */
export async function hasLostRows(sending: SendingContext): Promise<boolean> {
  const { replica, clock, log } = sending.ports
  const now = clock.now()
  const setComparedAt = (at: number) => replica.transact('refresh', (tx) => tx.setMeta(feedComparisonMetadataKey, at))
  const last = await replica.transact('read', (tx) => tx.meta<number>(feedComparisonMetadataKey))
  if (last === undefined) await setComparedAt(now)
  if (last === undefined || (last <= now && now - last < weekMs)) return false
  const feed = await readWholeFeed(sending)
  if (feed.end !== 'done') {
    // The next comparison is in an hour.
    await setComparedAt(now - weekMs + hourMs)
    return false
  }
  const missing = await replica.transact('read', (tx) => countMissing(tx, feed.changes))
  await setComparedAt(now)
  if (missing > 0) log('sync.lost-rows', { rows: missing })
  return missing > 0
}

async function countMissing(tx: ReplicaTransaction, changes: readonly ServerChange[]): Promise<number> {
  let missing = 0
  for (const entity of entityNames) {
    // Other agents' listings may have been deleted to free space.
    if (entity === 'available_listing') continue
    const keysById = new Map<number, string>()
    const mappedKeys = new Set<string>()
    for (const { id, key } of await tx.mappings(entity)) {
      keysById.set(id, key)
      mappedKeys.add(key)
    }
    const localKeys = new Set([...(await tx.rowKeys(entity)), ...(await tx.keysWithOperations(entity))])
    for (const { entity: changedEntity, id, record } of changes) {
      if (changedEntity !== entity || record === null) continue
      const key = keysById.get(id) ?? String(id)
      // A row with this id as its key, but mapped to another id, is another record.
      const isHere = localKeys.has(key) && (keysById.has(id) || !mappedKeys.has(key))
      if (!isHere) missing += 1
    }
  }
  return missing
}
