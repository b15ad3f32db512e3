import type { FastifyReply } from 'fastify'

/** The result of a request, success or refusal. Services return it; routes only send it. */
export type Outcome = {
  status: number
  body: unknown
  headers: Readonly<Record<string, string>>
}

export type Versioned = { id: number; version: number }

export function etagOf(record: Versioned): string {
  return `"${record.version}"`
}

export function answered(record: Versioned): Outcome {
  return { status: 200, body: record, headers: { etag: etagOf(record) } }
}

export function created(record: Versioned, location: string): Outcome {
  return { status: 201, body: record, headers: { etag: etagOf(record), location } }
}

export function removed(): Outcome {
  return { status: 204, body: undefined, headers: {} }
}

/** Sends an outcome. A replay sends the stored outcome again, so headers that it must repeat belong in the outcome. */
export function sendOutcome(reply: FastifyReply, outcome: Outcome & { replayed?: boolean }): FastifyReply {
  reply.code(outcome.status).headers(outcome.headers)
  if (outcome.replayed === true) reply.header('idempotent-replay', 'true')
  return reply.send(outcome.body)
}
