import { knownHistory, mostVersionsShown } from '#core/contract/sync-protocol.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedFact } from '#core/sync/fact-names.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/**
 * The newest versions of the agent's own records that this device has seen, so that its own writes are no news to it, and
 * that the server is asked about. Several requests are on their way at once, and a server may be put back to an earlier state
 * between two answers: then one version is of the lost history, and a higher one of the new. So a version gives way only to
 * the answer of a request that showed it.
 */
const newestVersionFact = 'newest-version'

/** In ascending order; empty while nothing is known. */
export async function newestVersions(store: ReplicaTransaction): Promise<number[]> {
  // Programs of before noted one number.
  const noted = (await store.fact<number | number[]>(newestVersionFact)) ?? []
  return typeof noted === 'number' ? [noted] : [...noted]
}

export async function forgetVersions(store: ReplicaTransaction): Promise<void> {
  await store.putFact(newestVersionFact, [])
}

/** Notes versions of pulled records that count with the agent's; the catalogue and other agents' listings have counters of their own. */
export async function noteVersions(
  store: ReplicaTransaction,
  seen: readonly { entity: EntityName; version: string | null }[],
  shown: readonly number[],
): Promise<void> {
  const own = seen.filter(({ entity }) => entity !== 'property' && entity !== 'available_listing')
  const versions = own.map(({ version }) => Number(version)).filter(Number.isSafeInteger)
  await noteNewest(store, Math.max(0, ...versions), shown)
}

/** `version`: of an answer to a request that showed the versions `shown`, which therefore belong to the same history. */
export async function noteNewest(store: ReplicaTransaction, version: number, shown: readonly number[]): Promise<void> {
  const known = await newestVersions(store)
  const newest = Math.max(version, ...known.filter((one) => shown.includes(one)))
  const versions = [...known.filter((one) => one !== newest && !shown.includes(one)), newest]
    .filter((one) => one > 0)
    .toSorted((one, other) => one - other)
    .slice(-mostVersionsShown)
  if (versions.join() !== known.join()) await store.putFact(newestVersionFact, versions)
}

/** What this device can show of the server's history; null while it knows nothing of it. */
export async function readKnownHistory(
  store: ReplicaTransaction,
): Promise<{ text: string; versions: readonly number[] } | null> {
  const place = await store.fact<FeedPlace>(feedFact)
  const versions = await newestVersions(store)
  // A device may have written before it has read anything.
  if (place === undefined && versions.length === 0) return null
  return { text: knownHistory(place?.cursor ?? '', versions), versions }
}
