import type { Question, Answers, SurveyResponse } from '#core/contract/survey.ts'
import { isQuestionType, questionKind, choicesOf } from './question-kinds.ts'
import { visibleQuestions, answerTo, isAnswered } from './visible-questions.ts'

export const requiredMessage = 'Please answer all required questions before continuing.'

/** The required ones among these visible questions that have no answer yet; none, and the respondent may go on. */
export function missingRequired(visible: readonly Question[], answers: Answers): Question[] {
  return visible.filter((question) => mustBeAnswered(question) && !isAnswered(answers, question.question_id))
}

/**
 * Whether a respondent has to answer it. Never one that nobody can answer, of a type that we cannot draw or without
 * choices: it would keep every respondent from going on.
 */
export function mustBeAnswered(question: Question): boolean {
  if (!question.is_required) return false
  if (questionKind(question).answer === 'own words') return true
  return isQuestionType(question.question_type) && choicesOf(question).length > 0
}

/**
 * What is sent: every answer to a visible question, also one that was emptied again, so that a server which keeps
 * answers one by one forgets the earlier text. Never one to a question that has become hidden.
 */
export function answersToSubmit(questions: readonly Question[], answers: Answers): SurveyResponse[] {
  return visibleQuestions(questions, answers).flatMap(({ question_id }) => {
    const answer = answerTo(answers, question_id)
    return answer === undefined ? [] : [{ question_id, answer }]
  })
}

/** The other way round, as the server reads it; of an answer given twice the last one counts. */
export function answersFrom(responses: readonly SurveyResponse[]): Answers {
  return Object.fromEntries(responses.map(({ question_id, answer }) => [question_id, answer]))
}

/**
 * The answers after these visible questions were left with Next: what has none is noted as left empty, which is what a
 * later question with the operator `empty` asks about.
 */
export function leaveSection(visible: readonly Question[], answers: Answers): Answers {
  const leftEmpty = visible
    .filter(({ question_id }) => answerTo(answers, question_id) === undefined)
    .map((question) => [question.question_id, questionKind(question).answer === 'choices' ? [] : ''])
  return { ...answers, ...Object.fromEntries(leftEmpty) }
}

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
