import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { OperationKind, Refusal, Operation } from '#core/sync/operation.ts'
import type { Answer, Clock } from '#core/sync/ports.ts'
import { pausedUntil } from './retry.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { parentsOf } from '#core/sync/records/records-below.ts'

/** What an answer means for the operation that asked; by status, content type and shape, never by its words (fault H5). */
export type Verdict =
  | {
      kind: 'success'
      /** The wire record of the answer; null when it had no body. */
      record: Fields | null
      version: string | null
      location: string | null
      /** The agent's version that the write was given; null where the server named none. */
      writtenAs?: number | null | undefined
      /** The versions that the request showed, so that they belong to the same history. */
      shown?: readonly number[] | undefined
      /** An old answer given again; it proves the write and is not the newest copy (fault C29). */
      isReplay: boolean
      /** The record is exactly what this write made of it, without any later change. */
      isOwnWork?: boolean
      /** What the old answer said, where the record was read again since. */
      answered?: Fields | null
      /** The write happened, and the record was deleted since. */
      isGone?: boolean
      /** The server has its key. */
      hasTrace?: boolean
    }
  /** 404 or 410. */
  | { kind: 'gone'; refusal: Refusal }
  /** It certainly never left this device. */
  | { kind: 'not-sent' }
  | {
      kind: 'unknown'
      status: number | null
      /** `page`: something on the way refuses it with a page of its own; `not-an-answer`: any other page, or half an answer. */
      why: 'timeout' | 'offline' | 'aborted' | 'server-error' | 'not-an-answer' | 'page' | 'wrong-shape'
    }
  /** `isForVisitors`: a kiosk has limited the session, which says nothing of this request. */
  | { kind: 'paused'; until: number; mayHaveArrived: boolean; isForVisitors?: true }
  | { kind: 'needs-login' }
  | { kind: 'wrong-agent' }
  | { kind: 'anti-forgery'; refusal: Refusal }
  /** `isUnreadBelow`: below a record that is to be deleted is something that only the next pull brings (fault G24). */
  | { kind: 'stale'; record: Fields | null; isUnreadBelow: boolean }
  | { kind: 'in-progress'; until: number }
  /** 409 that is not about the key: read again, then decide (fault C30). */
  | { kind: 'clash'; refusal: Refusal }
  /** Nothing was done, because the key was lost on the way. */
  | { kind: 'key-lost' }
  /** The server's history is another than this device knows, and nothing was done (fault C19). */
  | { kind: 'history-changed' }
  | { kind: 'blocked' }
  /** 405, or 404 for a record that can be read. */
  | { kind: 'wrong-method'; refusal: Refusal }
  | { kind: 'refused'; refusal: Refusal }

export type Success = Extract<Verdict, { kind: 'success' }>

/** Whatever is no success. */
export type Failure = Exclude<Verdict, Success>

/** A success that brings no record along. */
export const nothingLeft: Success = { kind: 'success', record: null, version: null, location: null, isReplay: false }

/** What is expected of the answer to an operation's request. */
type Expectation = {
  kind: OperationKind
  /** The record's id when it is known; another one in the answer is not an answer to this request (fault C27). */
  id: number | null
  opId: string
  /** The request's idempotency key; an answer that says back another one is not its answer (fault C27). */
  key?: string
}

/** Without an expectation every 2xx is a success, with its body for a record. */
export function judge(
  answer: Answer,
  { clock, random }: { clock: Pick<Clock, 'now'>; random: () => number },
  expected?: Expectation,
): Verdict {
  if (answer.kind === 'unanswered') {
    return answer.mayHaveArrived ? { kind: 'unknown', status: null, why: answer.cause } : { kind: 'not-sent' }
  }
  const { status, headers, body } = answer
  const now = clock.now()
  const saidBack = headers[headerNames.idempotencyKey.toLowerCase()]
  if (saidBack !== undefined && expected?.key !== undefined && saidBack !== expected.key)
    return { kind: 'unknown', status, why: 'wrong-shape' }
  if (status >= 200 && status < 300) return judgeSuccess(answer, expected)
  if (status === 401 || isRedirectToLogin(status, headers)) return { kind: 'needs-login' }
  if (status === 429 || status === 503) {
    const until = pausedUntil(headers, now, random)
    return { kind: 'paused', until, mayHaveArrived: status === 503 }
  }
  // A proxy's error page may follow a commit, and a portal's page follows nothing at all.
  if (status < 400 || status === 408) return { kind: 'unknown', status, why: 'not-an-answer' }
  if (status >= 500) return { kind: 'unknown', status, why: 'server-error' }
  const refusal = refusalFrom(status, body, now)
  // Proxies refuse large bodies with a page of their own.
  if (status === 413) return { kind: 'refused', refusal }
  if (answer.bodyKind === 'cut-off') return { kind: 'unknown', status, why: 'not-an-answer' }
  if (answer.bodyKind === 'other') return { kind: 'unknown', status, why: 'page' }
  switch (status) {
    case 400:
      return refusal.code === 'key_required' ? { kind: 'key-lost' } : { kind: 'refused', refusal }
    case 403:
      if (refusal.code === 'wrong_agent') return { kind: 'wrong-agent' }
      // A kiosk was started or left in this moment: the next exchange knows what may go.
      if (refusal.code === 'visitors_only')
        return { kind: 'paused', until: now, mayHaveArrived: false, isForVisitors: true }
      // A server without codes may mean its anti-forgery token; asking once more does no harm.
      if (refusal.code === 'csrf_failed' || refusal.code === null) return { kind: 'anti-forgery', refusal }
      return { kind: 'refused', refusal }
    case 404:
    case 410:
      return { kind: 'gone', refusal }
    case 405:
      return { kind: 'wrong-method', refusal }
    case 409:
      if (refusal.code === 'history_changed') return { kind: 'history-changed' }
      if (refusal.code !== 'key_in_progress') return { kind: 'clash', refusal }
      return { kind: 'in-progress', until: pausedUntil(headers, now, random) }
    case 412:
      return {
        kind: 'stale',
        record: fieldsOf(fieldsOf(body)?.['record']),
        isUnreadBelow: refusal.code === 'unread_below',
      }
    case 424:
      return { kind: 'blocked' }
    default:
      return { kind: 'refused', refusal }
  }
}

function judgeSuccess(answer: Extract<Answer, { kind: 'answered' }>, expected: Expectation | undefined): Verdict {
  const { status, headers, bodyKind } = answer
  const wrongShape: Verdict = { kind: 'unknown', status, why: 'wrong-shape' }
  if (bodyKind === 'other' || bodyKind === 'cut-off') return { kind: 'unknown', status, why: 'not-an-answer' }
  const record = fieldsOf(answer.body)
  const success: Verdict = {
    kind: 'success',
    record,
    version: versionFromTag(headers['etag']),
    location: headers['location'] ?? null,
    writtenAs: versionWrittenAs(headers),
    shown: answer.shown,
    isReplay: headers['idempotent-replay'] === 'true',
  }
  if (expected === undefined) return success
  if (expected.kind === 'delete') return status === 202 ? wrongShape : { ...success, record: null }
  if (bodyKind === 'empty') return status === 200 || status === 202 ? wrongShape : { ...success, record: null }
  const id = serverIdOf(record?.['id'])
  if (record === null || id === null) return wrongShape
  if (expected.id !== null && id !== expected.id) return wrongShape
  const clientKey = record['client_key']
  // With 200 the server answers a create with a record that was there before, under the name it was made with.
  const isMade = expected.kind === 'create' && status === 201
  if (isMade && typeof clientKey === 'string' && clientKey !== expected.opId) return wrongShape
  return success
}

/**
 * True for an answer that only our server can have given to this request: it says back the key, and a write that it has done names
 * the version. A gateway that answers in its place does neither.
 */
export function isProof({ headers, status }: Extract<Answer, { kind: 'answered' }>, key: string): boolean {
  if (headers[headerNames.idempotencyKey.toLowerCase()] !== key) return false
  return status >= 300 || versionWrittenAs(headers) !== null
}

/** No answer came, which says something of the connection only. */
export function isUnanswered(verdict: Verdict): boolean {
  return verdict.kind === 'not-sent' || (verdict.kind === 'unknown' && verdict.status === null)
}

/** The agent's version that a write was given. */
export function versionWrittenAs(headers: Readonly<Record<string, string>>): number | null {
  const number = Number(headers[headerNames.version.toLowerCase()] ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** A redirect to another page of the same server is its way to ask for a login (fault C16); elsewhere leads a portal (C5). */
export function isRedirectToLogin(status: number, headers: Record<string, string>): boolean {
  return status >= 300 && status < 400 && /^\/(?!\/)/.test(headers['location'] ?? '')
}

/** The version inside an entity tag: `"17"` and `W/"17"` both say 17. */
export function versionFromTag(tag: string | undefined): string | null {
  return /^(?:W\/)?"([^"]+)"$/.exec(tag ?? '')?.[1] ?? null
}

/** A refusal in Django's shapes: `{detail}`, `{error}`, `{field: [messages]}`, `{non_field_errors: []}`, perhaps with a `code`. */
function refusalFrom(status: number, body: Json | undefined, at: number): Refusal {
  const said = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const fieldErrors: Record<string, string> = {}
  for (const [name, value] of Object.entries(said)) {
    const message = notAboutFields.has(name) ? null : firstText(value)
    if (message !== null) fieldErrors[name] = message
  }
  const message =
    firstText(said['detail']) ??
    firstText(said['error']) ??
    firstText(said['message']) ??
    firstText(said['non_field_errors']) ??
    Object.values(fieldErrors)[0] ??
    messageByStatus[status] ??
    `The server answered ${status}.`
  return { status, code: firstText(said['code']), message, fieldErrors, at }
}

/** The refusal of a create whose listing, or whose visitor's open house, is not there any more (fault E7); any other as it is. */
export function asParentGone(operation: Operation, refusal: Refusal): Refusal {
  if (operation.kind !== 'create') return refusal
  const isGone = refusal.status === 404 || refusal.status === 410
  const gone = parentsOf(operation).find(({ field }) => isGone || field in refusal.fieldErrors)
  if (gone === undefined) return refusal
  const message = `Its ${kinds[gone.entity].word} was deleted on the server.`
  return { ...refusal, code: 'parent_gone', message, fieldErrors: {} }
}

/** Of a page that came where an answer belongs. */
export const pageCode = 'page'

/** Something that this device found by itself. */
export function ownRefusal(code: string, message: string, at: number): Refusal {
  return { status: null, code, message, fieldErrors: {}, at }
}

/** What the operation belongs to is not on the server any more. */
export function parentIsGone(at: number): Refusal {
  return ownRefusal('parent_gone', 'The record it belongs to is no longer on the server.', at)
}

const notAboutFields = new Set(['detail', 'error', 'message', 'code', 'non_field_errors', 'record'])

const messageByStatus: Record<number, string> = {
  403: 'The server does not allow this.',
  404: 'The server does not have this record.',
  405: 'The server cannot do this.',
  410: 'The server no longer has this record.',
  413: 'This is too large for the server.',
  415: 'The server does not accept this kind of file.',
}

function firstText(value: Json | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : null
}
