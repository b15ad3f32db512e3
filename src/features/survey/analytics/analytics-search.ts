/** The selection of survey sessions in the URL. A missing field selects everything. */
export type AnalyticsSearch = {
  /** The first and last day, inclusive. */
  from?: string
  to?: string
  /** `question_id:value`; a session must have given all of these answers. */
  answers?: string[]
}

/** The server's maximum. */
const maxAnswers = 10

/** Returns the valid parts of the URL's search parameters, which may contain anything. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { from, to, answers } = search
  const validAnswers = (Array.isArray(answers) ? answers : [])
    .filter((answer): answer is string => typeof answer === 'string' && /^[^:]+:/.test(answer))
    .slice(0, maxAnswers)
  return {
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(validAnswers.length > 0 ? { answers: validAnswers } : {}),
  }
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function isBackwards({ from, to }: AnalyticsSearch): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** Returns the query of a request for the analytics; an empty string selects everything. */
export function queryOf({ from, to, answers = [] }: AnalyticsSearch): string {
  const query = new URLSearchParams()
  if (from !== undefined) query.set('start_date', from)
  if (to !== undefined) query.set('end_date', to)
  for (const answer of answers) query.append('answer', answer)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
