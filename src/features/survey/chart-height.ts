import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'
import { questionKind } from '#core/survey/question-kinds.ts'

/** A bar with its words above it. */
export const barRow = 46

/** The room of a question's chart in pixels, known before the chart library has come. */
export function chartHeight(question: Pick<QuestionAnalytics, 'question_type' | 'responses'>): number {
  return questionKind(question).chart === 'columns' ? 240 : barRow * Math.max(1, question.responses.length)
}
