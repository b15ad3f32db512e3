import { headerNames } from '#core/contract/sync-protocol.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import type { OperationKind, Refusal, Operation } from '#core/sync/operation.ts'
import type { Answer, Clock } from '#core/sync/ports.ts'
import { pausedUntil } from './retry.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import { parentsOf } from '#core/sync/records/child-records.ts'

/** What an answer means for its operation. Decided by status, content type and shape, never by message texts (fault H5). */
export type Verdict =
  | {
      kind: 'success'
      record: Fields | null
      version: string | null
      location: string | null
      /** The version that the server assigned to the write; null if the answer has no version. */
      assignedVersion?: number | null | undefined
      /** The versions that the request sent; `assignedVersion` belongs to the same history. */
      sentVersions?: readonly number[] | undefined
      /** The server repeated the stored answer of an earlier attempt: it proves the write, but the record may be outdated (fault C29). */
      isReplay: boolean
      /** True if `record` is certainly as this write left it, without later changes of others. */
      isRecordAsWritten?: boolean
      /** The record in the answer to the write, if `record` was read later. */
      recordInAnswer?: Fields | null
      /** The record was written but has been deleted since. */
      isGone?: boolean
      /** The server has stored the idempotency key, so the device can check later whether it still has the write. */
      hasTrace?: boolean
    }
  /** 404 or 410. */
  | { kind: 'gone'; refusal: Refusal }
  /** The request certainly never left this device. */
  | { kind: 'not-sent' }
  | {
      kind: 'unknown'
      status: number | null
      /** `page`: a web page with a 4xx status, from a captive portal or proxy. `not-an-answer`: any other page, or a cut-off answer. */
      why: 'timeout' | 'offline' | 'aborted' | 'server-error' | 'not-an-answer' | 'page' | 'wrong-shape'
    }
  /** `isForVisitors`: refused because the session is limited to a kiosk; the operation itself may be fine. */
  | { kind: 'paused'; until: number; mayHaveArrived: boolean; isForVisitors?: true }
  | { kind: 'needs-login' }
  | { kind: 'wrong-agent' }
  | { kind: 'anti-forgery'; refusal: Refusal }
  /** A 412. `hasUnreadChildren`: the record to delete has children that this device has not pulled yet (fault G24). */
  | { kind: 'stale'; record: Fields | null; hasUnreadChildren: boolean }
  /** The server is still processing a request with the same idempotency key. */
  | { kind: 'in-progress'; until: number }
  /** A 409 that is not about the idempotency key. The record is read before this is resolved (fault C30). */
  | { kind: 'clash'; refusal: Refusal }
  /** The idempotency key was lost on the way, so the server did nothing. */
  | { kind: 'key-lost' }
  /** The server has another history, so it did nothing (fault C19). */
  | { kind: 'history-changed' }
  /** An earlier operation of the same batch, to which this one refers, failed. */
  | { kind: 'blocked' }
  /** 405, or 404 for a record that exists. */
  | { kind: 'wrong-method'; refusal: Refusal }
  | { kind: 'refused'; refusal: Refusal }

export type Success = Extract<Verdict, { kind: 'success' }>

export type Failure = Exclude<Verdict, Success>

/** A success without a record, for a write whose effect the server already has; the caller may add the record. */
export const successWithoutRecord: Success = {
  kind: 'success',
  record: null,
  version: null,
  location: null,
  isReplay: false,
}

type Expectation = {
  kind: OperationKind
  /** The record's id, if known. An answer with another id belongs to another request (fault C27). */
  id: number | null
  opId: string
  /** An answer that echoes another key belongs to another request (fault C27). */
  key?: string
}

/** Returns what an answer means. Without an expectation, every 2xx is a success whose body is the record. */
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
  const echoedKey = headers[headerNames.idempotencyKey.toLowerCase()]
  if (echoedKey !== undefined && expected?.key !== undefined && echoedKey !== expected.key)
    return { kind: 'unknown', status, why: 'wrong-shape' }
  if (status >= 200 && status < 300) return judgeSuccess(answer, expected)
  if (status === 401 || isRedirectToLogin(status, headers)) return { kind: 'needs-login' }
  if (status === 429 || status === 503) {
    const until = pausedUntil(headers, now, random)
    return { kind: 'paused', until, mayHaveArrived: status === 503 }
  }
  // These answers are not refusals: a proxy may send a redirect or an error page although the server has committed the write.
  if (status < 400 || status === 408) return { kind: 'unknown', status, why: 'not-an-answer' }
  if (status >= 500) return { kind: 'unknown', status, why: 'server-error' }
  const refusal = refusalFrom(status, body, now)
  // Even a 413 with a web page is a refusal: proxies refuse large requests themselves.
  if (status === 413) return { kind: 'refused', refusal }
  if (answer.bodyKind === 'cut-off') return { kind: 'unknown', status, why: 'not-an-answer' }
  if (answer.bodyKind === 'other') return { kind: 'unknown', status, why: 'page' }
  switch (status) {
    case 400:
      return refusal.code === 'key_required' ? { kind: 'key-lost' } : { kind: 'refused', refusal }
    case 403:
      if (refusal.code === 'wrong_agent') return { kind: 'wrong-agent' }
      // A kiosk has just started or ended. The next exchange checks what may be sent.
      if (refusal.code === 'visitors_only')
        return { kind: 'paused', until: now, mayHaveArrived: false, isForVisitors: true }
      // Without a code, the reason may be an old anti-forgery token. Renewing it once does no harm.
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
        hasUnreadChildren: refusal.code === 'unread_below',
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
    assignedVersion: assignedVersionIn(headers),
    sentVersions: answer.sentVersions,
    isReplay: headers['idempotent-replay'] === 'true',
  }
  if (expected === undefined) return success
  if (expected.kind === 'delete') return status === 202 ? wrongShape : { ...success, record: null }
  if (bodyKind === 'empty') return status === 200 || status === 202 ? wrongShape : { ...success, record: null }
  const id = serverIdOf(record?.['id'])
  if (record === null || id === null) return wrongShape
  if (expected.id !== null && id !== expected.id) return wrongShape
  const clientKey = record['client_key']
  // With a 200, the server answers a create with a record that existed before, which may have another `client_key`.
  const isNewRecord = expected.kind === 'create' && status === 201
  if (isNewRecord && typeof clientKey === 'string' && clientKey !== expected.opId) return wrongShape
  return success
}

/** Whether only our server can have sent this answer: it echoes the idempotency key, and a completed write has its version. */
export function isFromOurServer({ headers, status }: Extract<Answer, { kind: 'answered' }>, key: string): boolean {
  if (headers[headerNames.idempotencyKey.toLowerCase()] !== key) return false
  return status >= 300 || assignedVersionIn(headers) !== null
}

export function isUnanswered(verdict: Verdict): boolean {
  return verdict.kind === 'not-sent' || (verdict.kind === 'unknown' && verdict.status === null)
}

export function assignedVersionIn(headers: Readonly<Record<string, string>>): number | null {
  const number = Number(headers[headerNames.version.toLowerCase()] ?? Number.NaN)
  return Number.isSafeInteger(number) ? number : null
}

/** Whether a redirect stays on the server, which then requires a login (fault C16). One to another host comes from a captive portal (C5). */
export function isRedirectToLogin(status: number, headers: Record<string, string>): boolean {
  return status >= 300 && status < 400 && /^\/(?!\/)/.test(headers['location'] ?? '')
}

/** Returns 17 for `"17"` and `W/"17"`. */
export function versionFromTag(tag: string | undefined): string | null {
  return /^(?:W\/)?"([^"]+)"$/.exec(tag ?? '')?.[1] ?? null
}

/** Reads Django's refusals: `{detail}`, `{error}`, `{field: [messages]}`, `{non_field_errors: []}`, perhaps with a `code`. */
function refusalFrom(status: number, body: Json | undefined, at: number): Refusal {
  const fields = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const fieldErrors: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    const message = notAboutFields.has(name) ? null : firstText(value)
    if (message !== null) fieldErrors[name] = message
  }
  const message =
    firstText(fields['detail']) ??
    firstText(fields['error']) ??
    firstText(fields['message']) ??
    firstText(fields['non_field_errors']) ??
    Object.values(fieldErrors)[0] ??
    messageByStatus[status] ??
    `The server answered ${status}.`
  return { status, code: firstText(fields['code']), message, fieldErrors, at }
}

/** Replaces the refusal of a create whose parent, such as its listing, no longer exists (fault E7). Returns any other refusal unchanged. */
export function asParentGone(operation: Operation, refusal: Refusal): Refusal {
  if (operation.kind !== 'create') return refusal
  const isGone = refusal.status === 404 || refusal.status === 410
  const gone = parentsOf(operation).find(({ field }) => isGone || field in refusal.fieldErrors)
  if (gone === undefined) return refusal
  const message = `Its ${kinds[gone.entity].nameOnScreen} was deleted on the server.`
  return { ...refusal, code: 'parent_gone', message, fieldErrors: {} }
}

/** Code of the refusal for a web page in place of an answer (`why: 'page'`). */
export const pageCode = 'page'

/** Returns a refusal that this device writes itself, without one from the server. */
export function ownRefusal(code: string, message: string, at: number): Refusal {
  return { status: null, code, message, fieldErrors: {}, at }
}

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
