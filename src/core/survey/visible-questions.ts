import type { Question, Answers, Condition, Answer } from '#core/contract/survey.ts'
import { isVisible as hasVisibleText } from '#core/contract/fields.ts'

export type Section = { name: string; questions: Question[] }

/** Returns the questions whose `show_if` conditions all hold. Hidden questions count as unanswered; circular conditions never hold. */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const questionsById = new Map(questions.map((question) => [question.question_id, question]))
  const visibility = new Map<string, boolean>()

  const isVisible = (question: Question): boolean => {
    const id = question.question_id
    const cached = visibility.get(id)
    if (cached !== undefined) return cached
    // Hidden until the result is known, so that circular conditions end and never hold.
    visibility.set(id, false)
    const isShown = Object.entries(question.conditions.show_if).every(([otherId, condition]) => {
      const other = questionsById.get(otherId)
      return other !== undefined && conditionHolds(condition, answerTo(answers, otherId)) && isVisible(other)
    })
    visibility.set(id, isShown)
    return isShown
  }
  return questions.filter(isVisible)
}

/** Returns the sections with a visible question, in the order of the questionnaire. */
export function visibleSections(questions: readonly Question[], answers: Answers): Section[] {
  const sections = new Map<string, Section>(sectionNames(questions).map((name) => [name, { name, questions: [] }]))
  for (const question of visibleQuestions(questions, answers)) sections.get(question.section)?.questions.push(question)
  return [...sections.values()].filter((section) => section.questions.length > 0)
}

export function sectionNames(questions: readonly Question[]): string[] {
  return [...new Set(questions.map(({ section }) => section))]
}

/**
 * Whether a condition holds for an answer. Without an answer, no condition holds, not even `empty`; for an empty answer, only `empty`. Unknown
 * operators never hold. If the answer has several choices, `in` and `contains` need one match, `not_in` needs none, and
 * `equals` needs the same choices.
 */
export function conditionHolds({ operator, value }: Condition, answer: Answer | undefined): boolean {
  if (answer === undefined) return false
  if (isEmptyAnswer(answer)) return operator === 'empty'
  switch (operator) {
    case 'equals':
      return isSame(answer, value)
    case 'not_equals':
      return !isSame(answer, value)
    case 'gte':
      return holdsForNumbers(answer, value, (actual, limit) => actual >= limit)
    case 'lte':
      return holdsForNumbers(answer, value, (actual, limit) => actual <= limit)
    case 'gt':
      return holdsForNumbers(answer, value, (actual, limit) => actual > limit)
    case 'lt':
      return holdsForNumbers(answer, value, (actual, limit) => actual < limit)
    case 'in':
      return Array.isArray(value) && isOneIn(answer, value)
    case 'not_in':
      return Array.isArray(value) && !isOneIn(answer, value)
    case 'contains':
      return contains(answer, value)
    case 'not_empty':
      return true
    default:
      return false
  }
}

/** Returns a value as text, to compare it with answers. Null for objects and lists, which never match. */
function asText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function isSame(answer: Answer, value: unknown): boolean {
  const actual = new Set([answer].flat())
  const expected = new Set([value].flat().map(asText))
  return actual.size === expected.size && [...actual].every((text) => expected.has(text))
}

function isOneIn(answer: Answer, values: readonly unknown[]): boolean {
  const expected = new Set(values.map(asText))
  return [answer].flat().some((text) => expected.has(text))
}

function contains(answer: Answer, value: unknown): boolean {
  const part = asText(value)?.toLowerCase()
  return part !== undefined && [answer].flat().some((text) => text.toLowerCase().includes(part))
}

function holdsForNumbers(answer: Answer, value: unknown, holds: (actual: number, limit: number) => boolean): boolean {
  const [actual, limit] = [asNumber(answer), asNumber(value)]
  return actual !== null && limit !== null && holds(actual, limit)
}

/** Returns a finite number; null for a list, blank text or other text that is not a number. None of these counts as 0. */
function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function isEmptyAnswer(answer: Answer): boolean {
  return typeof answer === 'string' ? !hasVisibleText(answer) : answer.length === 0
}

/** Returns the answer to a question. Ignores inherited properties: a question's id may be `constructor`. */
export function answerTo(answers: Answers, questionId: string): Answer | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined
}

export function isAnswered(answers: Answers, questionId: string): boolean {
  const answer = answerTo(answers, questionId)
  return answer !== undefined && !isEmptyAnswer(answer)
}
