import type { Choice, Question } from '#core/contract/survey.ts'

/** All that surveys, their checks and their figures have to know of a kind of question. */
type QuestionKind = {
  /** Above its figures. */
  words: string
  /** What answers it: a text of one's own, the value of one choice, or the values of several in the order of choosing. */
  answer: 'own words' | 'one choice' | 'choices'
  /** What its choices score in the first place, the second and so on, and so how many can be chosen; without it each counts once. */
  points?: readonly number[]
  /** What can be chosen where a questionnaire names no choices. */
  usualChoices?: readonly string[]
  /** How its figures are drawn. */
  chart: 'bars' | 'columns' | 'none'
}

/** The kinds that a screen can draw; a question of any other kind shows 'Unknown question type'. */
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

/** It cannot be answered here; figures that a server sends of it are drawn as they come. */
const unknownKind: QuestionKind = { words: 'Unknown question type', answer: 'one choice', chart: 'bars' }

export function questionKind({ question_type: type }: { question_type: string }): QuestionKind {
  return isQuestionType(type) ? questionKinds[type] : unknownKind
}

/** What is submitted for a choice and compared by conditions: the part of its id after the first underscore. */
export function choiceValue({ choice_id }: Pick<Choice, 'choice_id'>): string {
  return choice_id.slice(choice_id.indexOf('_') + 1)
}

/** What can be chosen, with the texts to show. */
export function choicesOf(question: Pick<Question, 'question_type' | 'choices'>): Choice[] {
  const { question_type: type, choices } = question
  if (choices.length > 0) return choices
  const { usualChoices = [] } = questionKind(question)
  return usualChoices.map((text) => ({ choice_id: `${type}_${text}`, choice_text: text, short_label: text }))
}

/** "1 Not at all" for the end of a scale; empty when the point has no words of its own. */
export function formatScaleEnd(value: string, text: string): string {
  const words = text.trim()
  if (words === '' || words === value) return ''
  return words.startsWith(value) ? words : `${value} ${words}`
}
