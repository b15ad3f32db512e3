import type { AccountClosing, PasswordChange, PasswordReset } from '#core/contract/account.ts'
import type { AgentRow } from '#server/database/tables.ts'
import { invalid, notFound, problem, RefusedRequest } from '#server/problem-responses.ts'
import type { Services } from '#server/services.ts'
import { findAgent, replacePassword } from './agents-repository.ts'
import { countAttemptOrThrow, clearFailures, forgiveName } from './login-pauses.ts'
import { storeResetCode, redeemResetCode } from './password-resets-repository.ts'
import { hashPassword, newPasswordMessages, passwordMatches } from './passwords.ts'
import { closeAgent } from './closed-accounts-repository.ts'
import { hashOfToken, hashOfTypedCode, newSecretToken, newTypedCode } from './secret-tokens.ts'

type Accounts = Pick<Services, 'database' | 'secret'>

const isCurrentPassword = { new_password: ['This is your current password. Choose another one.'] }
const isNotCurrentPassword = { current_password: ['This is not your current password.'] }

/**
 * Changes the password and ends all sessions except the one with the token hash `session`. Returns the token hashes of the ended sessions. Throws
 * 400 with messages by field, or 429.
 */
export async function changePassword(
  accounts: Accounts,
  agentId: number,
  { current_password, new_password, new_password2, revoke_access }: PasswordChange,
  { session, address }: { session: string; address: string },
): Promise<string[]> {
  const { username } = (await findAgent(accounts.database.db, agentId)) ?? { username: '' }
  refuseWeak(username, { new_password, new_password2 })
  const agent = await verifyCurrentPassword(accounts, agentId, { current_password, address })
  if (new_password === current_password) throw new RefusedRequest(invalid(isCurrentPassword))
  const password_hash = await hashPassword(new_password)
  const change = { password_hash, keptSession: session, revokesAccess: revoke_access }
  const ended = await replacePassword(accounts.database.db, agent, change)
  // The password was changed concurrently, so the password that was verified above is outdated.
  if (ended === null) throw new RefusedRequest(invalid(isNotCurrentPassword))
  return ended
}

/** Closes the agent's account and returns the token hashes of the ended sessions. Throws 400 for a wrong password, or 429. */
export async function closeOwnAccount(
  accounts: Accounts,
  agentId: number,
  { current_password }: AccountClosing,
  address: string,
): Promise<string[]> {
  const { username } = await verifyCurrentPassword(accounts, agentId, { current_password, address })
  // `closeAgent` stores the hash of a release code, for exporting unsent work. No code is shown here: the agent's password also allows that.
  return (await closeAgent(accounts.database.db, username, hashOfToken(newSecretToken()))) ?? []
}

type Proof = { current_password: string; address: string }

/** Returns the agent if the current password is right. Throws 400 with a message for `current_password`, or 429. */
export async function verifyCurrentPassword(
  { database: { db }, secret }: Accounts,
  agentId: number,
  proof: Proof,
): Promise<AgentRow> {
  const agent = await findAgent(db, agentId)
  if (agent === undefined) throw new RefusedRequest(notFound())
  // Failures here are counted separately, as for a known device, so that failed logins by strangers do not block the agent.
  const attempt = { username: agent.username, address: proof.address, device: 'signed in' }
  await countAttemptOrThrow(db, secret, attempt)
  const matches = await passwordMatches(agent.password_hash, proof.current_password)
  if (!matches) throw new RefusedRequest(invalid(isNotCurrentPassword))
  await clearFailures(db, secret, attempt)
  return agent
}

/** Returns a new reset code and clears the failed attempts to use an earlier one; or returns why no open account has this name. */
export async function newResetCode(
  { database: { db }, secret }: Accounts,
  username: string,
): Promise<{ code: string } | 'closed' | 'unknown'> {
  const code = newTypedCode()
  const result = await storeResetCode(db, username, hashOfTypedCode(code))
  if (result !== 'kept') return result
  await clearFailures(db, secret, resetAttempt(username))
  return { code }
}

/** Returns the token hashes of the ended sessions. Takes the same time for unknown names, so that it does not reveal whether a name exists. */
export async function resetPassword(
  { database: { db }, secret }: Accounts,
  { username, reset_code, ...newPasswords }: PasswordReset,
): Promise<string[]> {
  refuseWeak(username, newPasswords)
  await countAttemptOrThrow(db, secret, resetAttempt(username))
  const password_hash = await hashPassword(newPasswords.new_password)
  const ended = await redeemResetCode(db, { username, codeHash: hashOfTypedCode(reset_code), password_hash })
  if (ended === null) throw new RefusedRequest(problem(400, 'invalid_code', wrongCode))
  await clearFailures(db, secret, resetAttempt(username))
  await forgiveName(db, secret, username)
  return ended
}

const wrongCode = 'This code does not match the username, or it was used or has expired. Ask for another one.'

/** Failed codes are counted apart from failed logins: an agent who resets a password has usually failed to log in before. */
function resetAttempt(username: string) {
  return { username, address: '', device: 'reset' }
}

function refuseWeak(
  username: string,
  { new_password, new_password2 }: Pick<PasswordChange, 'new_password' | 'new_password2'>,
): void {
  const messages = newPasswordMessages('new_password', { password: new_password, again: new_password2, username })
  if (Object.keys(messages).length > 0) throw new RefusedRequest(invalid(messages))
}
