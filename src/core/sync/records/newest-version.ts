import { knownHistory, mostVersionsShown } from '#core/contract/sync-protocol.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedFact } from '#core/sync/metadata-keys.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/**
 * Metadata key: the newest versions of the agent's records seen here. They distinguish its own writes from news, and show a server which
 * history this device has. There may be several: if the server is restored between two answers, one version is of the lost history and a
 * higher one of the new. So a version is replaced only by the answer to a request that showed it.
 */
const newestVersionFact = 'newest-version'

/** In ascending order. */
export async function newestVersions(tx: ReplicaTransaction): Promise<number[]> {
  // Older versions of the app stored one number.
  const noted = (await tx.meta<number | number[]>(newestVersionFact)) ?? []
  return typeof noted === 'number' ? [noted] : [...noted]
}

export async function forgetVersions(tx: ReplicaTransaction): Promise<void> {
  await tx.setMeta(newestVersionFact, [])
}

/** Notes versions of pulled records that use the agent's counter; the catalog and other agents' listings have their own. */
export async function noteVersions(
  tx: ReplicaTransaction,
  seen: readonly { entity: EntityName; version: string | null }[],
  shown: readonly number[],
): Promise<void> {
  const own = seen.filter(({ entity }) => entity !== 'property' && entity !== 'available_listing')
  const versions = own.map(({ version }) => Number(version)).filter(Number.isSafeInteger)
  await noteNewest(tx, Math.max(0, ...versions), shown)
}

/** Notes the version of an answer. `shown`: the versions that its request showed, which belong to the same history. */
export async function noteNewest(tx: ReplicaTransaction, version: number, shown: readonly number[]): Promise<void> {
  const known = await newestVersions(tx)
  const newest = Math.max(version, ...known.filter((one) => shown.includes(one)))
  const versions = [...known.filter((one) => one !== newest && !shown.includes(one)), newest]
    .filter((one) => one > 0)
    .toSorted((one, other) => one - other)
    .slice(-mostVersionsShown)
  if (versions.join() !== known.join()) await tx.setMeta(newestVersionFact, versions)
}

/** The known position in the server's history, to show it with requests; null if there is none. */
export async function readKnownHistory(
  tx: ReplicaTransaction,
): Promise<{ text: string; versions: readonly number[] } | null> {
  const place = await tx.meta<FeedPlace>(feedFact)
  const versions = await newestVersions(tx)
  // A device may have written before its first pull.
  if (place === undefined && versions.length === 0) return null
  return { text: knownHistory(place?.cursor ?? '', versions), versions }
}
