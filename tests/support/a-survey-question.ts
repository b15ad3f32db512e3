import type { Condition, Question } from '#core/contract/survey.ts'

export type QuestionWishes = Partial<Omit<Question, 'conditions' | 'choices'>> & {
  /** Values of the choices; their ids get a prefix, their texts are the values in capitals. */
  choices?: string[]
  showIf?: Record<string, Condition>
}

export function aQuestion(
  question_id: string,
  { choices = [], showIf = {}, ...wishes }: QuestionWishes = {},
): Question {
  return {
    question_id,
    question_text: `What about ${question_id}?`,
    question_type: choices.length === 0 ? 'open_ended' : 'multiple_choice',
    section: 'One',
    is_required: false,
    choices: choices.map((value) => ({
      choice_id: `${question_id.replaceAll('_', '-')}_${value}`,
      choice_text: value.toUpperCase(),
      short_label: '',
    })),
    conditions: { show_if: showIf },
    ...wishes,
  }
}
