import { sql, type Kysely, type Transaction } from 'kysely'
import * as v from 'valibot'
import { type Question, questionnaireSchema } from '#core/contract/survey.ts'
import type { Tables } from '#server/database/tables.ts'
import { type CodeName, codesOfQuestionnaire } from './survey-codes.ts'

type PublishedQuestionnaire = { version: number; questions: Question[] }

export async function currentQuestionnaire(db: Kysely<Tables>): Promise<PublishedQuestionnaire> {
  const row = await questionnaires(db).orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()
  return published(row)
}

/** The questionnaire of a version: answers belong to the version that the respondent saw. */
export async function questionnaireOf(
  db: Kysely<Tables>,
  version: number,
): Promise<PublishedQuestionnaire | undefined> {
  const row = await questionnaires(db).where('version', '=', version).executeTakeFirst()
  return row && published(row)
}

/** Returns all versions, newest first. */
export async function allQuestionnaires(db: Kysely<Tables>): Promise<PublishedQuestionnaire[]> {
  return (await questionnaires(db).orderBy('version', 'desc').execute()).map(published)
}

/** The newest questionnaire's version; 0 if none was published. */
export async function latestVersion(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('survey_questionnaires')
    .select('version')
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Stores a questionnaire and a code for each possible answer, by which sessions are counted. What another process has stored stays. */
export async function insertQuestionnaire(
  trx: Transaction<Tables>,
  { version, questions }: PublishedQuestionnaire,
): Promise<void> {
  await trx
    .insertInto('survey_questionnaires')
    .values({ version, questions: JSON.stringify(questions) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('survey_codes')
    .values(codesOfQuestionnaire(questions))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The codes for these answers. Publishing a questionnaire created them; throws if one is missing. */
export async function codesOfNames(db: Kysely<Tables>, names: readonly CodeName[]): Promise<number[]> {
  const { rows } = await sql<{ codes: number[] }>`
    select coalesce(array_agg(code order by code), '{}') as codes
    from survey_codes
    join json_to_recordset(${JSON.stringify(names)}::json)
      as wanted (kind text, question_id text, value text, place integer)
      using (kind, question_id, value, place)`.execute(db)
  const codes = rows[0]?.codes ?? []
  if (codes.length !== names.length) throw new Error('An answer of the survey has no code.')
  return codes
}

function questionnaires(db: Kysely<Tables>) {
  return db.selectFrom('survey_questionnaires').select(['version', 'questions'])
}

function published({ version, questions }: { version: number; questions: unknown }): PublishedQuestionnaire {
  return { version, questions: v.parse(questionnaireSchema, questions).questions }
}
