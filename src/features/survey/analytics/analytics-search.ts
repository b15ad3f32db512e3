/** Which sessions the analytics are about, as the address says it; left out is everything. */
export type AnalyticsSearch = {
  /** The first and the last day, both included. */
  from?: string
  to?: string
  /** `question_id:value`, all of which a session must have answered. */
  answers?: string[]
}

/** What the server takes. */
const mostAnswers = 10

/** Reads the address bar, where anything may stand. */
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

/** Such a time has no days, and so no figures. */
export function isBackwards({ from, to }: AnalyticsSearch): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** The query of the call, empty for everything. */
export function queryOf({ from, to, answers = [] }: AnalyticsSearch): string {
  const query = new URLSearchParams()
  if (from !== undefined) query.set('start_date', from)
  if (to !== undefined) query.set('end_date', to)
  for (const answer of answers) query.append('answer', answer)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
