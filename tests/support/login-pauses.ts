import type { TestServer } from './server.ts'

/** Extends login pauses that have begun, so that none ends during a test on a slow machine. */
export async function pausesLast(server: TestServer): Promise<void> {
  await server.services.database.db
    .updateTable('login_failures')
    .set({ blocked_until: new Date(Date.now() + 800_000) })
    .where('failures', '>', 5)
    .where('failures', '<', 15)
    .execute()
}
