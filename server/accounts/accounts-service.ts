import type {
  ApiToken,
  Credentials,
  NewApiToken,
  ProfileChanges,
  Registration,
  RegistrationPolicy,
  User,
} from '#core/contract/account.ts'
import type { Database } from '#server/database/connect.ts'
import type { AgentRow } from '#server/database/tables.ts'
import { databaseErrorCode, violatedConstraint } from '#server/database/database-errors.ts'
import {
  invalid,
  notAuthenticated,
  notFound,
  problem,
  RefusedRequest,
  type FieldMessages,
} from '#server/problem-responses.ts'
import { findAgent, findAgentByUsername, findUser, insertAgent, takenFields, updateAgent } from './agents-repository.ts'
import { insertApiToken, insertSession } from './credentials-repository.ts'
import { knownDeviceId } from './known-devices.ts'
import { countAttemptOrThrow, clearFailures } from './login-pauses.ts'
import { hashPassword, newPasswordMessages, passwordMatches } from './passwords.ts'
import { assertMayRegister, checkRegistrationEarly } from './registration.ts'
import { hashOfToken, newSecretToken, sameSecret } from './secret-tokens.ts'

const takenMessages = {
  username: 'A user with that username already exists.',
  email: 'A user with that email already exists.',
}

/** Returns the new agent. Throws 403 if registration is not allowed, 400 with messages by field. */
export async function register(
  { db }: Database,
  registration: Registration,
  policy: RegistrationPolicy = 'open',
): Promise<User> {
  const { password, password2, invite = '', ...agent } = registration
  await checkRegistrationEarly(db, policy, invite)
  const taken = await takenFields(db, agent)
  const messages: FieldMessages = {}
  if (taken.username) messages['username'] = [takenMessages.username]
  if (taken.email) messages['email'] = [takenMessages.email]
  Object.assign(messages, newPasswordMessages('password', { password, again: password2, username: agent.username }))
  if (Object.keys(messages).length > 0) throw new RefusedRequest(invalid(messages))
  const password_hash = await hashPassword(password)
  return refusingTaken(() =>
    db.transaction().execute(async (trx) => {
      await assertMayRegister(trx, policy, invite)
      return insertAgent(trx, { ...agent, password_hash })
    }),
  )
}

/** Returns the agent and a session token. `mark` is the device cookie. Throws 401 (wrong name or password), 403 (account closed), or 429. */
export async function logIn(
  { db }: Database,
  secret: string,
  { username, password }: Credentials,
  { address, mark, userAgent }: { address: string; mark: string; userAgent: string },
): Promise<{ user: User; sessionToken: string }> {
  const attempt = { username, address, device: knownDeviceId(secret, mark, username) }
  await countAttemptOrThrow(db, secret, attempt)
  const agent = await findAgentByUsername(db, username)
  const matches = (await passwordMatches(agent?.password_hash, password)) || isReleaseCode(agent, password)
  if (agent === undefined || !matches) throw new RefusedRequest(invalidCredentials())
  await clearFailures(db, secret, attempt)
  const sessionToken = newSecretToken()
  if (!(await insertSession(db, agent, { tokenHash: hashOfToken(sessionToken), userAgent }))) {
    const currentAgent = await findAgent(db, agent.id)
    throw new RefusedRequest(currentAgent?.closed_at ? accountClosed(agent.id) : invalidCredentials())
  }
  return { user: await profile({ db }, agent.id), sessionToken }
}

export async function profile({ db }: Pick<Database, 'db'>, agentId: number): Promise<User> {
  const user = await findUser(db, agentId)
  if (user === undefined) throw new RefusedRequest(notFound())
  return user
}

export function changeProfile({ db }: Database, agentId: number, changes: ProfileChanges): Promise<User> {
  return refusingTaken(() => updateAgent(db, agentId, changes))
}

/** Returns the token with its value, which is in this answer only. Throws 401 if the account was closed concurrently. */
export async function addApiToken({ db }: Database, agentId: number, newToken: NewApiToken): Promise<ApiToken> {
  const token = newSecretToken()
  const inserted = await insertApiToken(db, { ...newToken, agent_id: agentId, token_hash: hashOfToken(token) })
  if (inserted === undefined) throw new RefusedRequest(notAuthenticated())
  return { ...inserted, token }
}

/** Throws 400 if another account has the name or email. The database decides, because two concurrent requests can pass the check in `register`. */
async function refusingTaken(change: () => Promise<User>): Promise<User> {
  try {
    return await change()
  } catch (error) {
    if (databaseErrorCode(error) !== 'unique_violation') throw error
    const field = violatedConstraint(error) === 'agents_email_unique' ? 'email' : 'username'
    throw new RefusedRequest(invalid({ [field]: [takenMessages[field]] }))
  }
}

/** Closing an account creates a release code. It does not sign in; it proves that the agent may export unsent work (fault D6). */
function isReleaseCode(agent: AgentRow | undefined, code: string): boolean {
  const hash = agent?.release_code_hash ?? null
  return hash !== null && sameSecret(hash, hashOfToken(code))
}

/** `agent` is the id of the closed account: the app lets this agent export the locked work on the device. */
function accountClosed(agentId: number) {
  return problem(403, 'account_closed', 'This account is closed.', { fields: { agent: agentId } })
}

function invalidCredentials() {
  return problem(401, 'invalid_credentials', 'Invalid username or password. Please try again.')
}
