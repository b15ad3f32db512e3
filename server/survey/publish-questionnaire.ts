import { sql, type Kysely } from 'kysely'
import type { Question } from '#core/contract/survey.ts'
import { checkQuestionnaire } from '#core/survey/check-questionnaire.ts'
import type { Tables } from '#server/database/tables.ts'
import { requestHash } from '#server/http/bodies/request-hash.ts'
import { currentQuestionnaire, insertQuestionnaire, latestVersion } from './questionnaires-repository.ts'
import sample from './real-estate-technology-survey.json?raw'

type Publication = { version: number; isNew: boolean }

/** Stores the questions as a new version unless they equal the current version. Sessions in progress continue with their version. */
export async function publishQuestionnaire(db: Kysely<Tables>, questions: Question[]): Promise<Publication> {
  return db.transaction().execute(async (trx) => {
    // Without the lock, two concurrent publications would get the same version.
    await sql`lock table survey_questionnaires in share row exclusive mode`.execute(trx)
    const version = await latestVersion(trx)
    if (version > 0 && hashOf((await currentQuestionnaire(trx)).questions) === hashOf(questions)) {
      return { version, isNew: false }
    }
    await insertQuestionnaire(trx, { version: version + 1, questions })
    return { version: version + 1, isNew: true }
  })
}

/** Stores the sample survey as version 1 if there is no questionnaire yet. */
export async function seedQuestionnaire(db: Kysely<Tables>): Promise<void> {
  if ((await latestVersion(db)) > 0) return
  const questions = sampleQuestions()
  await db.transaction().execute((trx) => insertQuestionnaire(trx, { version: 1, questions }))
}

/** Returns the questions of the Real Estate Technology Survey, which is part of the product. */
export function sampleQuestions(): Question[] {
  const checked = checkQuestionnaire(JSON.parse(sample))
  if ('mistakes' in checked) throw new Error(checked.mistakes.join(' '))
  return checked.questions
}

/** Returns a hash to compare questions. Ignores the order of fields in an object, which the database changes. */
function hashOf(questions: readonly Question[]): string {
  return requestHash('', '', questions)
}
