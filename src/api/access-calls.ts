import * as v from 'valibot'
import type { ApiToken, NewApiToken, SignedInDevice } from '#core/contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, toAccountAnswer, bodyParser } from './account-answer.ts'
import { post } from './account-calls.ts'

export async function listApiTokens(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<ApiToken[]>> {
  return toAccountAnswer(await client({ method: 'GET', path: 'users/tokens/' }), (body) =>
    bodyParser(tokensSchema)(isPage(body) ? body.results : body),
  )
}

export async function createApiToken(
  token: NewApiToken,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<ApiToken>> {
  return toAccountAnswer(await post(client, 'users/tokens/', token), bodyParser(tokenSchema))
}

export async function revokeApiToken(id: number, client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await client({ method: 'DELETE', path: `users/tokens/${id}/` }), () => null)
}

const tokenSchema = v.object({
  id: v.number(),
  name: v.string(),
  scope: v.optional(v.picklist(['read', 'read-write']), 'read-write'),
  created_at: v.string(),
  last_used_at: v.optional(v.nullable(v.string()), null),
  // The token itself is sent only in the response that creates it.
  token: v.exactOptional(v.string()),
})

const tokensSchema = v.array(tokenSchema)

function isPage(body: unknown): body is { results: unknown } {
  return typeof body === 'object' && body !== null && 'results' in body
}

const sessionsPath = 'users/sessions/'

/** Returns the agent's sessions, the most recently used first. */
export async function listSessions(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<SignedInDevice[]>> {
  return toAccountAnswer(
    await client({ method: 'GET', path: sessionsPath }),
    (body) => bodyParser(sessionsSchema)(body)?.results,
  )
}

export async function endSession(id: number, client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await client({ method: 'DELETE', path: `${sessionsPath}${id}/` }), () => null)
}

export async function endOtherSessions(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await client({ method: 'DELETE', path: sessionsPath }), () => null)
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
