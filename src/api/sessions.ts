import * as v from 'valibot'
import type { SignedInDevice } from '#core/contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'

const path = 'users/sessions/'

/** The last seen first. */
export async function listSessions(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<SignedInDevice[]>> {
  return accepted(await client({ method: 'GET', path }), (body) => parsedBy(sessionsSchema)(body)?.results)
}

export async function endSession(id: number, client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return accepted(await client({ method: 'DELETE', path: `${path}${id}/` }), () => null)
}

export async function endOtherSessions(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return accepted(await client({ method: 'DELETE', path }), () => null)
}

const sessionsSchema = v.object({
  results: v.array(
    v.object({
      id: v.number(),
      user_agent: v.string(),
      created_at: v.string(),
      last_seen_at: v.string(),
      is_current: v.boolean(),
    }),
  ),
})
