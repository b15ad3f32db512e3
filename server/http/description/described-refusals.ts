import type { FastifySchema, RouteOptions } from 'fastify'
import { replayHeaders, type Described } from './described.ts'

/** What the possible answers of a route depend on. */
export type RouteTraits = {
  isPublic: boolean
  isWrite: boolean
  /** True if the route accepts `Idempotency-Key`. */
  isKeyed: boolean
  /** True if the route has a rate limit of its own for each IP address. */
  isLimited: boolean
  /** True if the URL contains a record id. */
  namesRecord: boolean
  takesBody: boolean
  takesQuery: boolean
  /** True if the route accepts `If-Match`. */
  namesVersion: boolean
}

export function traitsOf(schema: FastifySchema & Partial<Described>, { method, config }: RouteOptions): RouteTraits {
  const methods = new Set([method].flat())
  const isWrite = !methods.has('GET')
  const namesRecord = schema.params !== undefined
  const isKeyed = schema.isKeyed === true
  return {
    isPublic: config?.access === 'public',
    isWrite,
    isKeyed,
    isLimited: config !== undefined && 'rateLimit' in config,
    namesRecord,
    takesBody: (schema.body ?? config?.body ?? config?.form) !== undefined,
    takesQuery: Object.keys((schema.querystring as { entries?: object } | undefined)?.entries ?? {}).length > 0,
    namesVersion: isKeyed && namesRecord && !methods.has('POST'),
  }
}

export function refusalsOf(traits: RouteTraits): Record<number, string> {
  const { isPublic, isWrite, isKeyed, isLimited, namesRecord, takesBody, takesQuery, namesVersion } = traits
  const all: [status: number, applies: boolean, sentence: string][] = [
    [400, takesBody || takesQuery || isKeyed, 'Invalid request, with a list of messages for each invalid field'],
    [401, !isPublic, 'Not signed in: credentials are missing, expired or revoked'],
    [
      403,
      isWrite || !isPublic,
      'Not allowed: the CSRF token is missing or wrong, the session belongs to another agent or is in kiosk mode, or the API token lacks the permission',
    ],
    [404, namesRecord, 'No such record, or it belongs to another agent'],
    [
      409,
      isKeyed && !isPublic,
      'A request with the same key is still in progress (`key_in_progress`), or the device’s sync history does not match this database (`history_changed`)',
    ],
    [
      412,
      namesVersion,
      'The record has changed since the given version (`version_is_stale`), or so have records that would be deleted with it (`unread_below`). `record` is the current version',
    ],
    [413, takesBody, 'The request body is too large'],
    [415, takesBody, 'Unsupported media type'],
    [422, isKeyed, 'The idempotency key was already used for a different request'],
    [429, isLimited || (isWrite && !isPublic), 'Too many requests: retry after `Retry-After` seconds'],
  ]
  return Object.fromEntries(all.flatMap(([status, applies, sentence]) => (applies ? [[status, sentence]] : [])))
}

export function headersOf(status: string, { isKeyed, isPublic, isLimited }: RouteTraits): Record<string, string> {
  const isDone = status.startsWith('2')
  return {
    ...(isKeyed && isDone
      ? { 'idempotency-key': 'Echoes `Idempotency-Key`. If absent, the server did not receive the key' }
      : {}),
    ...(isKeyed && !/^(5|429|401|403)/.test(status) ? replayHeaders : {}),
    ...(isKeyed && isDone && !isPublic ? { 'sync-version': 'Version of the agent’s data after this write' } : {}),
    ...(/^(304|412)$/.test(status) ? { etag: 'Cache validator of the current version' } : {}),
    ...(/^(409|429|5XX|503)$/.test(status) ? { 'retry-after': 'Seconds to wait before retrying' } : {}),
    ...(isLimited ? limitHeaders : {}),
  }
}

const limitHeaders = {
  'x-ratelimit-limit': 'Requests allowed per minute from one IP address',
  'x-ratelimit-remaining': 'Requests left in the current minute',
  'x-ratelimit-reset': 'Seconds until the limit resets',
}
