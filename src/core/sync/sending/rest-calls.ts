import { type CreatedPlaceholder, createdPlaceholderInPath, isCreatedPlaceholder } from '#core/contract/sync-batch.ts'
import { headerNames, idempotencyKeyParam } from '#core/contract/sync-protocol.ts'
import { type SendingContext, type ServerCapabilities, answerTimeoutMs } from './sending-context.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { isLocalOverride } from '#core/sync/records/local-overrides.ts'
import { localKeyPattern } from '#core/sync/records/keys.ts'
import {
  type Attempt,
  type Operation,
  type Reference,
  type Refusal,
  canonical,
  idempotencyKey,
} from '#core/sync/operation.ts'
import type { ReplicaTransaction, Request } from '#core/sync/ports.ts'
import { ownRefusal, parentIsGone } from '#core/sync/requests/answers.ts'

/** A server id, or a placeholder for a record that the same batch creates. */
type ServerReference = number | CreatedPlaceholder

/** An operation whose local keys are replaced by server ids. */
export type ReadyOperation = {
  operation: Operation & { attempt: Attempt }
  /** The kind whose call is made: `listing` for a photo on a server without photo records. */
  entity: EntityName
  id: number | null
  references: Record<string, ServerReference>
  /** The `property` that every write of a listing names. */
  alwaysSent: Fields
}

/** `before`: the operation as it was before the claim, to be stored again if the request fails. */
export type Claimed = { ready: ReadyOperation; before: Operation }

type RequestOrRefusal = { request: Request } | { refusal: Refusal }

/** The slowest upload that a timeout allows for. */
const bytesPerMs = 16

/** Builds the request of an operation: the same bytes for the same attempt. Refuses one that would contain a local key (fault E5). */
export function requestFor(
  ready: ReadyOperation,
  bytes: Record<string, Uint8Array>,
  capabilities: ServerCapabilities,
): RequestOrRefusal {
  const { operation } = ready
  const call = ready.entity === operation.entity ? recordCall(ready, capabilities) : mainPhotoCall(ready)
  if ('refusal' in call) return call

  const files: Request['files'] = {}
  let size = 0
  for (const [field, file] of Object.entries(operation.files)) {
    const content = bytes[field]
    if (content === undefined) continue
    files[call.fileField ?? field] = { file, bytes: content }
    size += content.byteLength
  }
  const hasBody = call.method !== 'DELETE'
  const request: Request = {
    method: call.method,
    path: capabilities.keysInUrl ? `${call.path}?${idempotencyKeyParam}=${idempotencyKey(operation)}` : call.path,
    encoding: hasBody ? call.encoding : 'none',
    fields: hasBody ? (call.encoding === 'multipart' ? formFields(ready.entity, call.fields) : call.fields) : {},
    files,
    headers: headersFor(ready, capabilities),
    timeoutMs: answerTimeoutMs + Math.ceil(size / bytesPerMs),
  }
  if (localKeyPattern.test(request.path) || localKeyPattern.test(canonical(request.fields))) {
    const message = 'It needs a record that is not on the server yet.'
    return { refusal: ownRefusal('local_key', message, operation.madeAt) }
  }
  return { request }
}

/** Returns the path of the collection; null if it is nested and the server does not have its parent. */
export function collectionPath(entity: EntityName, references: Record<string, ServerReference>): string | null {
  const { collection, parent } = kinds[entity]
  if (parent === undefined) return collection
  const parentId = references[parent]
  return parentId === undefined ? null : collection.replace('{parent}', () => inPath(parentId))
}

function inPath(reference: ServerReference): string {
  return isCreatedPlaceholder(reference) ? createdPlaceholderInPath(reference) : String(reference)
}

/** Whether the operation is sent as the `photo_main` of its listing, like every photo on a server without photo records. */
export function isMainPhotoCall(operation: Pick<Operation, 'entity'>, capabilities: ServerCapabilities): boolean {
  return operation.entity === 'listing_image' && !capabilities.photos
}

/** Returns the record that the operation's call writes: its own, or the listing of a photo that is sent as `photo_main`. */
export function writtenRecord(operation: Operation, capabilities: ServerCapabilities): Reference {
  const listing = operation.references['listing']
  return isMainPhotoCall(operation, capabilities) && listing !== undefined ? listing : operation
}

type Call = {
  method: Request['method']
  path: string
  encoding: 'json' | 'multipart'
  fields: Fields
  /** The form field of the file, if its name is not that of the operation's field. */
  fileField?: string
}

function recordCall(ready: ReadyOperation, capabilities: ServerCapabilities): Call | { refusal: Refusal } {
  const { operation, references, id } = ready
  const { whole } = operation.attempt
  const { encoding, parent } = kinds[operation.entity]
  const createAs = createCalls[operation.entity]
  const collection = collectionPath(operation.entity, references)
  if (collection === null) return { refusal: parentIsGone(operation.madeAt) }
  const body: Fields = { ...ready.alwaysSent, ...withoutExtensions(operation.entity, operation.changes, capabilities) }
  for (const [field, referred] of Object.entries(references)) if (field !== parent) body[field] = referred
  if (operation.kind === 'create') {
    const { path, fields } = createAs?.({ ...operation.changes, ...body }) ?? { path: collection, fields: body }
    const sent = createAs === undefined ? fields : withoutExtensions(operation.entity, fields, capabilities)
    return { method: 'POST', path, encoding, fields: sent }
  }
  if (id === null) return { refusal: parentIsGone(operation.madeAt) }
  const path = `${collection}${id}/`
  if (operation.kind === 'delete') return { method: 'DELETE', path, encoding, fields: {} }
  return whole === null
    ? { method: 'PATCH', path, encoding, fields: body }
    : {
        method: 'PUT',
        path,
        encoding,
        fields: { ...withoutExtensions(operation.entity, whole, capabilities), ...body },
      }
}

function withoutExtensions(entity: EntityName, fields: Fields, { keys }: ServerCapabilities): Fields {
  const { extensions = [] } = kinds[entity]
  if (keys || extensions.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !extensions.includes(name)))
}

function mainPhotoCall({ operation, references, alwaysSent }: ReadyOperation): Call | { refusal: Refusal } {
  const { whole } = operation.attempt
  const listingId = references['listing']
  if (listingId === undefined) return { refusal: parentIsGone(operation.madeAt) }
  if (operation.kind === 'update') {
    const message = 'This server keeps photos without captions or order.'
    return { refusal: ownRefusal('unsupported', message, operation.madeAt) }
  }
  if (operation.kind === 'delete' && operation.base['is_primary'] === false) {
    return { refusal: ownRefusal('unsupported', 'This server can only remove the main photo.', operation.madeAt) }
  }
  const removal: Fields = operation.kind === 'delete' ? { photo_main: '' } : {}
  return {
    method: whole === null ? 'PATCH' : 'PUT',
    path: `listings/${inPath(listingId)}/`,
    encoding: 'multipart',
    fields: { ...whole, ...alwaysSent, ...removal },
    fileField: 'photo_main',
  }
}

function headersFor({ operation }: ReadyOperation, capabilities: ServerCapabilities): Record<string, string> {
  const { ifMatch } = operation.attempt
  const headers: Record<string, string> = {}
  if (capabilities.keys) headers[headerNames.idempotencyKey] = idempotencyKey(operation)
  if (capabilities.versions && ifMatch !== null) headers['If-Match'] = `"${ifMatch}"`
  if (capabilities.agentHeader) headers[headerNames.agent] = operation.owner
  return headers
}

/** A form has only text: null becomes empty; objects are left out, except our extension fields, which are sent as JSON. */
function formFields(entity: EntityName, fields: Fields): Fields {
  const form: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) form[name] = ''
    else if (typeof value !== 'object' || isCreatedPlaceholder(value)) form[name] = value
    else if (kinds[entity].extensions?.includes(name) === true) form[name] = canonical(value)
  }
  return form
}

/** Returns the fields of a PUT: the server's record without fields that only rows have (fault G7). */
export function wholeRecord(entity: EntityName, record: Fields): Fields {
  const { references } = kinds[entity]
  const whole: Fields = {}
  for (const [name, value] of Object.entries(record)) {
    if (name === 'key' || name.endsWith('_key') || name.endsWith('_file') || isLocalOverride(name)) continue
    whole[name] = name in references ? (idInside(value) ?? value) : value
  }
  return whole
}

function idInside(value: Json): Json | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value['id'] ?? null) : value
}

/** Whether changes of this kind must be sent as PUT: a plain server has no PATCH for it, or the server has answered 405 to one. */
export async function takesOnlyPut(
  tx: ReplicaTransaction,
  { capabilities }: Pick<SendingContext, 'capabilities'>,
  entity: EntityName,
): Promise<boolean> {
  if (!capabilities.keys && kinds[entity].onPlainServers.onlyPut === true) return true
  return (await tx.meta<boolean>(takesOnlyPutKey(entity))) === true
}

export function takesOnlyPutKey(entity: string): string {
  return `takes-only-put ${entity}`
}

/** By kind: returns path and body of a create that is not sent to the kind's collection. Not in `core/kinds`, which every screen loads. */
const createCalls: Partial<Record<EntityName, (changes: Fields) => { path: string; fields: Fields }>> = {
  tour: tourCreateRequest,
}

/** Returns the request that creates a tour: `auto-create` uses the given order, `intelligent-create` plans it. */
function tourCreateRequest(tour: Fields): { path: string; fields: Fields } {
  const { planning, ...fields } = tour
  if (planning !== 'best') return { path: 'tours/tours/auto-create/', fields }
  const { start_time, end_time, ...rest } = fields
  return {
    path: 'tours/tours/intelligent-create/',
    fields: {
      ...rest,
      ...(start_time === undefined ? {} : { preferred_start_time: start_time }),
      ...(end_time === undefined ? {} : { preferred_end_time: end_time }),
    },
  }
}
