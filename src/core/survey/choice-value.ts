import type { Choice, Question } from '#core/contract/survey.ts'

/** What is submitted for a choice and compared by conditions: the part of its id after the first underscore. */
export function choiceValue({ choice_id }: Pick<Choice, 'choice_id'>): string {
  return choice_id.slice(choice_id.indexOf('_') + 1)
}

/** What can be chosen, with the texts to show. A scale that names no points goes from 1 to 5. */
export function choicesOf({ question_type, choices }: Pick<Question, 'question_type' | 'choices'>): Choice[] {
  if (question_type !== 'scale' || choices.length > 0) return choices
  return ['1', '2', '3', '4', '5'].map((point) => ({
    choice_id: `scale_${point}`,
    choice_text: point,
    short_label: point,
  }))
}
