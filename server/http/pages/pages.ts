import type { FastifyRequest } from 'fastify'
import type { Page, PageQuery } from '#core/contract/paging.ts'
import type { PageText } from '#server/records/own-lists.ts'

/** A page in Django's shape. `next` and `previous` are relative URLs with the request's other parameters. */
export function pageOf<T>(
  request: Pick<FastifyRequest, 'url'>,
  { page, pageSize, count, results }: { page: number; pageSize: number; count: number; results: T[] },
): Page<T> {
  return {
    count,
    next: page * pageSize < count ? addressOfPage(request.url, page + 1) : null,
    previous: page > 1 ? addressOfPage(request.url, page - 1) : null,
    results,
  }
}

/** Returns a page with `results`. Calls `countRows` only if the total does not follow from the page itself. */
export async function pageOfList<T>(
  { url, query: { page, page_size } }: { url: string; query: Omit<PageQuery, 'search'> },
  results: T[],
  countRows: () => Promise<number>,
): Promise<Page<T>> {
  const endsHere = results.length < page_size && (results.length > 0 || page === 1)
  const count = endsHere ? (page - 1) * page_size + results.length : await countRows()
  return pageOf({ url }, { page, pageSize: page_size, count, results })
}

export function textOfPage(
  { url, query: { page, page_size } }: { url: string; query: Omit<PageQuery, 'search'> },
  { text, count }: PageText,
): string {
  const { next, previous } = pageOf({ url }, { page, pageSize: page_size, count, results: [] })
  const head = JSON.stringify({ count, next, previous }).slice(0, -1)
  return `${head},"results":[${text}]}`
}

function addressOfPage(url: string, page: number): string {
  // Relative to the origin: behind a proxy the server may not know its public name.
  const address = new URL(url, 'http://localhost')
  address.searchParams.set('page', String(page))
  return address.pathname + address.search
}
