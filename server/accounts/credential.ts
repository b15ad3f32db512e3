import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { sessionTokenOf } from './cookies.ts'
import { agentOfApiToken, findSession } from './credentials-repository.ts'
import { hashOfToken } from './secret-tokens.ts'

/** What let a request in, as far as it is kept: its hash, and whether it still does. */
export type Credential = { hash: string; isStillValid: () => Promise<boolean> }

/** Null for a request without any. */
export function credentialOf(request: FastifyRequest, { db }: Database): Credential | null {
  const bearer = bearerOf(request)
  const token = bearer ?? sessionTokenOf(request)
  if (token === undefined) return null
  const hash = hashOfToken(token)
  // Looking again is no use of the token, and a full disk takes no note of one.
  const owner = () => (bearer === undefined ? findSession(db, hash) : agentOfApiToken(db, hash, { notesUse: false }))
  return { hash, isStillValid: async () => (await owner()) !== undefined }
}

/** The API token that a request shows. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
