import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { sessionTokenOf } from './cookies.ts'
import { agentOfApiToken, findSession } from './credentials-repository.ts'
import { hashOfToken } from './secret-tokens.ts'

/** `hash` is the hash of the API token or session token. `isStillValid` reads the database again, for connections that stay open. */
export type Credential = { hash: string; isStillValid: () => Promise<boolean> }

/** Returns the API token or session of a request, without checking it; null if it has neither. */
export function credentialOf(request: FastifyRequest, { db }: Database): Credential | null {
  const bearer = bearerOf(request)
  const token = bearer ?? sessionTokenOf(request)
  if (token === undefined) return null
  const hash = hashOfToken(token)
  // Does not record a use of the API token: a check is not a use, and must also work when the disk is full.
  const owner = () => (bearer === undefined ? findSession(db, hash) : agentOfApiToken(db, hash, { notesUse: false }))
  return { hash, isStillValid: async () => (await owner()) !== undefined }
}

export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
