import { kinds } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import { parentsOf } from '#core/sync/records/work-below.ts'

/** A refusal in Django's shapes: `{detail}`, `{error}`, `{field: [messages]}`, `{non_field_errors: []}`, perhaps with a `code`. */
export function refusalFrom(status: number, body: Json | undefined, at: number): Refusal {
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
