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
import { type AccountAnswer, accepted, isAccepted, parsedBy } from './account-answer.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'

export async function register(
  registration: Registration,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/register/', registration), () => null)
}

export async function login(
  credentials: Credentials,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<User>> {
  const answer = await post(client, 'users/auth/login/', credentials)
  const found = accepted(answer, (body) => userIn(body))
  // Some servers say nothing about the user when they let one in.
  return isAccepted(answer) && !found.ok ? readProfile(client) : found
}

/** Ends the session on the server. The agent is signed out here whatever this answers. */
export async function logout(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<null>> {
  return accepted(await client({ method: 'POST', path: 'users/auth/logout/' }), () => null)
}

export async function readProfile(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<User>> {
  return accepted(await client({ method: 'GET', path: 'users/profile/' }), userIn)
}

export async function updateProfile(
  changes: ProfileChanges & { current_password?: string },
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<User>> {
  return accepted(await client({ method: 'PATCH', path: 'users/profile/', body: JSON.stringify(changes) }), userIn)
}

export async function readDashboard(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<DashboardStats>> {
  return accepted(await client({ method: 'GET', path: 'users/dashboard/' }), parsedBy(dashboardSchema))
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

/**
 * Asks once more what was refused for its anti-forgery token alone: another answer may have brought a visitor's first one
 * just then. Nothing was done, and the refusal comes with the right one.
 */
export async function post(client: HttpClient, path: string, fields: object): Promise<Answer> {
  const call = { method: 'POST', path, body: JSON.stringify(fields) } as const
  const answer = await client(call)
  return answer.kind === 'answered' && tokenProblem(answer.body) !== undefined ? client(call) : answer
}

const tokenProblem = parsedBy(v.object({ code: v.literal('csrf_failed') }))

function userIn(body: unknown): User | undefined {
  const inside = typeof body === 'object' && body !== null && 'user' in body ? body.user : body
  return parsedBy(userSchema)(inside)
}

/** Ends all other sessions of the agent; this one goes on. */
export async function changePassword(
  change: PasswordChange,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/password/', change), () => null)
}

/** Ends all sessions of the agent. */
export async function resetPassword(
  reset: PasswordReset,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/password/reset/', reset), () => null)
}

/** How this server lets an agent back in: with a link by mail, or a code of the administrator. */
export type WayToReset = 'mail' | 'code'

export async function readWayToReset(client: HttpClient = pageHttpClient()): Promise<AccountAnswer<WayToReset>> {
  const answer = await client({ method: 'GET', path: 'users/password/forgotten/' })
  return accepted(answer, (body) => parsedBy(waySchema)(body)?.by)
}

const waySchema = v.object({ by: v.picklist(['mail', 'code']) })

/** Whether or not there is such an account, it is answered alike. */
export async function askForResetLink(
  name: string,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/password/forgotten/', { name }), () => null)
}

export async function readRegistrationPolicy(
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<RegistrationPolicy>> {
  const answer = await client({ method: 'GET', path: 'users/register/' })
  return accepted(answer, (body) => parsedBy(policySchema)(body)?.registration)
}

const policySchema = v.object({ registration: v.picklist(registrationPolicies) })

/** Ends all sessions of the agent, this one too. */
export async function closeAccount(
  closing: AccountClosing,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/close/', closing), () => null)
}
