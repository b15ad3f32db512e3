import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { CodeName } from './survey-codes.ts'

export type Selection = {
  /** Local dates, inclusive; null for no limit. */
  start: string | null
  end: string | null
  version: number | null
  /** For each answer that a session must have, its codes. An answer that does not exist has no codes, so nothing matches. */
  answers: number[][]
}

export type Count = CodeName & { count: number }

/** Returns the number of sessions per code: from the stored daily counts, or from the sessions themselves if answers are required. */
export async function readCounts(db: Kysely<Tables>, selection: Selection): Promise<Count[]> {
  const counted =
    selection.answers.length === 0
      ? sql`select code, sum(count)::bigint as count from survey_counts as counted
            where ${inSelection('counted', selection)} group by code`
      : sql`select code, count(*) as count
            from (select unnest(codes) as code from survey_sessions as session
                  where ${inSelection('session', selection)}) as given
            group by code`
  const { rows } = await sql<{ list: Count[] }>`
    select coalesce(json_agg(row), '[]') as list from (
      select kind, question_id, value, place, count
      from (${counted}) as counts join survey_codes using (code) where count > 0) as row`.execute(db)
  return rows[0]?.list ?? []
}

/** Returns the median duration of the completed sessions; null if there are none. */
export async function readMedianSeconds(db: Kysely<Tables>, selection: Selection): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select percentile_disc(0.5) within group (order by seconds_taken) as seconds
    from survey_sessions as session where is_completed and ${inSelection('session', selection)}`.execute(db)
  return rows[0]?.seconds ?? null
}

/** Open-ended answers by question, latest first, up to `limit` per question; null for all. */
export async function readTexts(
  db: Kysely<Tables>,
  questionIds: readonly string[],
  selection: Selection,
  limit: number | null,
): Promise<{ question_id: string; texts: string[] }[]> {
  const bySession =
    selection.answers.length === 0
      ? sql``
      : sql`and exists (select from survey_sessions as session
              where session.id = given.session_id and ${hasAnswers('session', selection)})`
  const { rows } = await sql<{ question_id: string; texts: string[] }>`
    select asked.question_id, coalesce(latest.texts, '[]') as texts
    from json_array_elements_text(${JSON.stringify(questionIds)}::json) as asked (question_id)
    cross join lateral (
      select json_agg(text) as texts from (
        select text from survey_texts as given
        where given.question_id = asked.question_id and ${inDays('given', selection)} ${bySession}
        order by started_on desc, session_number desc
        limit ${limit}) as chosen) as latest`.execute(db)
  return rows
}

/** Versions of the questionnaire with answers, newest first. */
export async function readVersions(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from survey_counts where code = (select code from survey_codes where kind = 'session')
    group by version having sum(count) > 0 order by version desc`.execute(db)
  return rows.map(({ version }) => version)
}

/** Returns the codes of an answer: of the choice itself, and of each rank it can be given. */
export async function codesOfValue(db: Kysely<Tables>, question_id: string, value: string): Promise<number[]> {
  const rows = await db
    .selectFrom('survey_codes')
    .select('code')
    .where('kind', 'in', ['chosen', 'ranked'])
    .where('question_id', '=', question_id)
    .where('value', '=', value)
    .execute()
  return rows.map(({ code }) => code)
}

function inSelection(table: string, selection: Selection): RawBuilder<unknown> {
  return sql`${inDays(table, selection)} and ${hasAnswers(table, selection)}`
}

function inDays(table: string, { start, end, version }: Selection): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql.join(
    [
      sql`true`,
      ...(start === null ? [] : [sql`${column('started_on')} >= ${start}::date`]),
      ...(end === null ? [] : [sql`${column('started_on')} <= ${end}::date`]),
      ...(version === null ? [] : [sql`${column('version')} = ${version}`]),
    ],
    sql` and `,
  )
}

function hasAnswers(table: string, { answers }: Selection): RawBuilder<unknown> {
  const conditions = answers.map((codes) => sql`${sql.ref(`${table}.codes`)} && ${codes}::integer[]`)
  return sql.join([sql`true`, ...conditions], sql` and `)
}
