import type { Kysely } from 'kysely'
import { closeAgent, reopenAgent } from '#server/accounts/closed-accounts-repository.ts'
import { insertInvitation, invitationDays } from '#server/accounts/invitations-repository.ts'
import { newResetCode } from '#server/accounts/password-service.ts'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { ExplainedError, type Config } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services.ts'
import type { CommandTask } from './command.ts'

/** Returns the lines to print. */
type AccountAction = (services: Services, name: string) => Promise<string[]>

const actions: Record<string, AccountAction> = {
  close: ({ database }, name) => close(database.db, name),
  reopen: ({ database }, name) => reopen(database.db, name),
  reset,
}
const usage = 'Usage: account close NAME, account reopen NAME, account reset NAME, or account invite'

export async function account({ config, words, print, withServices }: CommandTask): Promise<void> {
  const [word = '', name, extra] = words
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  const isComplete = word === 'invite' ? name === undefined : action !== undefined && name !== undefined
  if (!isComplete || extra !== undefined) throw new ExplainedError(usage)
  await withServices(async (services) => {
    const lines = action === undefined ? invite(services.database.db, config) : action(services, name!)
    for (const line of await lines) print(line)
  })
}

/** Only the returned lines contain the release code, with which the agent can export unsent work; closing again replaces it. */
export async function close(db: Kysely<Tables>, name: string): Promise<string[]> {
  const code = newSecretToken()
  if ((await closeAgent(db, name, hashOfToken(code))) === null) throw unknownAgent(name)
  return [
    `The account of ${name} is closed; all records stay.`,
    'Unsent changes stay locked on their devices. To export them there, log in as this agent, with the password or',
    `with this code instead, and save them as a file: ${code}`,
  ]
}

export async function reopen(db: Kysely<Tables>, name: string): Promise<string[]> {
  if (!(await reopenAgent(db, name))) throw unknownAgent(name)
  return [`The account of ${name} is open again. Unsent changes on their devices are sent after they log in.`]
}

/** Creates a reset code, which replaces an earlier one. Only the returned lines contain it. */
export async function reset(services: Pick<Services, 'database' | 'secret'>, name: string): Promise<string[]> {
  const result = await newResetCode(services, name)
  if (result === 'unknown') throw unknownAgent(name)
  if (result === 'closed') throw new ExplainedError(`The account of ${name} is closed. First: account reopen ${name}`)
  return [
    `${name} can choose a new password: Login, then "Forgot your password?".`,
    'The code works once, within an hour. Using it logs out all devices:',
    result.code,
  ]
}

export async function invite(
  db: Kysely<Tables>,
  { registration, publicOrigin, tls, port }: Pick<Config, 'registration' | 'publicOrigin' | 'tls' | 'port'>,
): Promise<string[]> {
  if (registration === 'closed') throw new ExplainedError('REGISTRATION is closed, so an invitation would not work.')
  const token = newSecretToken()
  await insertInvitation(db, hashOfToken(token))
  const origin = publicOrigin ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`
  return [
    `One person can register with this link, within ${invitationDays} days:`,
    // The token is in the fragment, which browsers do not send to servers and proxies, so it is not logged.
    `${origin}/register#invite=${token}`,
    ...(publicOrigin === undefined
      ? ['Set PUBLIC_ORIGIN so that the link begins with the address of your server.']
      : []),
  ]
}

function unknownAgent(name: string): ExplainedError {
  return new ExplainedError(`There is no agent "${name}".`)
}
