import type { Question, Answers, SurveyResponse } from '#core/contract/survey.ts'
import { isQuestionType, questionKind, choicesOf } from './question-kinds.ts'
import { visibleQuestions, answerTo, isAnswered } from './visible-questions.ts'

export const requiredMessage = 'Please answer all required questions before continuing.'

export function missingRequired(visible: readonly Question[], answers: Answers): Question[] {
  return visible.filter((question) => mustBeAnswered(question) && !isAnswered(answers, question.question_id))
}

/** True for a required question, unless it cannot be answered (unknown type, no choices): the respondent could never continue. */
export function mustBeAnswered(question: Question): boolean {
  if (!question.is_required) return false
  if (questionKind(question).answer === 'own words') return true
  return isQuestionType(question.question_type) && choicesOf(question).length > 0
}

/** Returns the answers to visible questions, also those that were emptied: a server that stores answers one by one must clear the earlier text. */
export function answersToSubmit(questions: readonly Question[], answers: Answers): SurveyResponse[] {
  return visibleQuestions(questions, answers).flatMap(({ question_id }) => {
    const answer = answerTo(answers, question_id)
    return answer === undefined ? [] : [{ question_id, answer }]
  })
}

/** Returns answers by question, as the server needs them. If a question has several answers, the last one counts. */
export function answersFrom(responses: readonly SurveyResponse[]): Answers {
  return Object.fromEntries(responses.map(({ question_id, answer }) => [question_id, answer]))
}

/** Returns the answers after *Next*: visible questions without an answer get an empty one, because later questions may depend on it. */
export function leaveSection(visible: readonly Question[], answers: Answers): Answers {
  const leftEmpty = visible
    .filter(({ question_id }) => answerTo(answers, question_id) === undefined)
    .map((question) => [question.question_id, questionKind(question).answer === 'choices' ? [] : ''])
  return { ...answers, ...Object.fromEntries(leftEmpty) }
}

/** Returns the answered share of all visible required questions, in percent (reading R31). It can fall, so screens show `furthestPercent`. */
export function percentComplete(questions: readonly Question[], answers: Answers): number {
  const required = visibleQuestions(questions, answers).filter(mustBeAnswered)
  if (required.length === 0) return 100
  const missing = missingRequired(required, answers).length
  return Math.round(((required.length - missing) / required.length) * 100)
}

/** Returns the larger percentage, so that the displayed progress never goes back. */
export function furthestPercent(shownPercent: number, percent: number): number {
  return Math.max(shownPercent, percent)
}
