import { sql, type Kysely } from 'kysely'
import type { DeviceCounts } from '#core/contract/device-counts.ts'
import type { Tables } from '#server/database/tables.ts'

export type KeptCounts = Pick<DeviceCounts, 'made' | 'confirmed'>

/** Those of the keys under which a write of this agent was answered with success. */
export async function answeredKeys(db: Kysely<Tables>, agentId: number, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('agent_id', '=', agentId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('status', '<', 300)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export async function findDeviceCounts(
  db: Kysely<Tables>,
  agentId: number,
  device: string,
): Promise<KeptCounts | undefined> {
  return db
    .selectFrom('device_counts')
    .select(['made', 'confirmed'])
    .where('agent_id', '=', agentId)
    .where('device', '=', device)
    .executeTakeFirst()
}

/** Keeps the newest report of a device; what had no trace adds up. */
export async function saveDeviceCounts(
  db: Kysely<Tables>,
  agentId: number,
  counts: Omit<DeviceCounts, 'keys'>,
  untraced: number,
): Promise<void> {
  await db
    .insertInto('device_counts')
    .values({ agent_id: agentId, ...counts, untraced })
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'device']).doUpdateSet({
        ...counts,
        untraced: sql<number>`device_counts.untraced + ${untraced}`,
        reported_at: sql<Date>`now()`,
      }),
    )
    .execute()
}
