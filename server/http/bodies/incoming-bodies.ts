import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { largestPhotoBytes } from '#core/contract/listing-image.ts'
import { busy, fieldProblem, problem, RefusedRequest, tooSlow } from '#server/problem-responses.ts'
import { createByteLimiter } from './bytes-by-owner.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { subrequestOf } from '#server/http/subrequests.ts'
import type { Outcome } from '#server/http/outcome.ts'
import { answerAndEnd } from './raw-answer.ts'

/** The default body limit of a route, in bytes: five times the longest record. */
export const defaultBodyLimit = 256 * 1024
/** For sign-in and similar routes, in bytes. Up to this size, a body counts only against the limit of its agent or network address. */
export const smallBodyLimit = 8 * 1024
const largestForm = largestPhotoBytes + 512 * 1024

const megabyte = 1024 * 1024
/** Bytes of bodies in memory: in the process, from all signed-out clients, from one agent, from one address of signed-out clients. */
const byteLimits = { process: 128 * megabyte, signedOut: 32 * megabyte, agent: 32 * megabyte, address: 8 * megabyte }

/** Added to the time that the route's largest body takes at `slowestBytesPerMs`; the sum is the time limit of a body. */
const extraTimeMs = 10_000
const slowestBytesPerMs = 16
/** A phone in a tunnel sends nothing for a while and then continues. */
const maxSilenceMs = 30_000
const checkEveryMs = 1000

/** Refuses before reading: 413 above the route's limit, 429 if one client's bodies take too much memory, 503 if all do, 408 if a body is slow. */
export function limitIncomingBodies(server: Server): void {
  const reserveBytes = createByteLimiter(byteLimits, smallBodyLimit, { ofOne: tooMuchAtOnce, ofAll: () => busy(5) })
  const arriving = new Map<FastifyRequest, ArrivingBody>()

  server.addHook('onRequest', async (request, reply) => {
    // Subrequests and injected requests do not use the network.
    if (bytesDeclared(request) === 0 || !(request.raw.socket instanceof Socket)) return
    const now = performance.now()
    const deadline = now + extraTimeMs + limitOf(request) / slowestBytesPerMs
    const arrival = { deadline, bytes: request.raw.socket.bytesRead, lastByteAt: now, isAnswered: false }
    arriving.set(request, arrival)
    request.raw.once('close', () => arriving.delete(request))
    // The rest of a refused body is discarded for a limited time, so that the client can read the response.
    reply.raw.once('finish', () => {
      arrival.isAnswered = true
      arrival.deadline = Math.min(arrival.deadline, performance.now() + extraTimeMs)
    })
  })

  server.addHook('preParsing', async (request, reply) => {
    const declared = bytesDeclared(request)
    if (declared === 0 || subrequestOf(request) !== undefined) return
    const limit = limitOf(request)
    if (declared !== null && declared > limit) throw new RefusedRequest(tooLarge(request))
    const refusal = reserveBytes(request, reply, declared ?? limit)
    if (refusal !== null) throw new RefusedRequest(refusal)
  })

  const checking = setInterval(() => {
    const now = performance.now()
    for (const [request, arrival] of arriving) {
      if (request.raw.complete) arriving.delete(request)
      else if (isLate(request, arrival, now)) cutOff(request, arrival)
    }
  }, checkEveryMs).unref()
  server.addHook('onClose', async () => clearInterval(checking))
}

function cutOff({ raw }: FastifyRequest, { isAnswered }: ArrivingBody): void {
  if (isAnswered) raw.socket.destroy()
  else answerAndEnd(raw.socket, tooSlow())
}

/** `bytes`: how much the connection had received at `lastByteAt`. */
type ArrivingBody = { deadline: number; bytes: number; lastByteAt: number; isAnswered: boolean }

function isLate({ raw }: FastifyRequest, arrival: ArrivingBody, now: number): boolean {
  if (raw.socket.bytesRead > arrival.bytes) {
    arrival.bytes = raw.socket.bytesRead
    arrival.lastByteAt = now
  }
  return now > arrival.deadline || now > arrival.lastByteAt + maxSilenceMs
}

/** Returns the declared length of the body, 0 without a body; null if the length is unknown (chunked). */
function bytesDeclared({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  return headers['transfer-encoding'] === undefined ? 0 : null
}

function limitOf({ headers, routeOptions }: FastifyRequest): number {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '')
  const hasFiles = (routeOptions.config.form?.files.length ?? 0) > 0
  return isForm && hasFiles ? largestForm : (routeOptions.bodyLimit ?? defaultBodyLimit)
}

function tooLarge({ routeOptions }: FastifyRequest): Outcome {
  const file = routeOptions.config.form?.files[0]
  return file === undefined
    ? problem(413, 'too_large', 'The request is too large.')
    : fieldProblem(413, 'too_large', { [file]: [tooLargeFile] })
}

export const tooLargeFile = 'File size must be less than 5MB'

function tooMuchAtOnce(): Outcome {
  return problem(429, 'too_many_attempts', 'Too many uploads at once. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  })
}

/** Parses JSON as Fastify does, but accepts an empty body: some clients send a content type without a body. */
export function readJsonBodies(server: Server): void {
  // 'error' refuses `__proto__` and `constructor`. In a batch, they are checked later for each operation.
  const parse = server.getDefaultJsonParser('error', 'error')
  const parseBatch = server.getDefaultJsonParser('ignore', 'ignore')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void (request.routeOptions.config.isBatch === true ? parseBatch : parse)(request, body, done)
  })
  // Fastify accepts text by default, but no route does.
  server.removeContentTypeParser('text/plain')
}
