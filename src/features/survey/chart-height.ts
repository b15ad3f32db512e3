import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'

/** A bar with its words above it. */
export const barRow = 46

/** The room of a question's chart in pixels, known before the chart library has come. */
export function chartHeight({
  question_type,
  responses,
}: Pick<QuestionAnalytics, 'question_type' | 'responses'>): number {
  return question_type === 'scale' ? 240 : barRow * Math.max(1, responses.length)
}
