import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the ETag of the content. It is weak, because the same content may be sent compressed. */
export function etagOfBody(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

export function matchesIfNoneMatch({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((tag) => bareTag(tag) === bareTag(etag))
}

/** Returns an ETag without `W/`, because a proxy that compresses may make a record's strong ETag weak. */
export function bareTag(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

export function sendUnlessNotModified(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = etagOfBody(json)
  reply.header('etag', etag)
  if (matchesIfNoneMatch(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
