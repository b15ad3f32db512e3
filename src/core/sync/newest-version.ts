import type { EntityName } from './entities.ts'
import type { ReplicaTransaction } from './ports.ts'

/** The newest version of the agent's own records that this device has seen, so that its own writes are no news to it. */
export const newestVersionFact = 'newest-version'

/** Notes versions of records that count with the agent's; the catalogue and other agents' listings have counters of their own. */
export async function noteVersions(
  store: ReplicaTransaction,
  seen: readonly { entity: EntityName; version: string | null }[],
): Promise<void> {
  const own = seen.filter(({ entity }) => entity !== 'property' && entity !== 'available_listing')
  const newest = Math.max(0, ...own.map(({ version }) => Number(version)).filter(Number.isSafeInteger))
  const known = (await store.fact<number>(newestVersionFact)) ?? 0
  if (newest > known) await store.putFact(newestVersionFact, newest)
}

/** After a server was restored the versions begin again where its backup ended. */
export async function forgetVersions(store: ReplicaTransaction): Promise<void> {
  await store.putFact(newestVersionFact, 0)
}
