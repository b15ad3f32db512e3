import type { SurveyAnalytics } from '#core/contract/survey-analytics.ts'
import type { DeviceDatabase } from './device-database.ts'

/** What the server last said of the survey, and when. */
export type AnalyticsCopy = { analytics: SurveyAnalytics; at: number }

const prefix = 'survey-analytics '

/** Null when this device never had this selection. Inside a live query it follows the copy. */
export async function analyticsCopy(database: DeviceDatabase, query: string): Promise<AnalyticsCopy | null> {
  const fact = await database.facts.get(`${prefix}${query}`)
  return (fact?.value as AnalyticsCopy | undefined) ?? null
}

/** Keeps the copy, the one of everything, and no other selection. */
export async function keepAnalyticsCopy(database: DeviceDatabase, query: string, copy: AnalyticsCopy): Promise<void> {
  await database.transaction('rw', database.facts, async () => {
    const others = await database.facts.where('name').startsWith(prefix).primaryKeys()
    await database.facts.bulkDelete(others.filter((name) => name !== prefix && name !== `${prefix}${query}`))
    await database.facts.put({ name: `${prefix}${query}`, value: copy })
  })
}
