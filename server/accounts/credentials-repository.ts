import { sql, type Kysely, type Selectable } from 'kysely'
import type { ApiToken, ApiTokenScope, SignedInDevice } from '#core/contract/account.ts'
import type { AgentRow, Tables } from '#server/database/tables.ts'

/** A session expires this long after its last use. */
export const sessionDays = 30

/** Stores a session. Returns false if the account is closed, or if its password has changed since `agent` was read. */
export async function insertSession(
  db: Kysely<Tables>,
  agent: Pick<AgentRow, 'id' | 'password_hash'>,
  { tokenHash, userAgent = '' }: { tokenHash: string; userAgent?: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('sessions')
    .columns(['agent_id', 'token_hash', 'user_agent', 'expires_at'])
    .expression((expression) =>
      expression
        .selectFrom('agents')
        .select([
          'id',
          sql<string>`${tokenHash}`.as('token_hash'),
          sql<string>`${userAgent}`.as('user_agent'),
          sessionEnd().as('expires_at'),
        ])
        .where('id', '=', agent.id)
        .where('password_hash', '=', agent.password_hash)
        .where('closed_at', 'is', null)
        .forShare(),
    )
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** `is_ageing`: its last use was stored over an hour ago. `is_for_visitors`: it is in kiosk mode. `state`: cache validator, see `stateOf`. */
export function findSession(
  db: Kysely<Tables>,
  tokenHash: string,
): Promise<{ agent_id: number; is_ageing: boolean; is_for_visitors: boolean; state: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select([
      'agent_id',
      sql<boolean>`expires_at < ${sessionEnd()} - interval '1 hour'`.as('is_ageing'),
      sql<boolean>`kiosk_release_hash is not null`.as('is_for_visitors'),
      stateOf('sessions').as('state'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function extendSession(db: Kysely<Tables>, tokenHash: string, user_agent: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: sessionEnd(), user_agent })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Starts kiosk mode if `isLimited`, or else ends it. Returns false, and changes nothing, if it was started with another `releaseHash`. */
export async function setKioskMode(
  db: Kysely<Tables>,
  { tokenHash, releaseHash, isLimited }: { tokenHash: string; releaseHash: string; isLimited: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ kiosk_release_hash: isLimited ? releaseHash : null })
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`coalesce(kiosk_release_hash, ${releaseHash}) = ${releaseHash}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function sessionsOf(
  db: Kysely<Tables>,
  agentId: number,
  currentTokenHash: string,
): Promise<SignedInDevice[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'token_hash', lastSeen().as('last_seen_at')])
    .where('agent_id', '=', agentId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, user_agent, token_hash, created_at, last_seen_at }) => ({
    id,
    user_agent,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: token_hash === currentTokenHash,
  }))
}

export async function deleteSession(db: Kysely<Tables>, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends all sessions, only the one with `id`, or all except the one with the token hash `not`. Returns the token hashes of the ended ones. */
export async function deleteSessionsOf(
  db: Kysely<Tables>,
  agentId: number,
  which: { id?: number; not?: string } = {},
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('agent_id', '=', agentId)
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id!))
    .$if(which.not !== undefined, (query) => query.where('token_hash', '<>', which.not!))
    .returning('token_hash')
    .execute()
  return deleted.map(({ token_hash }) => token_hash)
}

/** The agent of an API token. If `notesUse`, stores the time of this use, at most once a minute, so that few reads cause a write. */
export async function agentOfApiToken(
  db: Kysely<Tables>,
  tokenHash: string,
  { notesUse = true } = {},
): Promise<{ agent_id: number; scope: ApiTokenScope; state: string } | undefined> {
  const token = await db
    .selectFrom('api_tokens')
    .select([
      'id',
      'agent_id',
      'scope',
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('is_use_stale'),
      stateOf('api_tokens').as('state'),
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (token?.is_use_stale === true && notesUse) {
    await db
      .updateTable('api_tokens')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', token.id)
      .execute()
  }
  return token
}

/** Stores an API token; undefined if the account is closed. */
export async function insertApiToken(
  db: Kysely<Tables>,
  token: { agent_id: number; name: string; scope: ApiTokenScope; token_hash: string },
): Promise<ApiToken | undefined> {
  const row = await db
    .insertInto('api_tokens')
    .columns(['agent_id', 'name', 'scope', 'token_hash'])
    .expression((expression) =>
      expression
        .selectFrom('agents')
        .select([
          'id',
          sql<string>`${token.name}`.as('name'),
          sql<ApiTokenScope>`${token.scope}`.as('scope'),
          sql<string>`${token.token_hash}`.as('token_hash'),
        ])
        .where('id', '=', token.agent_id)
        .where('closed_at', 'is', null)
        .forShare(),
    )
    .returning(['id', 'name', 'scope', 'created_at', 'last_used_at'])
    .executeTakeFirst()
  return row && rowToApiToken(row)
}

export async function apiTokensOf(db: Kysely<Tables>, agentId: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'created_at', 'last_used_at'])
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(rowToApiToken)
}

export async function deleteApiToken(db: Kysely<Tables>, agentId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('api_tokens')
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Revokes the access that needs no session: all API tokens and the calendar feed's secret address. */
export async function revokeAccess(db: Kysely<Tables>, agentId: number): Promise<void> {
  await db.deleteFrom('api_tokens').where('agent_id', '=', agentId).execute()
  await db.deleteFrom('calendar_feeds').where('agent_id', '=', agentId).execute()
}

/** Cache validator: changes when the agent or any of their records changes. `xmin` differs if a restored server repeats a version. */
function stateOf(credentials: 'sessions' | 'api_tokens') {
  const agent = sql.ref(`${credentials}.agent_id`)
  return sql<string>`concat(
    (select xmin::text from agents where id = ${agent}), ' ',
    (select concat(version, ' ', xmin) from agent_versions where agent_versions.agent_id = ${agent}))`
}

function lastSeen() {
  return sql<Date>`(expires_at - make_interval(days => ${sql.lit(sessionDays)}))`
}

function sessionEnd() {
  return sql<Date>`(now() + make_interval(days => ${sql.lit(sessionDays)}))`
}

function rowToApiToken(
  row: Pick<Selectable<Tables['api_tokens']>, 'id' | 'name' | 'scope' | 'created_at' | 'last_used_at'>,
): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
