import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'
import { csvFile } from '#core/domain/csv.ts'
import { questionKind } from './question-kinds.ts'

/** One question's figures, or its open answers, as a table for spreadsheets. */
export function questionCsv(question: QuestionAnalytics): string {
  const { answer, points } = questionKind(question)
  const rows =
    answer === 'own words'
      ? [['Answer'], ...question.text_responses.map((text) => [text])]
      : [
          ['Answer', points === undefined ? 'Count' : 'Points', 'Percentage'],
          ...question.responses.map(({ answer_option, count, percentage }) => [
            answer_option,
            String(count),
            percentage.toFixed(1),
          ]),
        ]
  return csvFile([[question.question_text], ...rows])
}
