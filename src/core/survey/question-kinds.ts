import type { Choice, Question } from '#core/contract/survey.ts'

type QuestionKind = {
  words: string
  /** What an answer is: free text, the value of one choice, or the values of several choices in the order in which they were chosen. */
  answer: 'own words' | 'one choice' | 'choices'
  /** Scores of the first choice, the second, …; a respondent may make at most as many choices. If absent, each choice counts once. */
  points?: readonly number[]
  /** The choices of a question of this kind that lists no choices. */
  usualChoices?: readonly string[]
  chart: 'bars' | 'columns' | 'none'
}

export const questionKinds = {
  multiple_choice: { words: 'Multiple choice', answer: 'one choice', chart: 'bars' },
  multiple_choice_multiple: { words: 'Select all that apply', answer: 'choices', chart: 'bars' },
  scale: { words: 'Scale', answer: 'one choice', usualChoices: ['1', '2', '3', '4', '5'], chart: 'columns' },
  open_ended: { words: 'Open ended', answer: 'own words', chart: 'none' },
  ranking: { words: 'Ranking', answer: 'choices', points: [3, 2, 1], chart: 'bars' },
} as const satisfies Record<string, QuestionKind>

export type QuestionType = keyof typeof questionKinds
export const questionTypes = Object.keys(questionKinds) as QuestionType[]

export function isQuestionType(type: string): type is QuestionType {
  return Object.hasOwn(questionKinds, type)
}

/** The kind of questions whose type this version of the app lacks. They cannot be answered, but a chart shows the server's figures. */
const unknownKind: QuestionKind = { words: 'Unknown question type', answer: 'one choice', chart: 'bars' }

export function questionKind({ question_type: type }: { question_type: string }): QuestionKind {
  return isQuestionType(type) ? questionKinds[type] : unknownKind
}

/** The value that is submitted and that conditions compare: the part of the id after the first underscore. */
export function choiceValue({ choice_id }: Pick<Choice, 'choice_id'>): string {
  return choice_id.slice(choice_id.indexOf('_') + 1)
}

export function choicesOf(question: Pick<Question, 'question_type' | 'choices'>): Choice[] {
  const { question_type: type, choices } = question
  if (choices.length > 0) return choices
  const { usualChoices = [] } = questionKind(question)
  return usualChoices.map((text) => ({ choice_id: `${type}_${text}`, choice_text: text, short_label: text }))
}

/** Returns "1 Not at all" for one end of a scale; empty if this point of the scale has no label. */
export function formatScaleEnd(value: string, text: string): string {
  const words = text.trim()
  if (words === '' || words === value) return ''
  return words.startsWith(value) ? words : `${value} ${words}`
}
