import * as v from 'valibot'
import {
  registrationPolicies,
  type PasswordChange,
  type PasswordReset,
  type RegistrationPolicy,
} from '#core/contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted, parsedBy } from './account-answer.ts'
import { post } from './sign-in-calls.ts'

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
