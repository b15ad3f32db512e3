import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { sessionTokenOf } from './cookies.ts'
import { agentOfApiToken, findSession } from './credentials-repository.ts'
import { hashOfToken } from './secret-tokens.ts'

export type Credential = { hash: string; isStillValid: () => Promise<boolean> }

export function credentialOf(request: FastifyRequest, { db }: Database): Credential | null {
  const bearer = bearerOf(request)
  const token = bearer ?? sessionTokenOf(request)
  if (token === undefined) return null
  const hash = hashOfToken(token)
  // Checking again does not count as a use of the token, and a full disk could not store one.
  const owner = () => (bearer === undefined ? findSession(db, hash) : agentOfApiToken(db, hash, { notesUse: false }))
  return { hash, isStillValid: async () => (await owner()) !== undefined }
}

export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
