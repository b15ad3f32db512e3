import type { AccountClosing } from '#core/contract/account.ts'
import type { HttpClient } from './http-client.ts'
import { pageHttpClient } from './page-http-client.ts'
import { type AccountAnswer, accepted } from './account-answer.ts'
import { post } from './sign-in-calls.ts'

/** Ends all sessions of the agent, this one too. */
export async function closeAccount(
  closing: AccountClosing,
  client: HttpClient = pageHttpClient(),
): Promise<AccountAnswer<null>> {
  return accepted(await post(client, 'users/close/', closing), () => null)
}
