import { headerNames } from '#core/contract/sync-protocol.ts'
import type { Json } from './json.ts'
import type { ReadyOperation } from './rest-calls.ts'
import type { Request } from './ports.ts'

/** One operation's own request as it stands in a batch. */
export function batchEntry({ method, path, encoding, fields, headers }: Request): { [name: string]: Json } {
  return {
    method,
    path,
    key: headers[headerNames.idempotencyKey] ?? '',
    if_match: headers['If-Match'] ?? null,
    ...(encoding === 'none' ? {} : { body: fields }),
  }
}

const answerWithinMs = 30_000
/** The server does one after the other; this is ten times what one takes. */
const perOperationMs = 100

export function batchRequest(entries: Json[], { operation }: Pick<ReadyOperation, 'operation'>): Request {
  return {
    method: 'POST',
    path: 'sync/batch/',
    encoding: 'json',
    fields: { operations: entries },
    files: {},
    headers: { [headerNames.agent]: operation.owner },
    timeoutMs: answerWithinMs + entries.length * perOperationMs,
  }
}
