import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** `version`: of the questionnaire. `codes`: the codes of the session's answers, as in `survey_codes`. */
type NewSession = { client_key: string | null; version: number; started_on: string; codes: number[] }
export type StartedSession = { session_id: string; version: number }

/** Inserts a session. Returns undefined if one with this `client_key` exists. */
export function insertSession(
  db: Kysely<Tables>,
  session: NewSession,
): Promise<(StartedSession & { number: number }) | undefined> {
  return db
    .insertInto('survey_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning(['id as session_id', 'version', 'number'])
    .executeTakeFirst()
}

export function findSessionOfKey(db: Kysely<Tables>, clientKey: string): Promise<StartedSession | undefined> {
  return db
    .selectFrom('survey_sessions')
    .select(['id as session_id', 'version'])
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
}

/** Locks the session until the transaction ends, so that its saves are sequential. */
export function lockSession(trx: Transaction<Tables>, id: string) {
  return trx
    .selectFrom('survey_sessions')
    .select(['id', 'number', 'version', 'revision', 'is_completed', 'completed_hash', 'codes'])
    .select(sql<string>`to_char(started_on, 'YYYY-MM-DD')`.as('started_on'))
    .select(sql<number>`extract(epoch from now() - created_at)::integer`.as('seconds_open'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** `revision`: number of the save, counted by the device. `completed_hash`: hash of the submitted answers; null before completion. */
type SessionContent = {
  revision: number
  is_completed: boolean
  completed_hash: string | null
  seconds_taken: number | null
  email: string
  codes: number[]
}

export async function saveSession(trx: Transaction<Tables>, id: string, content: SessionContent): Promise<void> {
  await trx
    .updateTable('survey_sessions')
    .set({ ...content, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function saveTexts(
  trx: Transaction<Tables>,
  { id, number, version, started_on }: LockedSession,
  texts: readonly { question_id: string; text: string }[],
): Promise<void> {
  await trx.deleteFrom('survey_texts').where('session_id', '=', id).execute()
  if (texts.length === 0) return
  const ofSession = { session_id: id, session_number: number, version, started_on }
  await trx
    .insertInto('survey_texts')
    .values(texts.map((text) => ({ ...ofSession, ...text })))
    .execute()
}

export function findIdempotencyKey(trx: Transaction<Tables>, sessionId: string, key: string) {
  return trx
    .selectFrom('survey_keys')
    .select(['request_hash', 'body'])
    .where('session_id', '=', sessionId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertIdempotencyKey(
  trx: Transaction<Tables>,
  answered: { session_id: string; key: string; request_hash: string; body: string },
): Promise<void> {
  await trx.insertInto('survey_keys').values(answered).execute()
}

/** Returns the emails that respondents of completed sessions left for news about early access: each once, by its latest session. */
export async function earlyAccessEmails(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('survey_sessions')
    .select((session) => session.fn.max('email').as('email'))
    .where('is_completed', '=', true)
    .where('email', '<>', '')
    .groupBy(sql`lower(email)`)
    .orderBy(sql`max(number)`)
    .execute()
  return rows.map(({ email }) => email)
}
