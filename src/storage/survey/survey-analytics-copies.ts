import type { SurveyAnalytics } from '#core/contract/survey.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'

/** The server's answer to one filter of the survey's analytics, and when it arrived, in epoch milliseconds. */
export type AnalyticsCopy = { analytics: SurveyAnalytics; at: number }

const prefix = 'survey-analytics '

/** The stored answer to a query string; null if this device has none. A live query that calls this runs again when the copy changes. */
export async function analyticsCopy(database: DeviceDatabase, query: string): Promise<AnalyticsCopy | null> {
  const fact = await database.facts.get(`${prefix}${query}`)
  return (fact?.value as AnalyticsCopy | undefined) ?? null
}

/** The number of copies of other filters to retain: other windows may show them, and a slow answer may come after a change of filter. */
const maxOthers = 9

/** Stores a copy. Deletes those of other filters, except the unfiltered one and the latest nine. */
export async function storeAnalyticsCopy(database: DeviceDatabase, query: string, copy: AnalyticsCopy): Promise<void> {
  await database.transaction('rw', database.facts, async () => {
    await database.facts.put({ name: `${prefix}${query}`, value: copy })
    const copies = await database.facts.where('name').startsWith(prefix).toArray()
    const others = copies.filter(({ name }) => name !== prefix && name !== `${prefix}${query}`)
    const latest = others.toSorted((one, other) => (other.value as AnalyticsCopy).at - (one.value as AnalyticsCopy).at)
    await database.facts.bulkDelete(latest.slice(maxOthers).map(({ name }) => name))
  })
}
