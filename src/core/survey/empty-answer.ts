import { isVisible } from '#core/contract/fields.ts'
import type { Answer, Answers } from '#core/contract/survey-answers.ts'

/** True for a text of which nothing can be seen and for an empty list. */
export function isEmptyAnswer(answer: Answer): boolean {
  return typeof answer === 'string' ? !isVisible(answer) : answer.length === 0
}

/** The answer to a question, or undefined; a question named like something that every object has gets no false one. */
export function answerTo(answers: Answers, questionId: string): Answer | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined
}

/** True when there is an answer and it is not empty: what a required question needs. */
export function isAnswered(answers: Answers, questionId: string): boolean {
  const answer = answerTo(answers, questionId)
  return answer !== undefined && !isEmptyAnswer(answer)
}
