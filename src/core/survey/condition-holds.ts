import type { Condition } from '#core/contract/survey.ts'
import type { Answer } from '#core/contract/survey-answers.ts'
import { isEmptyAnswer } from './empty-answer.ts'

/**
 * True when the answer meets the condition. Without an answer nothing holds; with one that is empty only `empty` does;
 * an unknown operator never does. Several choices are asked together: `in` and `contains` want one of them, `not_in`
 * none, `equals` exactly these.
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

/** Texts and numbers are compared as they are written; other values are no answers. */
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

/** Null for a list and for a text that is no number; nothing reads as 0 by accident. */
function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
