import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import { sessionDays } from './credentials-repository.ts'
import { hashOfToken, keyedHash, newSecretToken } from './secret-tokens.ts'

const daySeconds = 86_400

/** The prefix `__Host-` makes the browser ensure that no other host of the domain has set the cookie. */
function sessionCookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-fanlight_session' : 'fanlight_session'
}

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[sessionCookieName(request)]
  return token === '' ? undefined : token
}

/** Returns the hash of the request's session token. Call only on routes that require a session. */
export function ownSessionHashOf(request: FastifyRequest): string {
  return hashOfToken(sessionTokenOf(request) ?? '')
}

/** Returns the `User-Agent` header. It is stored with the session, so that agents recognize their devices in the list of sessions. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
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

export function csrfTokenOf(secret: string, sessionToken: string): string {
  return keyedHash(secret, `csrf ${hashOfToken(sessionToken)}`)
}

/** Sets the CSRF cookie if needed; pages copy it into `X-CSRFToken`. For a signed-out client `token` is null, and any value is valid. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  const cookie = request.cookies[csrfCookieName]
  if (token === null ? Boolean(cookie) : cookie === token) return
  reply.setCookie(csrfCookieName, token ?? newSecretToken(), { ...common(request), maxAge: 365 * daySeconds })
}

/** Remembers which usernames have signed in on this device (see `known-devices.ts`). Browsers send it only to the login route. */
const deviceCookie = { name: 'fanlight_device', path: '/api/users/auth/login/' }

export function deviceCookieOf(request: FastifyRequest): string {
  return request.cookies[deviceCookie.name] ?? ''
}

export function sendDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  reply.setCookie(deviceCookie.name, value, {
    ...common(request),
    path: deviceCookie.path,
    httpOnly: true,
    maxAge: 400 * daySeconds,
  })
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.server.isPublicOverHttps
}

function common(request: FastifyRequest): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(request) }
}
