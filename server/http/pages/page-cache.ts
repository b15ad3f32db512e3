import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressed, worthCompressing, codingFor, type Coding } from '#server/http/bodies/compress-answers.ts'
import type { PageCache } from '#server/http/fastify-types.ts'
import { etagOfBody, isKnown } from '#server/http/if-none-match.ts'
import { agentOf } from '#server/http/write-of.ts'

/** Enough for the lists of a few hundred agents. */
const mostBytes = 32 * 1024 * 1024
/** Estimated overhead of a page besides its address and its bytes. */
const bytesBeside = 500

type KeptPage = {
  state: string
  body: Promise<Buffer>
  etag?: string
  codings: Map<Coding, Promise<Buffer>>
  bytes: number
}

/** Caches pages until the agent's data changes, in any process: `state` is read with each session. */
export function createPageCache(): PageCache {
  // In order of last use.
  const pages = new Map<string, KeptPage>()
  let bytes = 0

  function forget(address: string, page: KeptPage): void {
    if (pages.get(address) !== page) return
    pages.delete(address)
    bytes -= page.bytes
  }

  /** Adds to a page's size, and evicts the least recently used pages above the limit. */
  function weigh(address: string, page: KeptPage, more: number): void {
    if (pages.get(address) !== page) return
    page.bytes += more
    bytes += more
    for (const [oldAddress, old] of pages) {
      if (bytes <= mostBytes) return
      forget(oldAddress, old)
    }
  }

  function makePage(address: string, state: string, make: () => Promise<string>): KeptPage {
    const body = make().then((text) => Buffer.from(text))
    const page: KeptPage = { state, body, codings: new Map(), bytes: address.length + bytesBeside }
    body.then(
      ({ length }) => weigh(address, page, length),
      () => forget(address, page),
    )
    return page
  }

  function pageAt(address: string, state: string, make: () => Promise<string>): KeptPage {
    const known = pages.get(address)
    if (known !== undefined) forget(address, known)
    const page = known?.state === state ? known : makePage(address, state, make)
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
    if (isKnown(request, page.etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (body.length < worthCompressing) return reply.send(body)
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request)
    if (coding === null) return reply.send(body)
    let coded = page.codings.get(coding)
    if (coded === undefined) {
      coded = compressed(body, coding)
      page.codings.set(coding, coded)
      coded.then(
        ({ length }) => weigh(address, page, length),
        () => page.codings.delete(coding),
      )
    }
    return reply.header('content-encoding', coding).send(await coded)
  }

  return { send }
}
