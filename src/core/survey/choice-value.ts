import type { Choice, Question } from '#core/contract/survey.ts'
import { questionKind } from './question-kinds.ts'

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
export function endInWords(value: string, text: string): string {
  const words = text.trim()
  if (words === '' || words === value) return ''
  return words.startsWith(value) ? words : `${value} ${words}`
}
