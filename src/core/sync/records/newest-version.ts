import { knownHistory, maxVersionsInCursor } from '#core/contract/sync-protocol.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { type FeedPlace, feedPlaceMetadataKey } from '#core/sync/metadata-keys.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

/**
 * Metadata key of the newest versions of the agent's records that this device has received. The device sends them with each request, so
 * that the server can distinguish the device's own writes from changes that the device has not read, and detect that the device has another
 * history. Usually the device stores one version. If the server was restored between two responses, it stores two, one from each history.
 * A response replaces only the versions that its request sent, because only these are certain to be of the response's history.
 */
const newestVersionKey = 'newest-version'

/** Returns the stored versions in ascending order. */
export async function newestVersions(tx: ReplicaTransaction): Promise<number[]> {
  // Older versions of the app stored a single number.
  const stored = (await tx.meta<number | number[]>(newestVersionKey)) ?? []
  return typeof stored === 'number' ? [stored] : [...stored]
}

export async function clearVersions(tx: ReplicaTransaction): Promise<void> {
  await tx.setMeta(newestVersionKey, [])
}

/** Stores the newest pulled version. Ignores the catalog and other agents' listings, which count their versions separately. */
export async function storePulledVersion(
  tx: ReplicaTransaction,
  changes: readonly { entity: EntityName; version: string | null }[],
  sentVersions: readonly number[],
): Promise<void> {
  const own = changes.filter(({ entity }) => entity !== 'property' && entity !== 'available_listing')
  const versions = own.map(({ version }) => Number(version)).filter(Number.isSafeInteger)
  await storeNewestVersion(tx, Math.max(0, ...versions), sentVersions)
}

/** Stores the version of a response. It replaces the versions that its request sent (`sentVersions`), which are of the same history. */
export async function storeNewestVersion(
  tx: ReplicaTransaction,
  version: number,
  sentVersions: readonly number[],
): Promise<void> {
  const known = await newestVersions(tx)
  const newest = Math.max(version, ...known.filter((previous) => sentVersions.includes(previous)))
  const versions = [...known.filter((previous) => previous !== newest && !sentVersions.includes(previous)), newest]
    .filter((each) => each > 0)
    .toSorted((one, other) => one - other)
    .slice(-maxVersionsInCursor)
  if (versions.join() !== known.join()) await tx.setMeta(newestVersionKey, versions)
}

/** Returns this device's position in the server's history, as the text sent with requests, and the versions in it; null if there is none yet. */
export async function readKnownHistory(
  tx: ReplicaTransaction,
): Promise<{ text: string; versions: readonly number[] } | null> {
  const position = await tx.meta<FeedPlace>(feedPlaceMetadataKey)
  const versions = await newestVersions(tx)
  // A device may have written before its first pull.
  if (position === undefined && versions.length === 0) return null
  return { text: knownHistory(position?.cursor ?? '', versions), versions }
}
