import type { PasswordChange, PasswordReset } from '#core/contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted, post } from './sign-in.ts'

/** Ends all other sessions of the agent; this one goes on. */
export async function changePassword(
  change: PasswordChange,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await client(post('users/password/', change)), () => null)
}

/** Ends all sessions of the agent. */
export async function resetPassword(
  reset: PasswordReset,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await client(post('users/password/reset/', reset)), () => null)
}
