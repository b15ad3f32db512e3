import type { Kysely } from 'kysely'
import { closeAgent, reopenAgent } from '#server/accounts/closed-accounts-repository.ts'
import { insertInvitation, invitationDays } from '#server/accounts/invitations-repository.ts'
import { newResetCode } from '#server/accounts/password-service.ts'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services.ts'
import type { CommandTask } from './command.ts'

type Does = (services: Services, name: string) => Promise<string[]>

const words: Record<string, Does> = {
  close: ({ database }, name) => close(database.db, name),
  reopen: ({ database }, name) => reopen(database.db, name),
  reset,
}
const usage = 'Usage: account close NAME, account reopen NAME, account reset NAME, or account invite'

export async function account({ config, words: said, print, withServices }: CommandTask): Promise<void> {
  const [word = '', name, another] = said
  const work = Object.hasOwn(words, word) ? words[word] : undefined
  const isComplete = word === 'invite' ? name === undefined : work !== undefined && name !== undefined
  if (!isComplete || another !== undefined) throw new WrongSetting(usage)
  await withServices(async (services) => {
    const lines = work === undefined ? invite(services.database.db, config) : work(services, name!)
    for (const line of await lines) print(line)
  })
}

/** The code is only in the returned lines. Closing again replaces it. */
export async function close(db: Kysely<Tables>, name: string): Promise<string[]> {
  const code = newSecretToken()
  if ((await closeAgent(db, name, hashOfToken(code))) === null) throw nobody(name)
  return [
    `The account of ${name} is closed; all records stay.`,
    'Unsent changes stay locked on their devices. To export them there, log in as this agent, with the password or',
    `with this code instead, and save them as a file: ${code}`,
  ]
}

export async function reopen(db: Kysely<Tables>, name: string): Promise<string[]> {
  if (!(await reopenAgent(db, name))) throw nobody(name)
  return [`The account of ${name} is open again. Unsent changes on their devices are sent after they log in.`]
}

/** The code is only in the returned lines, and replaces an earlier one. */
export async function reset(services: Pick<Services, 'database' | 'secret'>, name: string): Promise<string[]> {
  const made = await newResetCode(services, name)
  if (made === 'unknown') throw nobody(name)
  if (made === 'closed') throw new WrongSetting(`The account of ${name} is closed. First: account reopen ${name}`)
  return [
    `${name} can choose a new password: Login, then "Forgot your password?".`,
    'The code works once, within an hour. Using it logs out all devices:',
    made.code,
  ]
}

export async function invite(
  db: Kysely<Tables>,
  { registration, publicOrigin, tls, port }: Pick<Config, 'registration' | 'publicOrigin' | 'tls' | 'port'>,
): Promise<string[]> {
  if (registration === 'closed') throw new WrongSetting('REGISTRATION is closed, so an invitation would not work.')
  const token = newSecretToken()
  await insertInvitation(db, hashOfToken(token))
  const origin = publicOrigin ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`
  return [
    `One person can register with this link, within ${invitationDays} days:`,
    // In the fragment, which is not sent to servers and proxies, so it is not logged.
    `${origin}/register#invite=${token}`,
    ...(publicOrigin === undefined
      ? ['Set PUBLIC_ORIGIN so that the link begins with the address of your server.']
      : []),
  ]
}

function nobody(name: string): WrongSetting {
  return new WrongSetting(`There is no agent "${name}".`)
}
