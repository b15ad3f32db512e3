import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Server } from './fastify-types.ts'

/** Below this an answer fits into one packet or two anyway. */
const worthItBytes = 2048

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A page of five hundred changes shrinks to a tenth in a few milliseconds; more effort would cost more than it saves. */
const effort = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses the long JSON answers of this scope for clients that understand it: agents pull over mobile networks. */
export function compressAnswers(api: Server): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthItBytes) return payload
    reply.header('vary', 'accept-encoding')
    const understood = request.headers['accept-encoding'] ?? ''
    const coding = /\bbr\b/.test(understood) ? 'br' : /\bgzip\b/.test(understood) ? 'gzip' : null
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return coding === 'br' ? brotli(payload, effort) : gzipped(payload, { level: 4 })
  })
}
