import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'
import { csvFile } from '#core/domain/csv.ts'

/** One question's figures, or its open answers, as a table for spreadsheets. */
export function questionCsv(question: QuestionAnalytics): string {
  const rows =
    question.question_type === 'open_ended'
      ? [['Answer'], ...question.text_responses.map((text) => [text])]
      : [
          ['Answer', question.question_type === 'ranking' ? 'Points' : 'Count', 'Percentage'],
          ...question.responses.map(({ answer_option, count, percentage }) => [
            answer_option,
            String(count),
            percentage.toFixed(1),
          ]),
        ]
  return csvFile([[question.question_text], ...rows])
}
