import type { Kysely } from 'kysely'
import type { RegistrationPolicy } from '#core/contract/account.ts'
import type { Tables } from '#server/database/tables.ts'
import { problem, RefusedRequest } from '#server/problem-responses.ts'
import { hasNoAgent, isInvited, takeInvitation } from './invitations-repository.ts'
import { hashOfToken } from './secret-tokens.ts'

type Db = Kysely<Tables>

/** Returns the policy that applies now: `open` while the server has no account, so that the first one can be created. */
export async function policyNow(db: Db, policy: RegistrationPolicy): Promise<RegistrationPolicy> {
  return policy !== 'open' && (await hasNoAgent(db)) ? 'open' : policy
}

/** An early check, before the costly work of a registration; `assertMayRegister` decides. */
export async function checkRegistrationEarly(db: Db, policy: RegistrationPolicy, invite: string): Promise<void> {
  const now = await policyNow(db, policy)
  if (now === 'closed' || (now === 'invite' && !(await isInvited(db, hashOfToken(invite))))) throw refused(now)
}

/** Like `checkRegistrationEarly`, in the transaction that creates the account: uses up the invitation, or makes sure that no other account exists. */
export async function assertMayRegister(trx: Db, policy: RegistrationPolicy, invite: string): Promise<void> {
  if (policy === 'open') return
  if (policy === 'invite' && (await takeInvitation(trx, hashOfToken(invite)))) return
  if (!(await hasNoAgent(trx, { untilCommit: true }))) throw refused(policy)
}

function refused(policy: Exclude<RegistrationPolicy, 'open'>): RefusedRequest {
  const detail =
    policy === 'closed'
      ? 'Registration is closed on this server.'
      : 'Registration needs an invitation. Yours is missing, was already used, or has expired. Ask the administrator for a new one.'
  return new RefusedRequest(problem(403, 'registration_closed', detail))
}
