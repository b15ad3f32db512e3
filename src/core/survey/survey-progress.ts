import type { Question } from '#core/contract/survey.ts'
import type { Answers } from '#core/contract/survey-answers.ts'
import { missingRequired, mustBeAnswered } from './required-answers.ts'
import { visibleQuestions } from './visible-questions.ts'

/**
 * '% Complete': answered required questions of all that are visible, rounded (reading R31). It falls when an answer
 * brings new required questions; what is shown never does, so show `furthestPercent` of the two.
 */
export function percentComplete(questions: readonly Question[], answers: Answers): number {
  const required = visibleQuestions(questions, answers).filter(mustBeAnswered)
  if (required.length === 0) return 100
  const missing = missingRequired(required, answers).length
  return Math.round(((required.length - missing) / required.length) * 100)
}

/** What to show after `shownPercent` was shown: progress never runs backwards. */
export function furthestPercent(shownPercent: number, percent: number): number {
  return Math.max(shownPercent, percent)
}
