import type { QuestionAnalytics, SurveyAnalytics } from '#core/contract/survey.ts'
import { csvFile } from '#core/domain/text/csv.ts'
import { questionsInOrder } from './analytics-labels.ts'
import { questionKind } from './question-kinds.ts'

export function questionCsv(question: QuestionAnalytics): string {
  // Only a ranking has `points`; its counts are sums of points.
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

/** Returns all answers as a CSV file, with a line for each choice and each open answer. A question without answers has one line. */
export function surveyCsv(analytics: SurveyAnalytics): string {
  const rows = questionsInOrder(analytics).flatMap(({ question }) => {
    const { words, answer, points } = questionKind(question)
    const questionCells = [question.section, question.question_text, words]
    const emptyCells = ['', '', '', '']
    const lines =
      answer === 'own words'
        ? openAnswerLines(question)
        : question.responses.map(({ answer_option, count, percentage }) => {
            const number = String(count)
            return [answer_option, ...(points === undefined ? [number, ''] : ['', number]), percentage.toFixed(1)]
          })
    return (lines.length === 0 ? [emptyCells] : lines).map((line) => questionCells.concat(line))
  })
  return csvFile([['Section', 'Question', 'Kind', 'Answer', 'Count', 'Points', 'Percentage'], ...rows])
}

/** Returns a line for each open answer. If the server sent only the latest answers, a last line counts the others. */
function openAnswerLines({ text_responses, answered }: QuestionAnalytics): string[][] {
  const missing = (answered ?? 0) - text_responses.length
  const lines = text_responses.map((text) => [text, '1', '', ''])
  return missing > 0
    ? [...lines, [`(${missing} earlier answers are not in this file)`, String(missing), '', '']]
    : lines
}
