/** The selection of sessions in the address; a missing field selects everything. */
export type AnalyticsSearch = {
  /** The first and last day, inclusive. */
  from?: string
  to?: string
  /** `question_id:value`; a session must have given all of these answers. */
  answers?: string[]
}

/** The server's limit. */
const mostAnswers = 10

/** Reads search parameters, which may contain anything. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { from, to, answers } = search
  const known = (Array.isArray(answers) ? answers : [])
    .filter((answer): answer is string => typeof answer === 'string' && /^[^:]+:/.test(answer))
    .slice(0, mostAnswers)
  return {
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(known.length > 0 ? { answers: known } : {}),
  }
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Such a range contains no days, and so no figures. */
export function isBackwards({ from, to }: AnalyticsSearch): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** Returns the query string; empty for everything. */
export function queryOf({ from, to, answers = [] }: AnalyticsSearch): string {
  const query = new URLSearchParams()
  if (from !== undefined) query.set('start_date', from)
  if (to !== undefined) query.set('end_date', to)
  for (const answer of answers) query.append('answer', answer)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
