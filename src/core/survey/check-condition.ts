import { type Condition, conditionOperators, type Question } from '#core/contract/survey.ts'
import { choicesOf, choiceValue } from './choice-value.ts'
import { questionKind } from './question-kinds.ts'

const comparisons = ['gte', 'lte', 'gt', 'lt'] as const
const memberships = ['in', 'not_in'] as const

/** What is wrong with a condition on this question, to follow after 'its condition on …'. */
export function mistakesOfCondition({ operator, value }: Condition, asked: Question): string[] {
  if (!isOneOf(conditionOperators, operator))
    return [
      `has no known operator${operator === '' ? '' : ` ("${operator}")`}; there are ${conditionOperators.join(', ')}.`,
    ]
  if (operator === 'empty' || operator === 'not_empty') return []
  if (isOneOf(memberships, operator)) {
    return Array.isArray(value) && value.length > 0
      ? value.flatMap((one) => mistakesOfValue(one, asked))
      : [`needs a list of values for ${operator}.`]
  }
  if (isOneOf(comparisons, operator)) {
    if (value === null || value === '' || !Number.isFinite(Number(value))) return [`needs a number for ${operator}.`]
    return questionKind(asked).answer === 'choices' ? [`compares a list with ${operator}, which is never true.`] : []
  }
  if (operator === 'contains') return typeof value === 'string' && value !== '' ? [] : ['needs a text for contains.']
  if (value === null || value === undefined) return [`needs a value for ${operator}.`]
  return [value].flat().flatMap((one) => mistakesOfValue(one, asked))
}

function mistakesOfValue(value: unknown, asked: Question): string[] {
  if (questionKind(asked).answer === 'own words') return []
  const isOffered = choicesOf(asked).some((choice) => choiceValue(choice) === String(value))
  return isOffered ? [] : [`asks for "${String(value)}", which is none of its choices' values.`]
}

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some((name) => name === text)
}
