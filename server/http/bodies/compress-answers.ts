import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AnyRequest, Server } from '#server/http/fastify-types.ts'

/** In bytes; below this an answer fits into one packet or two anyway. */
export const worthCompressing = 2048

export type Coding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A page of five hundred changes shrinks to a tenth in a few milliseconds; more effort would cost more than it saves. */
const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses the long JSON answers of this scope for clients that understand it: agents pull over mobile networks. */
export function compressAnswers(api: Server): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthCompressing) return payload
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request)
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return compressed(payload, coding)
  })
}

/** The best coding that the client understands. */
export function codingFor({ headers }: Pick<AnyRequest, 'headers'>): Coding | null {
  const understood = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(understood)) return 'br'
  return /\bgzip\b/.test(understood) ? 'gzip' : null
}

export function compressed(body: string | Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotli(body, effort) : gzipped(body, { level: 4 })
}
