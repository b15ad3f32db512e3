import type { Question, Answer, Answers, SurveyResponse } from '#core/contract/survey.ts'
import { questionKind, choicesOf, choiceValue } from './question-kinds.ts'
import { answersFrom, answersToSubmit } from './required-answers.ts'

/** Error messages by the path of the wrong field, such as `responses.3.answer`. */
type ResponseMistakes = Record<string, string[]>

type CheckedResponses = { answers: Answers } | { mistakes: ResponseMistakes }

/** Returns the answers to visible questions, or the mistakes. Strict because anyone can send answers, and charts count all stored ones. */
export function checkResponses(questions: readonly Question[], responses: readonly SurveyResponse[]): CheckedResponses {
  const questionsById = new Map(questions.map((question) => [question.question_id, question]))
  const mistakes: ResponseMistakes = {}
  const read = responses.map(({ question_id, answer }, index) => {
    const question = questionsById.get(question_id)
    if (question === undefined) {
      mistakes[`responses.${index}.question_id`] = ['There is no such question.']
      return { question_id, answer }
    }
    const normalized = withExpectedType(question, answer)
    const mistake = normalized === null ? 'One answer is expected.' : mistakeIn(question, normalized)
    if (mistake !== null) mistakes[`responses.${index}.answer`] = [mistake]
    return { question_id, answer: normalized ?? '' }
  })
  if (Object.keys(mistakes).length > 0) return { mistakes }
  return { answers: answersFrom(answersToSubmit(questions, answersFrom(read))) }
}

/** Converts a single choice to a list where several are allowed, and a list of one to a single choice. Null for a longer list. */
function withExpectedType(question: Question, answer: Answer): Answer | null {
  if (questionKind(question).answer === 'choices')
    return [...new Set(typeof answer === 'string' ? asList(answer) : answer)]
  if (typeof answer === 'string') return answer
  return answer.length > 1 ? null : (answer[0] ?? '')
}

function asList(answer: string): string[] {
  return answer.trim() === '' ? [] : [answer]
}

function mistakeIn(question: Question, answer: Answer): string | null {
  const { answer: expected, points } = questionKind(question)
  if (expected === 'own words') return null
  const offered = new Set(choicesOf(question).map(choiceValue))
  const wrong = (typeof answer === 'string' ? asList(answer) : answer).find((value) => !offered.has(value))
  if (wrong !== undefined) return 'This choice is not offered.'
  return points !== undefined && answer.length > points.length ? `At most ${points.length} picks.` : null
}
