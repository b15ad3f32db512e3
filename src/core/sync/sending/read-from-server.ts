import { type Failure, versionFromTag } from '#core/sync/requests/answers.ts'
import { versionOf } from '#core/sync/records/record-fields.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { serverIdOf } from '#core/sync/records/keys.ts'
import { type ReadyOperation, collectionPath } from './rest-calls.ts'
import { isHistorySame } from './which-server.ts'
import { type SendingContext, readAsAgent, readingFailure, type ReadingContext } from './sending-context.ts'

export type ReadRecordResult =
  | { kind: 'record'; record: Fields; version: string | null }
  | { kind: 'gone' }
  | { kind: 'failed'; verdict: Failure }

/** Reads one record from the server. Returns null if the record or its parent has no server id, and so no URL. */
export async function readRecord(
  sending: SendingContext,
  entity: EntityName,
  references: ReadyOperation['references'],
  id: number | null,
): Promise<ReadRecordResult | null> {
  const collection = collectionPath(entity, references)
  if (collection === null || id === null) return null
  if (sending.capabilities.isPlain && !kinds[entity].onPlainServers.canReadById)
    return readInList(sending, collection, id)
  const answer = await readAsAgent(sending, `${collection}${id}/`)
  if (answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json') {
    const record = fieldsOf(answer.body)
    if (record !== null && serverIdOf(record['id']) === id) {
      return { kind: 'record', record, version: versionFromTag(answer.headers['etag']) ?? versionOf(record) }
    }
  }
  const failure = readingFailure(sending, answer)
  if (failure.kind !== 'gone') return { kind: 'failed', verdict: failure }
  // A restored server may have lost the record, which does not count as a deletion (fault C19).
  const isSame = sending.capabilities.feed ? await isHistorySame(sending) : true
  if (isSame === true) return { kind: 'gone' }
  return { kind: 'failed', verdict: { kind: isSame === null ? 'not-sent' : 'history-changed' } }
}

/** Finds a record in its kind's list: plain servers offer some kinds only as lists, so a 404 for a single URL proves nothing. */
async function readInList(sending: SendingContext, collection: string, id: number): Promise<ReadRecordResult> {
  for await (const step of readList(sending, collection)) {
    if (step.kind === 'failed') return step
    if (step.kind === 'incomplete') return { kind: 'failed', verdict: { kind: 'not-sent' } }
    const record = step.kind === 'page' ? step.records.find((listed) => serverIdOf(listed['id']) === id) : undefined
    if (record !== undefined) return { kind: 'record', record, version: versionOf(record) }
  }
  return { kind: 'gone' }
}

type ListStep =
  | { kind: 'page'; records: Fields[] }
  | { kind: 'complete' }
  /** The server has no such list, or the list ended before as many records as its `count` says. */
  | { kind: 'incomplete' }
  | { kind: 'failed'; verdict: Failure }

const maxPages = 10_000

/** Yields a whole list page by page, then how it ended. The server sends a plain array, or `{results}` with `next` and `count`. */
export async function* readList(sending: ReadingContext, path: string, firstQuery = ''): AsyncGenerator<ListStep> {
  let received = 0
  let query = firstQuery
  for (let page = 0; page < maxPages; page++) {
    const answer = await readAsAgent(sending, `${path}${query}`)
    const list =
      answer.kind === 'answered' && answer.status === 200 && answer.bodyKind === 'json' ? listFrom(answer.body) : null
    if (list === null) {
      const failure = readingFailure(sending, answer)
      yield failure.kind === 'gone' ? { kind: 'incomplete' } : { kind: 'failed', verdict: failure }
      return
    }
    received += list.records.length
    yield { kind: 'page', records: list.records }
    const nextQuery = list.next === null ? null : queryOf(list.next)
    if (nextQuery === null || nextQuery === query) {
      yield { kind: list.count !== null && list.count > received ? 'incomplete' : 'complete' }
      return
    }
    query = nextQuery
  }
  yield { kind: 'incomplete' }
}

type List = { records: Fields[]; next: string | null; count: number | null }

function listFrom(body: Json | undefined): List | null {
  const object = fieldsOf(body)
  const rows = Array.isArray(body) ? body : object?.['results']
  if (!Array.isArray(rows)) return null
  const records = rows.map(fieldsOf)
  if (records.includes(null)) return null
  const next = object?.['next']
  const count = object?.['count']
  return {
    records: records.filter((record) => record !== null),
    next: typeof next === 'string' && next !== '' ? next : null,
    count: typeof count === 'number' ? count : null,
  }
}

/** Returns the query of the `next` URL. Its origin and path are ignored. */
function queryOf(next: string): string | null {
  const start = next.indexOf('?')
  return start === -1 ? null : next.slice(start)
}
