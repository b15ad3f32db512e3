import type { Transaction } from 'kysely'
import type { SurveySaved, SurveySubmission } from '#core/contract/survey.ts'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { checkResponses } from '#core/survey/check-responses.ts'
import { questionKind } from '#core/survey/question-kinds.ts'
import { missingRequired, requiredMessage } from '#core/survey/required-answers.ts'
import { visibleQuestions, isAnswered } from '#core/survey/visible-questions.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { requestHash } from '#server/http/bodies/request-hash.ts'
import { invalid, notFound, problem } from '#server/problem-responses.ts'
import { addLogToTally } from './fold-tally.ts'
import { currentQuestionnaire, codesOfNames, questionnaireOf } from './questionnaires-repository.ts'
import { codesOfSession } from './survey-codes.ts'
import {
  findIdempotencyKey,
  findSessionOfKey,
  insertIdempotencyKey,
  insertSession,
  type LockedSession,
  type StartedSession,
  lockSession,
  saveSession,
  saveTexts,
} from './survey-sessions-repository.ts'

type SessionStart = { clientKey: string | null; version: number | null; startedOn: string | null }

/** Each time this many sessions were started, the whole log of answers is added to the counts, so that reading the analytics is fast. */
const sessionsPerFold = 200

/** Starts a session. If one was started under the same client key, returns that one. */
export async function startSession({ db }: Database, { clientKey, version, startedOn }: SessionStart) {
  const known = clientKey === null ? undefined : await findSessionOfKey(db, clientKey)
  if (known !== undefined) return { ...startedOutcome(known), replayed: true }
  const questionnaire = version === null ? await currentQuestionnaire(db) : await questionnaireOf(db, version)
  if (questionnaire === undefined) return invalid({ version: ['This version of the questionnaire does not exist.'] })
  const nothingYet = { answers: {}, isCompleted: false, section: null }
  const session = await insertSession(db, {
    client_key: clientKey,
    version: questionnaire.version,
    started_on: dayOf(startedOn),
    codes: await codesOfNames(db, codesOfSession(questionnaire.questions, nothingYet)),
  })
  if (session !== undefined) {
    if (session.number % sessionsPerFold === 0) await addLogToTally(db, 0)
    return startedOutcome(session)
  }
  // A concurrent start under the same key was faster.
  const concurrent = clientKey === null ? undefined : await findSessionOfKey(db, clientKey)
  return concurrent === undefined ? notFound() : { ...startedOutcome(concurrent), replayed: true }
}

function startedOutcome({ session_id, version }: StartedSession): Outcome {
  return { status: 201, body: { session_id, version }, headers: {} }
}

/** The respondent's date, unless the device's clock is plainly wrong. */
function dayOf(startedOn: string | null): string {
  const today = dateOfInstant(Date.now())
  const isLikely = startedOn !== null && startedOn <= addDays(today, 1) && startedOn >= addDays(today, -400)
  return isLikely ? startedOn : today
}

/** `hash` covers the whole request, to notice a key that is used again for another request. */
type SurveySave = { submission: SurveySubmission; key: string | null; hash: string }

/** Replaces all answers of a session. Safe to repeat. Refuses older saves, and changes after completion. */
export async function submitAnswers({ db }: Database, save: SurveySave): Promise<Outcome & { replayed?: boolean }> {
  const { submission, key, hash } = save
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(submission.session_id)) return notFound()
  return db.transaction().execute(async (trx) => {
    const session = await lockSession(trx, submission.session_id)
    if (session === undefined) return notFound()
    const before = key === null ? undefined : await findIdempotencyKey(trx, session.id, key)
    if (before !== undefined) {
      if (before.request_hash !== hash)
        return problem(
          422,
          'key_reused',
          'This idempotency key was already used for a different request, so nothing was changed. Use a new key.',
        )
      return { ...savedOutcome(JSON.parse(before.body) as SurveySaved), replayed: true }
    }
    const outcome = await storeAnswers(trx, session, submission)
    if (key !== null && outcome.status === 200) {
      await insertIdempotencyKey(trx, {
        session_id: session.id,
        key,
        request_hash: hash,
        body: JSON.stringify(outcome.body),
      })
    }
    return outcome
  })
}

async function storeAnswers(
  trx: Transaction<Tables>,
  session: LockedSession,
  submission: SurveySubmission,
): Promise<Outcome> {
  const contentHash = hashOfContent(submission)
  if (session.is_completed) {
    return submission.is_completed && contentHash === session.completed_hash
      ? savedOutcome({ session_id: session.id, is_completed: true, revision: session.revision })
      : problem(409, 'survey_completed', 'This survey was already submitted, so its answers cannot change.')
  }
  const revision = submission.revision ?? session.revision
  if (revision < session.revision)
    return problem(409, 'save_is_old', 'Newer answers to this survey are already saved, so these were not.')

  const questionnaire = await questionnaireOf(trx, session.version)
  const questions = questionnaire?.questions ?? []
  const checked = checkResponses(questions, submission.responses)
  if ('mistakes' in checked) return invalid(checked.mistakes)
  const { answers } = checked
  const isCompleted = submission.is_completed
  if (isCompleted && missingRequired(visibleQuestions(questions, answers), answers).length > 0) {
    return invalid({ responses: [requiredMessage] })
  }
  const texts = questions
    .filter((question) => questionKind(question).answer === 'own words' && isAnswered(answers, question.question_id))
    .map(({ question_id }) => ({ question_id, text: String(answers[question_id]) }))
  await saveTexts(trx, session, texts)
  await saveSession(trx, session.id, {
    revision,
    is_completed: isCompleted,
    completed_hash: isCompleted ? contentHash : null,
    seconds_taken: submission.seconds_taken ?? (isCompleted ? session.seconds_open : null),
    email: submission.email,
    codes: await codesOfNames(trx, codesOfSession(questions, { answers, isCompleted, section: submission.section })),
  })
  return savedOutcome({ session_id: session.id, is_completed: isCompleted, revision })
}

function savedOutcome(body: SurveySaved): Outcome {
  return { status: 200, body, headers: {} }
}

/** Covers answers and email only: a completed survey may be submitted again under another key, unchanged. */
function hashOfContent({ responses, email }: SurveySubmission): string {
  const answers = Object.fromEntries(responses.map(({ question_id, answer }) => [question_id, answer]))
  return requestHash('', '', { answers, email })
}
