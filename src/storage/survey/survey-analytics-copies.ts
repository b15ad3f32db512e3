import type { SurveyAnalytics } from '#core/contract/survey.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** The server's answer for a selection of the survey's analytics, and when it came. */
export type AnalyticsCopy = { analytics: SurveyAnalytics; at: number }

const prefix = 'survey-analytics '

/** Null if this device never had this selection. Inside a live query it follows the copy. */
export async function analyticsCopy(database: DeviceDatabase, query: string): Promise<AnalyticsCopy | null> {
  const fact = await database.facts.get(`${prefix}${query}`)
  return (fact?.value as AnalyticsCopy | undefined) ?? null
}

/** Several are stored, because another window or a slow answer may be about another selection. */
const mostOthers = 9

/** Stores the copy. Of other selections, only the unfiltered one and the latest stay. */
export async function keepAnalyticsCopy(database: DeviceDatabase, query: string, copy: AnalyticsCopy): Promise<void> {
  await database.transaction('rw', database.facts, async () => {
    await database.facts.put({ name: `${prefix}${query}`, value: copy })
    const kept = await database.facts.where('name').startsWith(prefix).toArray()
    const others = kept.filter(({ name }) => name !== prefix && name !== `${prefix}${query}`)
    const latest = others.toSorted((one, other) => (other.value as AnalyticsCopy).at - (one.value as AnalyticsCopy).at)
    await database.facts.bulkDelete(latest.slice(mostOthers).map(({ name }) => name))
  })
}
