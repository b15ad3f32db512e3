import type { EntityName } from './entities.ts'
import { hasWorkBelow } from './gone-parents.ts'
import { justSettled } from './lagging-copy.ts'
import type { LocalKey } from './operation.ts'
import type { ReplicaTransaction } from './ports.ts'
import { removeGone } from './remove-children.ts'
import type { Reading } from './sending.ts'
import { askAboutLost, recentlyConfirmed } from './sweep-questions.ts'

export type Sweep = {
  at: number
  /** What the last complete sweep missed and did not dare to remove; null when it removed all it missed. */
  heldBack: LocalKey[] | null
}

const staleAfterMs = 5 * 60_000
const secondLookAfterMs = 60_000

/** Whether a list is to be read again: after five minutes, or after one where removals were held back. */
export function isStale(last: Sweep | undefined, now: number): boolean {
  if (last === undefined) return true
  return Math.abs(now - last.at) >= (last.heldBack === null ? staleAfterMs : secondLookAfterMs)
}

const mostAtOnce = 50
const mostShare = 0.2

export type Missing = {
  entity: EntityName
  /** Under which name the last reading is remembered. */
  fact: string
  /** The rows here that the list should hold. */
  keys: readonly LocalKey[]
  found: ReadonlySet<LocalKey>
  /** Of a short list a single record goes at once. */
  isShort?: boolean
  /** A record can only leave this list by being deleted. */
  isWhole?: boolean
}

/**
 * Removes the rows that a complete reading of a list did not find. More than 50, or a fifth of them, wait until a second one
 * agrees, because a list may be short by mistake (fault G14). Rows with waiting operations stay, and what was confirmed a
 * short time ago is asked about (fault C19).
 */
export async function removeMissing(
  store: ReplicaTransaction,
  reading: Pick<Reading, 'ports'>,
  { entity, fact, keys, found, isShort = false, isWhole = true }: Missing,
): Promise<void> {
  const { clock, log } = reading.ports
  const now = clock.now()
  const busyKeys = await store.keysWithOperations(entity)
  const absent = keys.filter((key) => !found.has(key) && !busyKeys.has(key))
  // A lagging copy may not have a record yet that was confirmed a moment ago (fault G11).
  const justConfirmed = new Set((await justSettled(store, now)).map((entry) => `${entry.entity} ${entry.key}`))
  const [lagging, missing] = partition(absent, (key) => justConfirmed.has(`${entity} ${key}`))
  const suspected = new Set((await store.fact<Sweep>(fact))?.heldBack ?? [])
  const isOne = isShort && missing.length === 1
  const isTooMany = !isOne && (missing.length > mostAtOnce || missing.length > keys.length * mostShare)
  const removed = isTooMany ? missing.filter((key) => suspected.has(key)) : missing
  // Or the server was restored since and has never heard of it, so it is looked for again until it does not lag any more.
  const isHeldBack = removed.length < missing.length || lagging.length > 0
  const heldBack = isHeldBack ? [...missing.filter((key) => !suspected.has(key)), ...lagging] : null
  await store.putFact(fact, { at: now, heldBack })
  if (isHeldBack) log('sync.removals-held-back', { entity })
  const confirmed = new Set(isWhole ? (await recentlyConfirmed(store, entity, now)).map(({ key }) => key) : [])
  for (const key of removed) {
    // Where work waits below it, that is what is asked about (fault E7).
    const isAsked = confirmed.has(key) && !(await hasWorkBelow(store, entity, key))
    if (isAsked) await askAboutLost(store, reading, entity, key)
    else await removeGone(store, entity, [key])
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
