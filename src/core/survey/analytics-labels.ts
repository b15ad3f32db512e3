import type { QuestionAnalytics, SurveyAnalytics, SurveyOptionCount } from '#core/contract/survey.ts'
import { questionKind } from './question-kinds.ts'
import { formatPercent } from '#core/format/numbers.ts'

/** The specification's longest label of a choice. */
const longestLabel = 50

/** The words for a choice in a chart, cut after fifty characters. */
export function chartLabel({ concise_label, answer_option }: SurveyOptionCount): string {
  const label = concise_label === '' ? answer_option : concise_label
  // Code points, so that no letter outside the basic plane is cut in half.
  const letters = Array.from(label)
  return letters.length > longestLabel ? `${letters.slice(0, longestLabel).join('')}…` : label
}

type AnalysedQuestion = { id: string; question: QuestionAnalytics }

/** The questions in the order of the questionnaire; without one, as the server named them. */
export function questionsInOrder({ analytics_data, question_order }: SurveyAnalytics): AnalysedQuestion[] {
  const ids = question_order ?? Object.keys(analytics_data)
  return ids.flatMap((id) => {
    const question = Object.hasOwn(analytics_data, id) ? analytics_data[id] : undefined
    return question === undefined ? [] : [{ id, question }]
  })
}

type AnalysedSection = { section: string; questions: AnalysedQuestion[] }

/** The questions below the headings of the survey, in its order; one section without a name where the server names none. */
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

/** Everything that a chart shows, for ears: "Calendar 84.7% (138), Maps 71.2% (116)". */
export function formatResponses(question: QuestionAnalytics): string {
  const { points } = questionKind(question)
  const parts = question.responses.map((response) =>
    points !== undefined
      ? `${chartLabel(response)} ${response.count} points`
      : `${chartLabel(response)} ${formatPercent(response.percentage)} (${response.count})`,
  )
  return `${question.question_text} ${parts.join(', ')}`
}

type SameAnswers = { text: string; count: number }

/** Open answers with equal ones together, most frequent first; case and spaces make no difference, the first wording stands. */
export function groupAnswers(texts: readonly string[]): SameAnswers[] {
  const groups = new Map<string, SameAnswers>()
  for (const text of texts) {
    const same = text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
    const known = groups.get(same)
    if (known === undefined) groups.set(same, { text, count: 1 })
    else known.count += 1
  }
  // The sort keeps the order of answers that are as frequent.
  return [...groups.values()].toSorted((one, other) => other.count - one.count)
}
