import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/**
 * Waits until the feed contains all shared changes written before. That requires that no older transaction is open on the whole
 * PostgreSQL (decision 6), and tests that run concurrently have some.
 */
export async function sharedChangesAreTold(server: TestServer): Promise<void> {
  const { db } = server.services.database
  const placeOf = async (name: 'xmin' | 'xmax') => {
    const question = sql<{
      place: string
    }>`select ${sql.raw(`pg_snapshot_${name}`)}(pg_current_snapshot())::text as place`
    return BigInt((await question.execute(db)).rows[0]!.place)
  }
  const now = await placeOf('xmax')
  await vi.waitFor(async () => expect(await placeOf('xmin')).toBeGreaterThanOrEqual(now), {
    timeout: 20_000,
    interval: 50,
  })
}
