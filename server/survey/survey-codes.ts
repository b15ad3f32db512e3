import type { Question, Answers } from '#core/contract/survey.ts'
import { questionKind, choicesOf, choiceValue } from '#core/survey/question-kinds.ts'
import { sectionNames, answerTo, isAnswered } from '#core/survey/visible-questions.ts'

/** A code under which sessions are counted: every count of the analytics is the number of sessions with one code. */
export type CodeName = {
  kind: 'session' | 'completed' | 'left' | 'answered' | 'chosen' | 'ranked'
  question_id: string
  /** The value of a choice; for `left`, the section in which the respondent stopped. */
  value: string
  /** The choice's rank, 1 to 3, in a ranking; otherwise 0. */
  place: number
}

/** Returns all codes that a session of this questionnaire can have. */
export function codesOfQuestionnaire(questions: readonly Question[]): CodeName[] {
  return [
    session,
    completed,
    ...sectionNames(questions).map(leftIn),
    ...questions.flatMap((question) => [answered(question.question_id), ...codesOfChoices(question)]),
  ]
}

function codesOfChoices(question: Question): CodeName[] {
  const { answer, points } = questionKind(question)
  if (answer === 'own words') return []
  const places = points?.map((_, index) => index + 1) ?? [0]
  return choicesOf(question).flatMap((choice) =>
    places.map((place) => chosen(question.question_id, choiceValue(choice), place)),
  )
}

type CountedSession = {
  /** Only answers to visible questions; see `checkResponses`. */
  answers: Answers
  isCompleted: boolean
  /** The section on screen; null if the device does not send it. */
  section: string | null
}

/** Returns the codes under which one session is counted. */
export function codesOfSession(
  questions: readonly Question[],
  { answers, isCompleted, section }: CountedSession,
): CodeName[] {
  return [
    session,
    isCompleted ? completed : leftIn(sectionReached(questions, answers, section)),
    ...questions
      .filter(({ question_id }) => isAnswered(answers, question_id))
      .flatMap((question) => codesOfAnswer(question, answers)),
  ]
}

function codesOfAnswer(question: Question, answers: Answers): CodeName[] {
  const { question_id } = question
  const { answer, points } = questionKind(question)
  const values = answer === 'own words' ? [] : [answerTo(answers, question_id) ?? []].flat()
  return [
    answered(question_id),
    ...values.map((value, index) => chosen(question_id, value, points === undefined ? 0 : index + 1)),
  ]
}

/** The section that the device sent, otherwise the last one with an answer. */
function sectionReached(questions: readonly Question[], answers: Answers, sentSection: string | null): string {
  const names = sectionNames(questions)
  if (sentSection !== null && names.includes(sentSection)) return sentSection
  const furthest = questions.findLast(({ question_id }) => isAnswered(answers, question_id))
  return furthest?.section ?? names[0] ?? ''
}

const session: CodeName = { kind: 'session', question_id: '', value: '', place: 0 }
const completed: CodeName = { kind: 'completed', question_id: '', value: '', place: 0 }

function leftIn(section: string): CodeName {
  return { kind: 'left', question_id: '', value: section, place: 0 }
}

/** The code of sessions that answered the question; their number is 100% in the question's chart. */
function answered(question_id: string): CodeName {
  return { kind: 'answered', question_id, value: '', place: 0 }
}

function chosen(question_id: string, value: string, place: number): CodeName {
  return { kind: place === 0 ? 'chosen' : 'ranked', question_id, value, place }
}
