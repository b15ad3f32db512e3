import type { Kysely } from 'kysely'
import { closeAgent, reopenAgent } from '#server/accounts/closed-accounts-repository.ts'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import type { Tables } from '#server/database/tables.ts'
import { withServices } from './with-services.ts'

const usage = 'Say which: account close NAME, or account reopen NAME.'

/** Closes an agent's account, or opens it again, and says what that means for their devices. */
export async function account(config: Config, words: string[]): Promise<void> {
  const [word, name, another] = words
  if ((word !== 'close' && word !== 'reopen') || name === undefined || another !== undefined) {
    throw new WrongSetting(usage)
  }
  await withServices(config, async ({ database: { db } }) => {
    for (const line of word === 'close' ? await close(db, name) : await reopen(db, name)) console.log(line)
  })
}

/** The lines to print; the code is in them and nowhere else. Closing again gives another code. */
export async function close(db: Kysely<Tables>, name: string): Promise<string[]> {
  const code = newSecretToken()
  if (!(await closeAgent(db, name, hashOfToken(code)))) throw nobody(name)
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

function nobody(name: string): WrongSetting {
  return new WrongSetting(`Nobody is called "${name}".`)
}
