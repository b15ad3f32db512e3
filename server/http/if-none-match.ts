import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The tag of what is in it; weak, because the same may be sent compressed. */
export function etagOfBody(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** True when the request names this tag, so that the answer need not be sent again. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((tag) => bareTag(tag) === bareTag(etag))
}

/** A proxy that compresses may weaken our tags. */
export function bareTag(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** Sends JSON that was made for this request, or 304 when the request names its tag. */
export function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = etagOfBody(json)
  reply.header('etag', etag)
  if (isKnown(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
