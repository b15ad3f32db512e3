import type { Mailer } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { findAgentsByNameOrEmail } from './agents-repository.ts'
import { beginAttempt } from './login-pauses.ts'
import { newResetCode } from './password-service.ts'

type Accounts = Pick<Services, 'database' | 'secret'>

/** Throws 429 after too many mails for a name, whether or not an account has it. */
export async function refuseTooManyMails({ database: { db }, secret }: Accounts, name: string): Promise<void> {
  await beginAttempt(db, secret, { username: name, address: '', device: 'mail' })
}

/**
 * Mails a link for another password to the accounts with this name or this e-mail: two, when the e-mail of one is the name
 * of the other. Does nothing for a closed account.
 */
export async function mailResetLinks(
  services: Accounts,
  { mailer, publicOrigin }: { mailer: Mailer; publicOrigin: string },
  name: string,
): Promise<void> {
  for (const { username, email } of await findAgentsByNameOrEmail(services.database.db, name)) {
    const made = await newResetCode(services, username)
    if (typeof made === 'string') continue
    await mailer.send({
      to: email,
      subject: 'Reset your Fanlight password',
      text: letter(username, publicOrigin, made),
    })
  }
}

function letter(username: string, publicOrigin: string, { code }: { code: string }): string {
  // Behind the #, where no server and no proxy on the way writes it into a log.
  const link = `${publicOrigin}/reset-password#${new URLSearchParams({ username, code }).toString()}`
  return `Someone asked for a new password for ${username} at ${new URL(publicOrigin).host}.

To choose one, open this link within an hour:
${link}

It works once. All your devices are then logged out; unsent changes stay on them and are sent after you log in.

If it was not you, there is nothing to do: your password has not changed.
`
}
