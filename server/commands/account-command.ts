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
const usage = 'Say which: account close NAME, account reopen NAME, account reset NAME, or account invite.'

/** Does what the word says with an agent's account, and prints what that means for the agent. */
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

/** The lines to print; the code is in them and nowhere else. Closing again gives another code. */
export async function close(db: Kysely<Tables>, name: string): Promise<string[]> {
  const code = newSecretToken()
  if ((await closeAgent(db, name, hashOfToken(code))) === null) throw nobody(name)
  return [
    `The account of ${name} is closed; all records stay.`,
    'Work that was not sent stays locked on their devices. Whoever signs in there as them, with their password or with this',
    `code in its place, can take it out as a file: ${code}`,
  ]
}

export async function reopen(db: Kysely<Tables>, name: string): Promise<string[]> {
  if (!(await reopenAgent(db, name))) throw nobody(name)
  return [`The account of ${name} is open again. What waits on their devices is sent after they sign in.`]
}

/** The lines to print; the code is in them and nowhere else. Another code takes the place of the one before. */
export async function reset(services: Pick<Services, 'database' | 'secret'>, name: string): Promise<string[]> {
  const made = await newResetCode(services, name)
  if (made === 'unknown') throw nobody(name)
  if (made === 'closed') throw new WrongSetting(`The account of ${name} is closed. First: account reopen ${name}`)
  return [
    `${name} can choose another password: Login, then "Forgot your password?".`,
    'The code works once and for an hour, and all devices are then logged out:',
    made.code,
  ]
}

/** The lines to print; the invitation is in them and nowhere else. */
export async function invite(
  db: Kysely<Tables>,
  { registration, publicOrigin, tls, port }: Pick<Config, 'registration' | 'publicOrigin' | 'tls' | 'port'>,
): Promise<string[]> {
  if (registration === 'closed') throw new WrongSetting('REGISTRATION is closed: no invitation would be taken.')
  const token = newSecretToken()
  await insertInvitation(db, hashOfToken(token))
  const origin = publicOrigin ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`
  return [
    `With this link one person can register, within ${invitationDays} days:`,
    // Behind the #, where no server and no proxy on the way writes it into a log.
    `${origin}/register#invite=${token}`,
    ...(publicOrigin === undefined ? ['Set PUBLIC_ORIGIN to have the address that people type in it.'] : []),
  ]
}

function nobody(name: string): WrongSetting {
  return new WrongSetting(`Nobody is called "${name}".`)
}
