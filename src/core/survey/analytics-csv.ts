import type { QuestionAnalytics, SurveyAnalytics } from '#core/contract/survey.ts'
import { csvFile } from '#core/domain/text/csv.ts'
import { questionsInOrder } from './analytics-labels.ts'
import { questionKind } from './question-kinds.ts'

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

/** One line for each choice and each open answer; a question without any has a line of its own. */
export function surveyCsv(analytics: SurveyAnalytics): string {
  const rows = questionsInOrder(analytics).flatMap(({ question }) => {
    const { words, answer, points } = questionKind(question)
    const begin = [question.section, question.question_text, words]
    const nothing = ['', '', '', '']
    const lines =
      answer === 'own words'
        ? openAnswerLines(question)
        : question.responses.map(({ answer_option, count, percentage }) => {
            const number = String(count)
            return [answer_option, ...(points === undefined ? [number, ''] : ['', number]), percentage.toFixed(1)]
          })
    return (lines.length === 0 ? [nothing] : lines).map((line) => begin.concat(line))
  })
  return csvFile([['Section', 'Question', 'Kind', 'Answer', 'Count', 'Points', 'Percentage'], ...rows])
}

/** Answers that the server did not send have a line, too, so that the table never looks complete when it is not. */
function openAnswerLines({ text_responses, answered }: QuestionAnalytics): string[][] {
  const missing = (answered ?? 0) - text_responses.length
  const lines = text_responses.map((text) => [text, '1', '', ''])
  return missing > 0
    ? [...lines, [`(${missing} earlier answers are not in this file)`, String(missing), '', '']]
    : lines
}
