import { knownHistory } from '#core/contract/known-history.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedFact } from '#core/sync/fact-names.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/** The newest version of the agent's own records that this device has seen, so that its own writes are no news to it. */
export const newestVersionFact = 'newest-version'

/** Notes versions of pulled records that count with the agent's; the catalogue and other agents' listings have counters of their own. */
export async function noteVersions(
  store: ReplicaTransaction,
  seen: readonly { entity: EntityName; version: string | null }[],
): Promise<void> {
  const own = seen.filter(({ entity }) => entity !== 'property' && entity !== 'available_listing')
  const versions = own.map(({ version }) => Number(version)).filter(Number.isSafeInteger)
  await noteNewest(store, Math.max(0, ...versions))
}

export async function noteNewest(store: ReplicaTransaction, version: number): Promise<void> {
  const known = (await store.fact<number>(newestVersionFact)) ?? 0
  if (version > known) await store.putFact(newestVersionFact, version)
}

/** What this device can show of the server's history; null while it knows nothing of it. */
export async function readKnownHistory(store: ReplicaTransaction): Promise<string | null> {
  const place = await store.fact<FeedPlace>(feedFact)
  const newest = (await store.fact<number>(newestVersionFact)) ?? null
  // A device may have written before it has read anything.
  return place === undefined && newest === null ? null : knownHistory(place?.cursor ?? '', newest)
}
