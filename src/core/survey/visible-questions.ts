import type { Question, Answers, Condition, Answer } from '#core/contract/survey.ts'
import { isVisible } from '#core/contract/fields.ts'

export type Section = { name: string; questions: Question[] }

/** The questions whose `show_if` conditions all hold. Hidden questions count as unanswered; circular conditions never hold. */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const questionsById = new Map(questions.map((question) => [question.question_id, question]))
  const known = new Map<string, boolean>()

  const isVisible = (question: Question): boolean => {
    const id = question.question_id
    const before = known.get(id)
    if (before !== undefined) return before
    // Until it is computed, and for circular conditions.
    known.set(id, false)
    const isShown = Object.entries(question.conditions.show_if).every(([askedId, condition]) => {
      const asked = questionsById.get(askedId)
      return asked !== undefined && conditionHolds(condition, answerTo(answers, askedId)) && isVisible(asked)
    })
    known.set(id, isShown)
    return isShown
  }
  return questions.filter(isVisible)
}

/** The sections with a visible question, in the order of the questionnaire. */
export function visibleSections(questions: readonly Question[], answers: Answers): Section[] {
  const sections = new Map<string, Section>(sectionNames(questions).map((name) => [name, { name, questions: [] }]))
  for (const question of visibleQuestions(questions, answers)) sections.get(question.section)?.questions.push(question)
  return [...sections.values()].filter((section) => section.questions.length > 0)
}

/** Includes hidden ones. */
export function sectionNames(questions: readonly Question[]): string[] {
  return [...new Set(questions.map(({ section }) => section))]
}

/**
 * Nothing holds without an answer, only `empty` for an empty one, and an unknown operator never. Of several choices, `in` and
 * `contains` need one, `not_in` none, `equals` exactly these.
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
      return compares(answer, value, (given, limit) => given >= limit)
    case 'lte':
      return compares(answer, value, (given, limit) => given <= limit)
    case 'gt':
      return compares(answer, value, (given, limit) => given > limit)
    case 'lt':
      return compares(answer, value, (given, limit) => given < limit)
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

/** Numbers are compared as text; other values never match. */
function asText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function isSame(answer: Answer, value: unknown): boolean {
  const given = new Set([answer].flat())
  const wanted = new Set([value].flat().map(asText))
  return given.size === wanted.size && [...given].every((text) => wanted.has(text))
}

function isOneIn(answer: Answer, values: readonly unknown[]): boolean {
  const wanted = new Set(values.map(asText))
  return [answer].flat().some((text) => wanted.has(text))
}

function contains(answer: Answer, value: unknown): boolean {
  const part = asText(value)?.toLowerCase()
  return part !== undefined && [answer].flat().some((text) => text.toLowerCase().includes(part))
}

function compares(answer: Answer, value: unknown, holds: (given: number, limit: number) => boolean): boolean {
  const [given, limit] = [asNumber(answer), asNumber(value)]
  return given !== null && limit !== null && holds(given, limit)
}

/** Null for a list and for text that is not a number, which never reads as 0. */
function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Also true for a text without visible characters. */
function isEmptyAnswer(answer: Answer): boolean {
  return typeof answer === 'string' ? !isVisible(answer) : answer.length === 0
}

/** Own properties only: a question may have the name of a property that every object has. */
export function answerTo(answers: Answers, questionId: string): Answer | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined
}

export function isAnswered(answers: Answers, questionId: string): boolean {
  const answer = answerTo(answers, questionId)
  return answer !== undefined && !isEmptyAnswer(answer)
}
