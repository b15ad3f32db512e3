import * as v from 'valibot'
import { keyedHash, sameSecret } from '#server/accounts/secret-tokens.ts'

/** How far a device has read: the place of the last change it got, in each of the two orders that changes have. */
export type Cursor = {
  agentId: number
  epoch: string
  issuedAt: number
  own: OwnPlace
  shared: SharedPlace
}

/** Among the agent's own records, which are in the order of the agent's version. */
export type OwnPlace = { version: number; rank: number; id: number }

/** Among what all agents share, which is in the order of transactions. The id is a 64-bit number, so a text here. */
export type SharedPlace = { transaction: string; rank: number; id: number }

const cursorSchema = v.object({
  agentId: v.number(),
  epoch: v.string(),
  issuedAt: v.number(),
  own: v.object({ version: v.number(), rank: v.number(), id: v.number() }),
  shared: v.object({ transaction: v.pipe(v.string(), v.digits()), rank: v.number(), id: v.number() }),
})

/** From the beginning. */
export function firstCursor(agentId: number, epoch: string, now: number): Cursor {
  return {
    agentId,
    epoch,
    issuedAt: now,
    own: { version: 0, rank: 0, id: 0 },
    shared: { transaction: '0', rank: 0, id: 0 },
  }
}

/** Opaque to clients, and signed: a cursor from the future makes the server declare a new epoch, so none may be made up. */
export function writeCursor(secret: string, cursor: Cursor): string {
  const content = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${content}.${keyedHash(secret, content)}`
}

/** Null for anything that this server has not issued. */
export function readCursor(secret: string, text: string): Cursor | null {
  const [content = '', signature = ''] = text.split('.')
  if (!sameSecret(signature, keyedHash(secret, content))) return null
  const parsed = v.safeParse(cursorSchema, JSON.parse(Buffer.from(content, 'base64url').toString()))
  return parsed.success ? parsed.output : null
}
