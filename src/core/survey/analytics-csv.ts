import type { QuestionAnalytics } from '#core/contract/survey-analytics.ts'

/** One question's figures, or its open answers, as a table for spreadsheets; lines end as RFC 4180 wants them. */
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
  const lines = [[question.question_text], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`)
  // Without the mark, Excel takes the letters for those of an old code page.
  return `\uFEFF${lines.join('')}`
}

/** Anybody may answer the survey, so no answer may be taken for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
