import type { PasswordChange } from '#core/contract/account.ts'
import { invalid, notFound, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { findAgent, replacePassword } from './agents-repository.ts'
import { beginAttempt, endAttempt } from './login-pauses.ts'
import { hashPassword, newPasswordMessages, passwordMatches } from './passwords.ts'

const isNotTheCurrentOne = { current_password: ['This is not your current password.'] }

/**
 * Sets a new password and ends all sessions of the agent but this one; answers the hashes of those that ended. Throws
 * 400 with messages at the fields, or 429 after too many wrong current passwords.
 */
export async function changePassword(
  { database: { db }, secret }: Pick<Services, 'database' | 'secret'>,
  agentId: number,
  { current_password, new_password, new_password2 }: PasswordChange,
  { session, address }: { session: string; address: string },
): Promise<string[]> {
  const agent = await findAgent(db, agentId)
  if (agent === undefined) throw new RefusedRequest(notFound())
  const messages = newPasswordMessages('new_password', { password: new_password, again: new_password2 })
  if (Object.keys(messages).length > 0) throw new RefusedRequest(invalid(messages))
  // A count of its own, as on a known device: guesses of strangers at the login do not keep the agent from this.
  const attempt = { username: agent.username, address, device: 'signed in' }
  await beginAttempt(db, secret, attempt)
  const matches = await passwordMatches(agent.password_hash, current_password)
  if (!matches) throw new RefusedRequest(invalid(isNotTheCurrentOne))
  await endAttempt(db, secret, attempt)
  const password_hash = await hashPassword(new_password)
  const ended = await replacePassword(db, agent, { password_hash, keptSession: session })
  // Changed elsewhere meanwhile: what was typed is the current one no more.
  if (ended === null) throw new RefusedRequest(invalid(isNotTheCurrentOne))
  return ended
}
