import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestServer } from './server.ts'

/**
 * Waits until the feed tells what is shared and was written before. It does once no older transaction is open on the whole
 * PostgreSQL (decision 6), and the tests that run beside these have some.
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
