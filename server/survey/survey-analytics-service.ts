import type { Kysely } from 'kysely'
import { maxTextResponses, type Question, type QuestionAnalytics, type SurveyAnalytics } from '#core/contract/survey.ts'
import { questionKind } from '#core/survey/question-kinds.ts'
import { percentOf, summarizeChoices, mergeSections, mergeVersions } from '#core/survey/survey-summary.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { addLogToTally } from './fold-tally.ts'
import { allQuestionnaires } from './questionnaires-repository.ts'
import {
  codesOfValue,
  type Count,
  readCounts,
  readMedianSeconds,
  readTexts,
  readVersions,
  type Selection,
} from './survey-analytics-repository.ts'
import type { CodeName } from './survey-codes.ts'

/** `start`, `end`: local dates, inclusive. Null: no limit. `answers`: only sessions with all of these answers are counted. */
export type SurveyResultFilters = {
  start: string | null
  end: string | null
  version: number | null
  answers: { question_id: string; value: string }[]
}

export async function surveyAnalytics({ db }: Database, filters: SurveyResultFilters): Promise<SurveyAnalytics> {
  // Reading the counts from a long log would be slow.
  await addLogToTally(db)
  const selection = await selectionOf(db, filters)
  const { questions, sections } = await questionsOfVersions(db, selection)
  const countOf = counter(await readCounts(db, selection))
  const texts = await readTexts(db, openQuestions(questions), selection, maxTextResponses)
  const textsOf = new Map(texts.map((question) => [question.question_id, question.texts]))
  const [total, completed] = [countOf({ kind: 'session' }), countOf({ kind: 'completed' })]
  return {
    total_sessions: total,
    completed_sessions: completed,
    completion_rate: percentOf(completed, total),
    analytics_data: Object.fromEntries(
      questions.map((question) => [
        question.question_id,
        analyticsOf(question, countOf, textsOf.get(question.question_id) ?? []),
      ]),
    ),
    question_order: questions.map(({ question_id }) => question_id),
    sections: dropOff(sections, completed, (section) => countOf({ kind: 'left', value: section })),
    median_seconds: await readMedianSeconds(db, selection),
    versions: await readVersions(db),
  }
}

/** Returns one question's figures with all its text answers; undefined if the selected versions do not have the question. */
export async function questionAnalytics(
  { db }: Database,
  questionId: string,
  filters: SurveyResultFilters,
): Promise<QuestionAnalytics | undefined> {
  const selection = await selectionOf(db, filters)
  const { questions } = await questionsOfVersions(db, selection)
  const question = questions.find(({ question_id }) => question_id === questionId)
  if (question === undefined) return undefined
  const countOf = counter(await readCounts(db, selection))
  const [answers] = await readTexts(db, openQuestions([question]), selection, null)
  return analyticsOf(question, countOf, answers?.texts ?? [])
}

async function selectionOf(db: Kysely<Tables>, { answers, ...filters }: SurveyResultFilters): Promise<Selection> {
  const codes: number[][] = []
  for (const { question_id, value } of answers) codes.push(await codesOfValue(db, question_id, value))
  return { ...filters, answers: codes }
}

async function questionsOfVersions(db: Kysely<Tables>, { version }: Selection) {
  const published = await allQuestionnaires(db)
  const chosen = version === null ? published : published.filter((questionnaire) => questionnaire.version === version)
  const versions = chosen.map(({ questions }) => questions)
  return { questions: mergeVersions(versions), sections: mergeSections(versions) }
}

function openQuestions(questions: readonly Question[]): string[] {
  return questions
    .filter((question) => questionKind(question).answer === 'own words')
    .map(({ question_id }) => question_id)
}

/** Returns the number of sessions under one code. `place` is the rank in a ranking, 0 in other questions. */
type Counter = (name: Partial<CodeName> & Pick<CodeName, 'kind'>) => number

function counter(counts: readonly Count[]): Counter {
  const nameOf = ({ kind, question_id = '', value = '', place = 0 }: Parameters<Counter>[0]) =>
    JSON.stringify([kind, question_id, value, place])
  const byName = new Map(counts.map((count) => [nameOf(count), count.count]))
  return (name) => byName.get(nameOf(name)) ?? 0
}

function analyticsOf(question: Question, countOf: Counter, texts: string[]): QuestionAnalytics {
  const { question_id, question_text, question_type, section } = question
  const answered = countOf({ kind: 'answered', question_id })
  return {
    question_text,
    question_type,
    responses: summarizeChoices(question, answered, (value, place) =>
      countOf({ kind: place === 0 ? 'chosen' : 'ranked', question_id, value, place }),
    ),
    text_responses: texts,
    section,
    answered,
  }
}

/** Returns how many sessions reached and left each section. A completed session reached all, an abandoned one those up to where it ended. */
function dropOff(sections: readonly string[], completed: number, leftIn: (section: string) => number) {
  let reached = completed
  return sections
    .toReversed()
    .map((section) => {
      const left = leftIn(section)
      reached += left
      return { section, reached, left }
    })
    .toReversed()
}
