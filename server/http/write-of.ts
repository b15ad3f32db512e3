import { headerNames } from '#core/contract/sync-protocol.ts'
import type { WriteRequest } from '#server/database/write.ts'
import { historyChanged, notAuthenticated, RefusedRequest } from '#server/problem-responses.ts'
import type { KnownHistory } from '#server/database/known-history-query.ts'
import { readKnownHistory } from '#server/sync/cursor.ts'
import type { AnyRequest, SignedInAgent } from './fastify-types.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { subrequestOf } from './subrequests.ts'
import { requestHash, type SentFile } from '#server/http/bodies/request-hash.ts'

/** The signed-in agent; throws 401 without one. */
export function agentOf(request: AnyRequest): SignedInAgent {
  if (request.agent === null) {
    throw new RefusedRequest(notAuthenticated())
  }
  return request.agent
}

export function agentIdOf(request: AnyRequest): number {
  return agentOf(request).id
}

/** Returns the agent's request as a write. Pass parsed `fields`, so that JSON and multipart have the same hash. `member`: its place in a batch. */
export function writeOf(
  request: AnyRequest,
  fields?: unknown,
  files?: Readonly<Record<string, SentFile>>,
): WriteRequest {
  return {
    agentId: agentIdOf(request),
    key: idempotencyKeyOf(request),
    hash: requestHash(request.method, pathOf(request), fields, files),
    ifMatch: headerOf(request, 'if-match'),
    known: knownHistoryOf(request),
    changesNothing: request.method === 'PATCH' && isEmpty(fields) && isEmpty(files),
    member: subrequestOf(request)?.member,
  }
}

function isEmpty(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return fields === undefined
  return Object.values(fields).every((value) => value === undefined)
}

/** Like `writeOf`, but for a route that needs no signed-in agent, such as the survey's. */
export function publicWriteOf(request: AnyRequest, fields?: unknown): Pick<WriteRequest, 'key' | 'hash'> {
  return { key: idempotencyKeyOf(request), hash: requestHash(request.method, pathOf(request), fields) }
}

/** Parses `Sync-Cursor`; null without it. If it is invalid or another agent's, throws the refusal for a changed history. */
function knownHistoryOf(request: AnyRequest): KnownHistory | null {
  const text = headerOf(request, headerNames.cursor.toLowerCase())
  if (text === null) return null
  const known = text.length > longestCursor ? null : readKnownHistory(text)
  // A device that has not read the feed yet sends only the versions of its writes, so `agentId` is null.
  if (known === null || (known.agentId ?? agentIdOf(request)) !== agentIdOf(request))
    throw new RefusedRequest(historyChanged())
  return known.history
}

const longestCursor = 2000

function pathOf(request: AnyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url
}

function headerOf(request: AnyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
