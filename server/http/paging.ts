import type { FastifyRequest } from 'fastify'
import type { Page } from '#core/contract/paging.ts'

/** A page in Django's shape; `next` and `previous` keep the request's other parameters, as addresses under its origin. */
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

function addressOfPage(url: string, page: number): string {
  // Relative to the origin: behind a proxy the server need not know the name people use for it.
  const address = new URL(url, 'http://localhost')
  address.searchParams.set('page', String(page))
  return address.pathname + address.search
}
