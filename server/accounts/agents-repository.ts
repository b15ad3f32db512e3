import { sql, type Kysely } from 'kysely'
import type { DashboardStats, ProfileChanges, User } from '#core/contract/account.ts'
import { activeStatuses } from '#core/domain/listings/listing-rules.ts'
import { definedOnly } from '#server/defined-only.ts'
import type { AgentRow, Tables } from '#server/database/tables.ts'
import { deleteSessionsOf, revokeAccess } from './credentials-repository.ts'

type NewAgent = Omit<User, 'id'> & { password_hash: string }

/** Returns a username or email in the form in which it is compared: without regard to case and Unicode variants. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

export function findAgentByUsername(db: Kysely<Tables>, username: string): Promise<AgentRow | undefined> {
  return db.selectFrom('agents').selectAll().where('username_key', '=', nameKey(username)).executeTakeFirst()
}

export function findAgentsByNameOrEmail(db: Kysely<Tables>, name: string): Promise<AgentRow[]> {
  const key = nameKey(name)
  return db
    .selectFrom('agents')
    .selectAll()
    .where((agent) => agent.or([agent('username_key', '=', key), agent('email_key', '=', key)]))
    .execute()
}

export function findAgent(db: Kysely<Tables>, agentId: number): Promise<AgentRow | undefined> {
  return db.selectFrom('agents').selectAll().where('id', '=', agentId).executeTakeFirst()
}

export async function findUser(db: Kysely<Tables>, agentId: number): Promise<User | undefined> {
  const row = await findAgent(db, agentId)
  return row === undefined ? undefined : agentToUser(row)
}

/** Throws the database's unique violation if the name or email is taken. */
export async function insertAgent(db: Kysely<Tables>, agent: NewAgent): Promise<User> {
  const row = await db
    .insertInto('agents')
    .values({ ...agent, username_key: nameKey(agent.username), email_key: nameKey(agent.email) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return agentToUser(row)
}

export async function updateAgent(db: Kysely<Tables>, agentId: number, changes: ProfileChanges): Promise<User> {
  const row = await db
    .updateTable('agents')
    .set({
      ...definedOnly(changes),
      ...(changes.email === undefined ? {} : { email_key: nameKey(changes.email) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', agentId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return agentToUser(row)
}

/**
 * Ends all sessions but `keptSession` (a token hash), and returns the token hashes of the ended ones. If the password has changed since
 * `agent` was read, changes nothing and returns null. `revokesAccess`: also revokes API tokens and the calendar feed's address.
 */
export function replacePassword(
  db: Kysely<Tables>,
  agent: Pick<AgentRow, 'id' | 'password_hash'>,
  { password_hash, keptSession, revokesAccess }: { password_hash: string; keptSession: string; revokesAccess: boolean },
): Promise<string[] | null> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('agents')
      .set({ password_hash, updated_at: sql`now()` })
      .where('id', '=', agent.id)
      .where('password_hash', '=', agent.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    if (revokesAccess) await revokeAccess(trx, agent.id)
    return deleteSessionsOf(trx, agent.id, { not: keptSession })
  })
}

export async function takenFields(
  db: Kysely<Tables>,
  { username, email }: { username: string; email: string },
): Promise<{ username: boolean; email: boolean }> {
  const rows = await db
    .selectFrom('agents')
    .select(['username_key', 'email_key'])
    .where((row) => row.or([row('username_key', '=', nameKey(username)), row('email_key', '=', nameKey(email))]))
    .execute()
  return {
    username: rows.some((row) => row.username_key === nameKey(username)),
    email: rows.some((row) => row.email_key === nameKey(email)),
  }
}

export async function dashboardStats(db: Kysely<Tables>, agentId: number, today: string): Promise<DashboardStats> {
  const countListings = (statuses?: readonly string[]) => sql<number>`(
    select count(*) from listings where agent_id = ${agentId} and listed_by is null
    ${statuses === undefined ? sql`` : sql`and status in (${sql.join(statuses)})`})`
  return db
    .selectNoFrom([
      countListings(activeStatuses).as('active_listings'),
      countListings().as('total_listings'),
      sql<number>`(select count(*) from clients where agent_id = ${agentId})`.as('total_clients'),
      sql<number>`(select count(*) from tours where agent_id = ${agentId} and tour_date >= ${today}
        and status in ('scheduled', 'in_progress'))`.as('upcoming_tours'),
    ])
    .executeTakeFirstOrThrow()
}

function agentToUser(row: AgentRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    license_number: row.license_number,
    phone_number: row.phone_number,
  }
}
