import type { Choice, Question, SurveyOptionCount } from '#core/contract/survey.ts'
import { questionKind, choicesOf, choiceValue } from './question-kinds.ts'
import { sectionNames } from './visible-questions.ts'

/** Returns how many respondents chose the value. `place` is where they put it in a ranking, 1 to 3; 0 for other questions. */
type CountOf = (value: string, place: number) => number

/** Returns each choice's count and its share of all who answered. For a ranking: points, highest first, and their share of all points. */
export function summarizeChoices(question: Question, answered: number, countOf: CountOf): SurveyOptionCount[] {
  const { answer, points } = questionKind(question)
  if (answer === 'own words') return []
  const isRanking = points !== undefined
  const scored = choicesOf(question).map((choice) => {
    const value = choiceValue(choice)
    const score = points?.reduce((sum, weight, index) => sum + weight * countOf(value, index + 1), 0)
    return { choice, count: score ?? countOf(value, 0) }
  })
  const whole = isRanking ? scored.reduce((sum, { count }) => sum + count, 0) : answered
  // The sort is stable: choices with equal points stay in order.
  const ordered = isRanking ? scored.toSorted((one, other) => other.count - one.count) : scored
  return ordered.map(({ choice, count }) => optionCount(choice, count, percentOf(count, whole)))
}

/** Returns a percentage with one decimal, rounded half up; 0 if `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}

function optionCount({ choice_id, choice_text, short_label }: Choice, count: number, percentage: number) {
  const concise_label = short_label === '' ? choice_text : short_label
  return { answer_option: choice_text, count, percentage, choice_id, concise_label }
}

/** Merges versions of a questionnaire, given newest first: the newest wording, then earlier choices, and removed questions at the end. */
export function mergeVersions(versions: readonly (readonly Question[])[]): Question[] {
  const merged = new Map<string, Question>()
  for (const question of versions.flat()) {
    const newer = merged.get(question.question_id)
    const choices = newer === undefined ? question.choices : withEarlier(newer.choices, question.choices)
    merged.set(question.question_id, { ...(newer ?? question), choices })
  }
  return [...merged.values()]
}

export function mergeSections(versions: readonly (readonly Question[])[]): string[] {
  return [...new Set(versions.flatMap(sectionNames))]
}

function withEarlier(choices: readonly Choice[], earlier: readonly Choice[]): Choice[] {
  const values = new Set(choices.map(choiceValue))
  return [...choices, ...earlier.filter((choice) => !values.has(choiceValue(choice)))]
}
