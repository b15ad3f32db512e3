import type { Failure } from '#core/sync/requests/answers.ts'
import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import { type Reading, readAsAgent, readingFailure } from './sending.ts'

type ReadList =
  | { kind: 'page'; records: Fields[] }
  /** Every record of the list has been given. */
  | { kind: 'complete' }
  /** The server has no such list, or said that there is more and not where. */
  | { kind: 'incomplete' }
  | { kind: 'failed'; verdict: Failure }

const mostPages = 10_000

/** A whole list, page by page: a plain array, or `{results}` followed by `next` and measured against `count`. */
export async function* readList(sending: Reading, path: string, firstQuery = ''): AsyncGenerator<ReadList> {
  let received = 0
  let query = firstQuery
  for (let page = 0; page < mostPages; page++) {
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

/** `next` is an address of the server's own making; only its query is ours to follow. */
function queryOf(next: string): string | null {
  const start = next.indexOf('?')
  return start === -1 ? null : next.slice(start)
}
