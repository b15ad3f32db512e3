import type { SurveyAnalytics } from '#core/contract/survey.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** What the server last said of the survey, and when. */
export type AnalyticsCopy = { analytics: SurveyAnalytics; at: number }

const prefix = 'survey-analytics '

/** Null when this device never had this selection. Inside a live query it follows the copy. */
export async function analyticsCopy(database: DeviceDatabase, query: string): Promise<AnalyticsCopy | null> {
  const fact = await database.facts.get(`${prefix}${query}`)
  return (fact?.value as AnalyticsCopy | undefined) ?? null
}

/** Another window, or a slow answer, may be about another selection than the one that is kept now. */
const mostOthers = 9

/** Keeps the copy, the one of everything, and the latest of other selections. */
export async function keepAnalyticsCopy(database: DeviceDatabase, query: string, copy: AnalyticsCopy): Promise<void> {
  await database.transaction('rw', database.facts, async () => {
    await database.facts.put({ name: `${prefix}${query}`, value: copy })
    const kept = await database.facts.where('name').startsWith(prefix).toArray()
    const others = kept.filter(({ name }) => name !== prefix && name !== `${prefix}${query}`)
    const latest = others.toSorted((one, other) => (other.value as AnalyticsCopy).at - (one.value as AnalyticsCopy).at)
    await database.facts.bulkDelete(latest.slice(mostOthers).map(({ name }) => name))
  })
}
