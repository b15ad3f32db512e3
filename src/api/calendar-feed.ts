import * as v from 'valibot'
import { apiBase } from './api-base.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, toAccountAnswer, bodyParser } from './account-answer.ts'

/** The absolute URL of the calendar feed, which is secret; null if there is none. */
export type CalendarFeed = { address: string | null }

const path = 'users/calendar-feed/'

export async function readCalendarFeed(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<CalendarFeed>> {
  return toAccountAnswer(await client({ method: 'GET', path }), feedIn)
}

/** Creates a new address for the feed; a previous one stops working. */
export async function renewCalendarFeed(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<CalendarFeed>> {
  return toAccountAnswer(await client({ method: 'POST', path }), feedIn)
}

/** Deletes the address; the feed stops working. */
export async function closeCalendarFeed(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<CalendarFeed>> {
  return toAccountAnswer(await client({ method: 'DELETE', path }), () => ({ address: null }))
}

const feedSchema = v.object({ address: v.nullable(v.string()) })

/** Makes the address absolute: the server sends a path on the origin of the API. */
function feedIn(body: unknown): CalendarFeed | undefined {
  const feed = bodyParser(feedSchema)(body)
  if (feed === undefined) return undefined
  const { address } = feed
  return { address: address === null ? null : new URL(address, apiBase()).href }
}
