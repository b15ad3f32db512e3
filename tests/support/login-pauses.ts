import type { TestServer } from './server.ts'

/** A pause of a name that has begun lasts, however slow the machine is. */
export async function pausesLast(server: TestServer): Promise<void> {
  await server.services.database.db
    .updateTable('login_failures')
    .set({ blocked_until: new Date(Date.now() + 800_000) })
    .where('failures', '>', 5)
    .where('failures', '<', 15)
    .execute()
}
