import type { FastifyReply } from 'fastify'

/** What a request comes to, success or refusal: services return it, routes only pass it on. */
export type Outcome = {
  status: number
  /** The JSON of the answer; undefined for an answer without a body. */
  body: unknown
  headers: Readonly<Record<string, string>>
}

/** A record that carries its version, the way every resource of ours goes over the wire. */
export type Versioned = { id: number; version: number }

export function etagOf(record: Versioned): string {
  return `"${record.version}"`
}

/** 200 with the record and its ETag. */
export function answered(record: Versioned): Outcome {
  return { status: 200, body: record, headers: { etag: etagOf(record) } }
}

/** 201 with the whole new record, its ETag and its address under `/api/`. */
export function created(record: Versioned, location: string): Outcome {
  return { status: 201, body: record, headers: { etag: etagOf(record), location } }
}

/** 204. */
export function removed(): Outcome {
  return { status: 204, body: undefined, headers: {} }
}

/** Sends an outcome as it is; everything a replayed answer must repeat is in it. */
export function sendOutcome(reply: FastifyReply, outcome: Outcome & { replayed?: boolean }): FastifyReply {
  reply.code(outcome.status).headers(outcome.headers)
  if (outcome.replayed === true) reply.header('idempotent-replay', 'true')
  return reply.send(outcome.body)
}
