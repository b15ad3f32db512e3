import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookieName, headerNames } from '#core/contract/sync-protocol.ts'
import type { Database } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import type { Server, SignedInAgent } from '#server/http/fastify-types.ts'
import { subrequestOf } from '#server/http/subrequests.ts'
import { safeMethods } from '#server/http/safe-methods.ts'
import { diskFull, notAuthenticated, problem, RefusedRequest, visitorsOnly } from '#server/problem-responses.ts'
import { csrfTokenOf, ensureCsrfCookie, sendSessionCookie, sessionTokenOf, userAgentOf } from './cookies.ts'
import { bearerOf } from './credential.ts'
import { findSession, extendSession, agentOfApiToken } from './credentials-repository.ts'
import { hashOfToken, sameSecret } from './secret-tokens.ts'

/** Sets `request.agent`, checks access and refuses forged requests on all routes of this scope. */
export function guardRoutes(server: Server, { database, secret }: Pick<Services, 'database' | 'secret'>): void {
  server.addHook('onRequest', async (request, reply) => {
    // The batch of a subrequest has already passed the other checks.
    const subrequest = subrequestOf(request)
    if (subrequest !== undefined) {
      request.agent = subrequest.agent
      refuseVisitors(request)
      return
    }
    const isSafe = safeMethods.has(request.method)
    request.agent = await findAgent(request, reply, database)
    const token = request.agent?.signedInWith === 'session' ? csrfTokenOf(secret, sessionTokenOf(request)!) : null
    if (isSafe) ensureCsrfCookie(request, reply, token)
    const { access } = request.routeOptions.config
    const isPublic = access === 'public'
    if (request.agent === null && !isPublic) {
      throw new RefusedRequest(notAuthenticated())
    }
    if (!isPublic && isSafe) refusePage(request)
    if (!isPublic) refuseWrongAgent(request)
    if (access === 'session') refuseApiTokens(request)
    refuseVisitors(request)
    if (
      !isSafe &&
      !isPublic &&
      request.agent?.mayWrite === false &&
      request.routeOptions.config.changesNothing !== true
    ) {
      throw new RefusedRequest(
        problem(403, 'token_only_reads', 'This API token is read-only. Use a token with the scope read-write.'),
      )
    }
    if (!isSafe && isForged(request, token)) {
      // The browser's cookie may date from before the sign-in. With the cookie that this sets, the next request succeeds.
      ensureCsrfCookie(request, reply, token)
      throw new RefusedRequest(
        problem(
          403,
          'csrf_failed',
          'This page is out of date (its CSRF token is missing or wrong), so nothing was changed. Reload it and try again.',
        ),
      )
    }
    if (!isSafe && (await database.isDiskFull())) throw new RefusedRequest(diskFull())
  })
}

async function findAgent(
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database,
): Promise<SignedInAgent | null> {
  const bearer = bearerOf(request)
  if (bearer !== undefined) {
    const owner = await agentOfApiToken(database.db, hashOfToken(bearer), { notesUse: !(await database.isDiskFull()) })
    return owner === undefined
      ? null
      : {
          id: owner.agent_id,
          signedInWith: 'token',
          mayWrite: owner.scope === 'read-write',
          isKiosk: false,
          dataVersion: owner.state,
        }
  }
  const token = sessionTokenOf(request)
  if (token === undefined) return null
  const session = await findSession(database.db, hashOfToken(token))
  if (session === undefined) return null
  if (session.is_ageing && !(await database.isDiskFull())) {
    await extendSession(database.db, hashOfToken(token), userAgentOf(request))
    sendSessionCookie(request, reply, token)
  }
  const { agent_id: id, is_for_visitors: isKiosk, state: dataVersion } = session
  return { id, signedInWith: 'session', mayWrite: true, isKiosk, dataVersion }
}

export function refuseApiTokens({ agent }: Pick<FastifyRequest, 'agent'>): void {
  if (agent?.signedInWith === 'token') {
    throw new RefusedRequest(problem(403, 'session_needed', 'An API token cannot do this. Log in instead.'))
  }
}

/** Refuses kiosk sessions on routes without `config.allowsKiosk`: a visitor must not read the agent's data, not even with developer tools. */
function refuseVisitors({ agent, routeOptions: { config } }: Pick<FastifyRequest, 'agent' | 'routeOptions'>): void {
  if (agent?.isKiosk === true && config.access !== 'public' && config.allowsKiosk !== true) {
    throw new RefusedRequest(visitorsOnly(agent.id))
  }
}

/** A device names, in a header, the agent whose outbox it sends. Refuses the request if another agent has signed in since. */
function refuseWrongAgent(request: FastifyRequest): void {
  const ownerId = request.headers[headerNames.agent.toLowerCase()]
  if (ownerId !== undefined && ownerId !== String(request.agent?.id)) {
    throw new RefusedRequest(
      problem(403, 'wrong_agent', 'This session belongs to another agent, so nothing was changed.'),
    )
  }
}

/** Refuses to show an API response as a page: a kiosk visitor could type its URL, and the browser would send the agent's cookie. */
function refusePage({ agent, headers }: Pick<FastifyRequest, 'agent' | 'headers'>): void {
  // Over plain HTTP, and from old browsers, this header is missing.
  const mode = headers['sec-fetch-mode']
  const isPage = mode === undefined ? headers.accept?.includes('text/html') === true : mode === 'navigate'
  if (agent?.signedInWith === 'session' && isPage) {
    throw new RefusedRequest(
      problem(403, 'not_a_page', 'This address is for programs, not for a browser. Open Fanlight instead.'),
    )
  }
}

/** CSRF check: a foreign page cannot read our cookie to repeat it in a header. Bearer tokens and routes marked `harmless` need no check. */
function isForged(request: FastifyRequest, token: string | null): boolean {
  if (request.agent?.signedInWith === 'token') return false
  if (isFromElsewhere(request)) return true
  if (request.routeOptions.config.forgery === 'harmless') return false
  const expected = token ?? request.cookies[csrfCookieName]
  // Without a session and without a CSRF cookie, a foreign page has nothing to misuse.
  if (expected === undefined) return false
  const header = request.headers[headerNames.csrf.toLowerCase()]
  return expected === '' || typeof header !== 'string' || !sameSecret(expected, header)
}

/** Browsers send `Sec-Fetch-Site` over HTTPS and on localhost, and `Origin` with writes. Other clients send neither. */
function isFromElsewhere({ headers, host, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  if (origin === undefined || origin === server.publicOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
