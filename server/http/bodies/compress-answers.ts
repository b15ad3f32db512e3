import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AnyRequest, Server } from '#server/http/fastify-types.ts'

/** In bytes. A shorter answer fits into one or two packets anyway. */
export const minBytesToCompress = 2048

export type Coding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A page of 500 changes shrinks to a tenth in a few milliseconds; a higher level is not worth its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export function compressAnswers(api: Server): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minBytesToCompress) return payload
    reply.header('vary', 'accept-encoding')
    const coding = codingFor(request)
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return compressed(payload, coding)
  })
}

export function codingFor({ headers }: Pick<AnyRequest, 'headers'>): Coding | null {
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

export function compressed(body: string | Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotli(body, brotliOptions) : gzipped(body, { level: 4 })
}
