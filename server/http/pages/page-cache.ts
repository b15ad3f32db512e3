import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, minBytesToCompress, codingFor, type Coding } from '#server/http/bodies/compress-answers.ts'
import type { PageCache } from '#server/http/fastify-types.ts'
import { etagOfBody, matchesIfNoneMatch } from '#server/http/if-none-match.ts'
import { agentOf } from '#server/http/write-of.ts'

/** Enough for the lists of a few hundred agents. */
const maxBytes = 32 * 1024 * 1024
/** Estimated memory of a cached page in addition to its address and its body. */
const entryOverheadBytes = 500

type CachedPage = {
  /** The agent's `dataVersion` when the page was read. */
  state: string
  body: Promise<Buffer>
  etag?: string
  /** The compressed bodies. */
  codings: Map<Coding, Promise<Buffer>>
  bytes: number
}

/** Caches list pages until the agent's data changes. Each request reads `dataVersion` from the database, so changes by other processes count, too. */
export function createPageCache(): PageCache {
  // By agent and URL, in order of last use.
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  function evict(address: string, page: CachedPage): void {
    if (pages.get(address) !== page) return
    pages.delete(address)
    bytes -= page.bytes
  }

  /** Adds to a page's size, and evicts the least recently used pages above the limit. */
  function addBytes(address: string, page: CachedPage, more: number): void {
    if (pages.get(address) !== page) return
    page.bytes += more
    bytes += more
    for (const [oldAddress, old] of pages) {
      if (bytes <= maxBytes) return
      evict(oldAddress, old)
    }
  }

  function makePage(address: string, state: string, make: () => Promise<string>): CachedPage {
    const body = make().then((text) => Buffer.from(text))
    const page: CachedPage = { state, body, codings: new Map(), bytes: address.length + entryOverheadBytes }
    body.then(
      ({ length }) => addBytes(address, page, length),
      () => evict(address, page),
    )
    return page
  }

  function pageAt(address: string, state: string, make: () => Promise<string>): CachedPage {
    // Removed and added again, so that `pages` remains in order of last use.
    const cached = pages.get(address)
    if (cached !== undefined) evict(address, cached)
    const page = cached?.state === state ? cached : makePage(address, state, make)
    pages.set(address, page)
    bytes += page.bytes
    return page
  }

  async function send(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>) {
    const { id, dataVersion } = agentOf(request)
    const address = `${id} ${request.url}`
    const page = pageAt(address, dataVersion, make)
    const body = await page.body
    page.etag ??= etagOfBody(body)
    reply.header('etag', page.etag)
    if (matchesIfNoneMatch(request, page.etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (body.length < minBytesToCompress) return reply.send(body)
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request)
    if (coding === null) return reply.send(body)
    let coded = page.codings.get(coding)
    if (coded === undefined) {
      coded = compressed(body, coding)
      page.codings.set(coding, coded)
      coded.then(
        ({ length }) => addBytes(address, page, length),
        () => page.codings.delete(coding),
      )
    }
    return reply.header('content-encoding', coding).send(await coded)
  }

  return { send }
}
