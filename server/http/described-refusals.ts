import type { FastifySchema, RouteOptions } from 'fastify'
import { replayed, type Described } from './described.ts'

/** What a route checks, as far as its refusals follow from it. */
export type RouteTraits = {
  isPublic: boolean
  isWrite: boolean
  isKeyed: boolean
  isLimited: boolean
  /** True where a record is named in the address. */
  namesRecord: boolean
  takesBody: boolean
  takesQuery: boolean
  /** True where a version may be named, with `If-Match`. */
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

/** The refusals of a route that come before its own work, each in a sentence. */
export function refusalsOf(traits: RouteTraits): Record<number, string> {
  const { isPublic, isWrite, isKeyed, isLimited, namesRecord, takesBody, takesQuery, namesVersion } = traits
  const all: [status: number, holds: boolean, sentence: string][] = [
    [400, takesBody || takesQuery || isKeyed, 'What is wrong, at its field'],
    [401, !isPublic, 'Nobody is signed in'],
    [403, isWrite || !isPublic, 'The anti-forgery token, the agent or the API token is not the right one for this'],
    [404, namesRecord, 'There is no such record of this agent'],
    [409, isKeyed && !isPublic, 'A request with this key still runs, or the server’s history is not the one known'],
    [
      412,
      namesVersion,
      'The record has another version by now; it is in `record`. Or something below it has, that is not read yet',
    ],
    [413, takesBody, 'The request is too large'],
    [415, takesBody, 'The media type is not one of those that are described'],
    [422, isKeyed, 'The key was used for another request'],
    [429, isLimited || (isWrite && !isPublic), 'Too many requests; `Retry-After` says how long to wait'],
  ]
  return Object.fromEntries(all.flatMap(([status, holds, sentence]) => (holds ? [[status, sentence]] : [])))
}

/** The headers of each answer with this status, by what they say. */
export function headersOf(status: string, { isKeyed, isPublic, isLimited }: RouteTraits): Record<string, string> {
  const isDone = status.startsWith('2')
  return {
    ...(isKeyed && isDone
      ? { 'idempotency-key': 'The key of the request; a client that misses it was not heard with it' }
      : {}),
    ...(isKeyed && !/^(5|429|401|403)/.test(status) ? replayed : {}),
    ...(isKeyed && isDone && !isPublic ? { 'sync-version': 'The agent’s version since this write' } : {}),
    ...(/^(304|412)$/.test(status) ? { etag: 'Of what is there now' } : {}),
    ...(/^(409|429|5XX|503)$/.test(status) ? { 'retry-after': 'In seconds' } : {}),
    ...(isLimited ? limitHeaders : {}),
  }
}

const limitHeaders = {
  'x-ratelimit-limit': 'How many of these requests an address may send in a minute',
  'x-ratelimit-remaining': 'How many are left',
  'x-ratelimit-reset': 'In how many seconds all are there again',
}
