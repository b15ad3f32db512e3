import { sql, type Kysely } from 'kysely'
import type { Question } from '#core/contract/survey.ts'
import { checkQuestionnaire } from '#core/survey/check-questionnaire.ts'
import type { Tables } from '#server/database/tables.ts'
import { requestHash } from '#server/http/bodies/request-hash.ts'
import { currentQuestionnaire, insertQuestionnaire, latestVersion } from './questionnaires-repository.ts'
import sample from './real-estate-technology-survey.json?raw'

type Publication = { version: number; isNew: boolean }

/**
 * From now on these questions are asked; a session that has begun goes on with the version that it began with. Safe to repeat:
 * the questions that are asked already stay the version that they are.
 */
export async function publishQuestionnaire(db: Kysely<Tables>, questions: Question[]): Promise<Publication> {
  return db.transaction().execute(async (trx) => {
    // Two publications at once would want the same version.
    await sql`lock table survey_questionnaires in share row exclusive mode`.execute(trx)
    const version = await latestVersion(trx)
    if (version > 0 && hashOf((await currentQuestionnaire(trx)).questions) === hashOf(questions)) {
      return { version, isNew: false }
    }
    await insertQuestionnaire(trx, { version: version + 1, questions })
    return { version: version + 1, isNew: true }
  })
}

/** Gives a new server its first questionnaire. Several servers may do so at once. */
export async function seedQuestionnaire(db: Kysely<Tables>): Promise<void> {
  if ((await latestVersion(db)) > 0) return
  const questions = sampleQuestions()
  await db.transaction().execute((trx) => insertQuestionnaire(trx, { version: 1, questions }))
}

/** The Real Estate Technology Survey as it comes with the product. */
export function sampleQuestions(): Question[] {
  const checked = checkQuestionnaire(JSON.parse(sample))
  if ('mistakes' in checked) throw new Error(checked.mistakes.join(' '))
  return checked.questions
}

/** Where an object's fields stand says nothing; the database keeps them in an order of its own. */
function hashOf(questions: readonly Question[]): string {
  return requestHash('', '', questions)
}
