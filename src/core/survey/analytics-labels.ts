import type { QuestionAnalytics, SurveyAnalytics, SurveyOptionCount } from '#core/contract/survey.ts'
import { questionKind } from './question-kinds.ts'
import { formatPercent } from '#core/format/numbers.ts'

/** In characters; the specification's limit. */
const longestLabel = 50

export function chartLabel({ concise_label, answer_option }: SurveyOptionCount): string {
  const label = concise_label === '' ? answer_option : concise_label
  // Code points, so that no character is cut in half.
  const letters = Array.from(label)
  return letters.length > longestLabel ? `${letters.slice(0, longestLabel).join('')}…` : label
}

type AnalysedQuestion = { id: string; question: QuestionAnalytics }

/** Returns the questions in the order of the questionnaire, or as the server sent them if it sends no order. */
export function questionsInOrder({ analytics_data, question_order }: SurveyAnalytics): AnalysedQuestion[] {
  const ids = question_order ?? Object.keys(analytics_data)
  return ids.flatMap((id) => {
    const question = Object.hasOwn(analytics_data, id) ? analytics_data[id] : undefined
    return question === undefined ? [] : [{ id, question }]
  })
}

type AnalysedSection = { section: string; questions: AnalysedQuestion[] }

/** Returns the questions by section; if the server sends no sections, in one section without a name. */
export function sectionsInOrder(analytics: SurveyAnalytics): AnalysedSection[] {
  const sections = new Map<string, AnalysedQuestion[]>()
  for (const one of questionsInOrder(analytics)) {
    const { section } = one.question
    sections.set(section, [...(sections.get(section) ?? []), one])
  }
  return [...sections].map(([section, questions]) => ({ section, questions }))
}

export function hasResponses({ responses, text_responses }: QuestionAnalytics): boolean {
  return text_responses.length > 0 || responses.some(({ count }) => count > 0)
}

/** The text of a chart for screen readers: the question, then "Calendar 84.7% (138), Maps 71.2% (116)". */
export function formatResponses(question: QuestionAnalytics): string {
  // Only a ranking has `points`; its counts are sums of points.
  const { points } = questionKind(question)
  const parts = question.responses.map((response) =>
    points !== undefined
      ? `${chartLabel(response)} ${response.count} points`
      : `${chartLabel(response)} ${formatPercent(response.percentage)} (${response.count})`,
  )
  return `${question.question_text} ${parts.join(', ')}`
}

type AnswerGroup = { text: string; count: number }

/** Groups equal answers, most frequent first. Case and spaces make no difference; a group shows its first wording. */
export function groupAnswers(texts: readonly string[]): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>()
  for (const text of texts) {
    const normalized = text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
    const known = groups.get(normalized)
    if (known === undefined) groups.set(normalized, { text, count: 1 })
    else known.count += 1
  }
  // The sort is stable: equally frequent answers stay in order.
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}
