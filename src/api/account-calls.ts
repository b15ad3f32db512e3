import * as v from 'valibot'
import {
  registrationPolicies,
  type Credentials,
  type DashboardStats,
  type ProfileChanges,
  type Registration,
  type User,
  type PasswordChange,
  type PasswordReset,
  type RegistrationPolicy,
  type AccountClosing,
} from '#core/contract/account.ts'
import type { Answer } from '#core/sync/ports.ts'
import { type AccountAnswer, toAccountAnswer, isAccepted, bodyParser } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

export async function register(
  registration: Registration,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await post(client, 'users/register/', registration), () => null)
}

export async function login(
  credentials: Credentials,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<User>> {
  const answer = await post(client, 'users/auth/login/', credentials)
  const loginAnswer = toAccountAnswer(answer, (body) => userIn(body))
  // Some servers send no user in the response to a login.
  return isAccepted(answer) && !loginAnswer.ok ? readProfile(client) : loginAnswer
}

/** Ends the session on the server. The caller signs the agent out on this device even if this fails. */
export async function logout(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await client({ method: 'POST', path: 'users/auth/logout/' }), () => null)
}

export async function readProfile(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<User>> {
  return toAccountAnswer(await client({ method: 'GET', path: 'users/profile/' }), userIn)
}

export async function updateProfile(
  changes: ProfileChanges & { current_password?: string },
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<User>> {
  return toAccountAnswer(
    await client({ method: 'PATCH', path: 'users/profile/', body: JSON.stringify(changes) }),
    userIn,
  )
}

export async function readDashboard(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<DashboardStats>> {
  return toAccountAnswer(await client({ method: 'GET', path: 'users/dashboard/' }), bodyParser(dashboardSchema))
}

const text = v.optional(v.nullish(v.string(), ''), '')

const userSchema = v.looseObject({
  id: v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits())]), v.transform(Number), v.safeInteger()),
  username: v.string(),
  email: text,
  first_name: text,
  last_name: text,
  license_number: text,
  phone_number: text,
})

const dashboardSchema = v.looseObject({
  active_listings: v.number(),
  total_listings: v.number(),
  total_clients: v.number(),
  upcoming_tours: v.number(),
})

/** Sends a POST request. Repeats it once if the server refused only the anti-forgery token: the refusal has set a new token cookie. */
export async function post(client: HttpClient, path: string, fields: object): Promise<Answer> {
  const call = { method: 'POST', path, body: JSON.stringify(fields) } as const
  const answer = await client(call)
  return answer.kind === 'answered' && parseTokenRefusal(answer.body) !== undefined ? client(call) : answer
}

const parseTokenRefusal = bodyParser(v.object({ code: v.literal('csrf_failed') }))

/** Some servers send the user inside `{ user }`. */
function userIn(body: unknown): User | undefined {
  const inside = typeof body === 'object' && body !== null && 'user' in body ? body.user : body
  return bodyParser(userSchema)(inside)
}

/** Also ends the agent's other sessions. */
export async function changePassword(
  change: PasswordChange,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await post(client, 'users/password/', change), () => null)
}

/** Sets a new password with a reset code. Also ends all sessions of the agent. */
export async function resetPassword(
  reset: PasswordReset,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await post(client, 'users/password/reset/', reset), () => null)
}

/** How an agent resets a password on this server: by a link in an email, or by a code from the administrator. */
export type PasswordResetMethod = 'mail' | 'code'

export async function readPasswordResetMethod(
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<PasswordResetMethod>> {
  const answer = await client({ method: 'GET', path: 'users/password/forgotten/' })
  return toAccountAnswer(answer, (body) => bodyParser(resetMethodSchema)(body)?.by)
}

const resetMethodSchema = v.object({ by: v.picklist(['mail', 'code']) })

/** Requests an email with a link. The response is the same whether or not the account exists. */
export async function requestResetLink(
  name: string,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await post(client, 'users/password/forgotten/', { name }), () => null)
}

export async function readRegistrationPolicy(
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<RegistrationPolicy>> {
  const answer = await client({ method: 'GET', path: 'users/register/' })
  return toAccountAnswer(answer, (body) => bodyParser(policySchema)(body)?.registration)
}

const policySchema = v.object({ registration: v.picklist(registrationPolicies) })

/** Also ends all sessions of the agent, including this one. */
export async function closeAccount(
  closing: AccountClosing,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return toAccountAnswer(await post(client, 'users/close/', closing), () => null)
}
