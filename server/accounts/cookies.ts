import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import { sessionDays } from './credentials-repository.ts'
import { newSecretToken } from './secret-tokens.ts'

const daySeconds = 86_400

/** Over HTTPS the browser promises that no other host of the domain has set the cookie. */
function sessionCookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-fanlight_session' : 'fanlight_session'
}

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[sessionCookieName(request)]
  return token === '' ? undefined : token
}

export function sendSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookieName(request), token, {
    ...common(request),
    httpOnly: true,
    maxAge: sessionDays * daySeconds,
  })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(request), { ...common(request), httpOnly: true })
}

/** Gives a visitor the anti-forgery token that the page copies into `X-CSRFToken`. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[csrfCookieName] !== undefined) return
  reply.setCookie(csrfCookieName, newSecretToken(), { ...common(request), maxAge: 365 * daySeconds })
}

export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.server.isPublicOverHttps
}

function common(request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(request) }
}
