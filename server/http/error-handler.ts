import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull, isTransient } from '#server/database/database-errors.ts'
import { busy, diskFull, notFound, problem, RefusedRequest, tooSlow } from '#server/problem-responses.ts'
import { traceOf } from '#server/trace-of.ts'
import { stoppingAnswer } from './graceful-stop.ts'
import { logThrottled } from './ordinary-events.ts'
import { sendOutcome, type Outcome } from './outcome.ts'
import { answerAndEnd } from '#server/http/bodies/raw-answer.ts'

/** Answers an error with a refusal. Unexpected errors are logged, and their details are not sent. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outcome = request.server.isStopping() ? orStopping(outcomeOf(error)) : outcomeOf(error)
  const { raw } = request
  if (raw.socket?.destroyed && !raw.complete) logThrottled(request.log, 'a request was cut off')
  else if (outcome.status === 503) logThrottled(request.log, `requests are answered 503 ${codeOf(outcome)}`)
  else if (outcome.status >= 500) request.log.error({ problem: traceOf(error) }, 'a request failed')
  return sendOutcome(reply, outcome)
}

/** While the server stops, an unexpected error means that the database has closed. Nothing was done, so the client may retry. */
function orStopping(outcome: Outcome): Outcome {
  return outcome.status === 500 ? stoppingAnswer : outcome
}

/** Answers a malformed URL, which Fastify refuses before its hooks run. */
export function sendAddressError(_error: unknown, _request: unknown, reply: FastifyReply): void {
  void sendOutcome(reply, problem(400, 'invalid', 'The URL is malformed.'))
}

/** Answers a malformed or truncated request (Node's `clientError` event). */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  // After a failed TLS handshake, an answer would wait for the handshake forever.
  if (/^(ERR_TLS|ERR_SSL|ECONNRESET)/.test(error.code ?? '')) socket.destroy()
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') answerAndEnd(socket, tooSlow())
  else if (error.code === 'HPE_HEADER_OVERFLOW') {
    answerAndEnd(socket, problem(431, 'too_large', 'The headers of the request are too large.'))
  } else answerAndEnd(socket, problem(400, 'invalid', 'The request is malformed.'))
}

function codeOf({ body }: Outcome): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
}

function outcomeOf(error: FastifyError): Outcome {
  if (error instanceof RefusedRequest) {
    // A path parameter that cannot be an id names no record.
    return 'validationContext' in error && error.validationContext === 'params' ? notFound() : error.outcome
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return problem(400, 'invalid', 'The body is not valid JSON.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem(415, 'wrong_media_type', 'Unsupported media type.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return problem(413, 'too_large', 'The request is too large.')
  }
  if (error.statusCode === 429) return tooManyRequests(error)
  if (isDiskFull(error)) return diskFull()
  if (isTransient(error)) return busy()
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return problem(error.statusCode, 'invalid', 'The request is malformed.')
  }
  return problem(500, 'server_error', 'Something went wrong on the server. Please try again.')
}

function tooManyRequests(error: FastifyError & { retryAfterSeconds?: number }): Outcome {
  return problem(429, 'too_many_attempts', 'Too many requests. Please wait a moment.', {
    headers: { 'retry-after': String(error.retryAfterSeconds ?? 60) },
  })
}
