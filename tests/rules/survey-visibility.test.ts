import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, conditionOperators, type Question, type Answer, type Answers } from '#core/contract/survey.ts'
import { answersFrom, answersToSubmit, percentComplete } from '#core/survey/required-answers.ts'
import { visibleQuestions, visibleSections } from '#core/survey/visible-questions.ts'
import { aQuestion } from '#tests/support/a-survey-question.ts'

/*
 * Compares the engine with a second, simple implementation: it starts with no visible question, adds questions until
 * nothing changes, and has its own table of operators.
 */

type Test = (answer: Answer, value: unknown) => boolean

const listOf = (some: unknown) => (Array.isArray(some) ? some : [some]).map(String)
const numeric = (text: unknown) =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(String(text)) && !Array.isArray(text) ? Number(text) : Number.NaN
const isBlank = (answer: Answer) => answer.length === 0 || (typeof answer === 'string' && /^\s*$/.test(answer))
const sortedUnique = (texts: string[]) => JSON.stringify(texts.filter((text, at) => texts.indexOf(text) === at).sort())

const naiveTests: Record<string, Test> = {
  equals: (answer, value) => sortedUnique(listOf(answer)) === sortedUnique(listOf(value)),
  not_equals: (answer, value) => sortedUnique(listOf(answer)) !== sortedUnique(listOf(value)),
  gte: (answer, value) => numeric(answer) >= numeric(value),
  lte: (answer, value) => numeric(answer) <= numeric(value),
  gt: (answer, value) => numeric(answer) > numeric(value),
  lt: (answer, value) => numeric(answer) < numeric(value),
  in: (answer, value) => Array.isArray(value) && listOf(answer).filter((one) => listOf(value).includes(one)).length > 0,
  not_in: (answer, value) =>
    Array.isArray(value) && listOf(answer).filter((one) => listOf(value).includes(one)).length === 0,
  contains: (answer, value) =>
    !Array.isArray(value) && listOf(answer).some((one) => one.toUpperCase().indexOf(String(value).toUpperCase()) > -1),
  not_empty: () => true,
  empty: () => false,
}

function naivelyHolds({ operator, value }: Condition, answer: Answer | undefined): boolean {
  if (answer === undefined) return false
  if (isBlank(answer)) return operator === 'empty'
  return naiveTests[operator]?.(answer, value) ?? false
}

function naivelyVisible(questions: Question[], answers: Answers): string[] {
  const inSight = new Set<string>()
  for (let before = -1; before !== inSight.size;) {
    before = inSight.size
    for (const { question_id, conditions } of questions) {
      const waits = Object.keys(conditions.show_if).some((asked) => {
        const condition = conditions.show_if[asked]!
        return !inSight.has(asked) || !naivelyHolds(condition, answers[asked])
      })
      if (!waits) inSight.add(question_id)
    }
  }
  return questions.map(({ question_id }) => question_id).filter((id) => inSight.has(id))
}

const ids = ['q0', 'q1', 'q2', 'q3', 'q4', 'q5']
// Few values, so that conditions often hold, with some that differ only in case, as numbers or as blanks.
const value = fc.constantFrom('a', 'A', 'ab', '1', '2', '03', '2.5', '', ' ')
const values = fc.uniqueArray(value, { maxLength: 4, size: 'max' })
const answer: fc.Arbitrary<Answer> = fc.oneof(value, values)
const anyValue = fc.oneof(value, fc.integer({ min: -1, max: 4 }), values)
const fitting: Record<string, fc.Arbitrary<unknown>> = {
  ...Object.fromEntries(['gte', 'lte', 'gt', 'lt'].map((operator) => [operator, fc.constantFrom(1, '2', 2.5, '03')])),
  ...Object.fromEntries(['in', 'not_in'].map((operator) => [operator, values])),
}
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...conditionOperators, 'resembles').chain((operator) =>
  fc.record({
    operator: fc.constant(operator),
    value: fc.oneof({ weight: 4, arbitrary: fitting[operator] ?? value }, anyValue),
  }),
)
// Mostly an earlier question, sometimes a later one, the question itself or an unknown one.
const questions: fc.Arbitrary<Question[]> = fc.tuple(
  ...ids.map((id, at) => {
    const anyId = fc.constantFrom(...ids, 'nobody')
    const asked = at === 0 ? anyId : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids.slice(0, at)) }, anyId)
    const conditions = fc.dictionary(asked, condition, { minKeys: 1, maxKeys: 2 })
    return fc
      .record({
        section: fc.constantFrom('One', 'Two', 'Three'),
        is_required: fc.boolean(),
        showIf: at < 2 ? fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, conditions) : conditions,
      })
      .map((wishes) => aQuestion(id, wishes))
  }),
)
const answers: fc.Arbitrary<Answers> = fc
  .tuple(...[...ids, 'nobody'].map((id) => fc.option(fc.tuple(fc.constant(id), answer), { freq: 5 })))
  .map((given) => Object.fromEntries(given.filter((one) => one !== null)))

test('the visible questions match a simple second implementation on 10,000 questionnaires', () => {
  const shown: Record<string, number> = {}
  fc.assert(
    fc.property(questions, answers, (questions, answers) => {
      const visible = visibleQuestions(questions, answers)
      expect(visible.map(({ question_id }) => question_id)).toEqual(naivelyVisible(questions, answers))
      for (const { conditions } of visible) {
        for (const { operator } of Object.values(conditions.show_if)) shown[operator] = (shown[operator] ?? 0) + 1
      }
    }),
    { numRuns: 10_000 },
  )
  // If an operator never let a question show, the test would not have covered it.
  expect(Object.keys(shown).sort()).toEqual([...conditionOperators].sort())
  expect(Math.min(...Object.values(shown))).toBeGreaterThan(20)
})

test('sections contain each visible question once, and submitted answers show the same questions', () => {
  fc.assert(
    fc.property(questions, answers, (questions, answers) => {
      const visible = visibleQuestions(questions, answers)
      const inSections = visibleSections(questions, answers).flatMap((section) => section.questions)
      expect(new Set(inSections)).toEqual(new Set(visible))
      expect(inSections).toHaveLength(visible.length)

      const submitted = answersFrom(answersToSubmit(questions, answers))
      expect(visibleQuestions(questions, submitted)).toEqual(visible)
      expect(percentComplete(questions, submitted)).toBe(percentComplete(questions, answers))
    }),
    { numRuns: 1000 },
  )
})
