import type { FastifyRequest } from 'fastify'
import type { User } from '#core/contract/account.ts'
import type { Server } from '#server/http/fastify-types.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { findAgentsByNameOrEmail, nameKey } from './agents-repository.ts'
import { beginAttempt, startAttempt } from './login-pauses.ts'
import { newResetCode } from './password-service.ts'

type Accounts = Pick<Services, 'database' | 'secret'>

export type Mails = {
  mailer: Mailer
  publicOrigin: string
  /** Notes what fails. A server that stops waits for it. */
  goLater: (request: FastifyRequest, mailing: Promise<void>) => void
}

/** Null where no mail can be sent, or none with a link in it. */
export function mailsOf(server: Server, mailer: Mailer | null): Mails | null {
  const { publicOrigin } = server
  if (mailer === null || publicOrigin === null) return null
  const sending = new Set<Promise<void>>()
  server.addHook('onClose', () => Promise.all(sending))
  const goLater: Mails['goLater'] = (request, mailing) => {
    const gone = mailing
      .catch((error: unknown) => request.log.error({ reason: reasonOf(error) }, 'a mail could not be sent'))
      .finally(() => sending.delete(gone))
    sending.add(gone)
  }
  return { mailer, publicOrigin, goLater }
}

/** What the mail server said may hold the address. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

/** Throws 429 after too many mails for a name, whether or not an account has it. */
export async function refuseTooManyMails({ database: { db }, secret }: Accounts, name: string): Promise<void> {
  await beginAttempt(db, secret, { username: name, address: '', device: 'mail' })
}

/**
 * Mails a link for another password to the accounts with this name or this e-mail: two, when the e-mail of one is the name
 * of the other. Does nothing for a closed account.
 */
export async function mailResetLinks(services: Accounts, { mailer, publicOrigin }: Mails, name: string): Promise<void> {
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

/** Mails a notice to the former address, so that an account cannot be taken over unseen; as rarely as reset links, because the address need not be the agent's own. */
export async function mailChangedEmail(
  { database: { db }, secret }: Accounts,
  { mailer, publicOrigin }: Mails,
  before: User,
  email: string,
): Promise<void> {
  if (nameKey(before.email) === nameKey(email)) return
  const { username } = before
  if ((await startAttempt(db, secret, { username, address: '', device: 'changed email' })) > 0) return
  await mailer.send({
    to: before.email,
    subject: 'Your Fanlight email was changed',
    text: `The email address of ${username} at ${new URL(publicOrigin).host} was changed. This address gets no more emails from Fanlight.

If you made this change, there is nothing to do.

If you did not, change your password in Settings, which logs out all other devices, and then change the email back. If you cannot
log in, ask your administrator for a code to reset your password.
`,
  })
}

function letter(username: string, publicOrigin: string, { code }: { code: string }): string {
  // Behind the #, where no server and no proxy on the way writes it into a log.
  const link = `${publicOrigin}/reset-password#${new URLSearchParams({ username, code }).toString()}`
  return `Someone asked for a new password for ${username} at ${new URL(publicOrigin).host}.

To choose one, open this link within an hour:
${link}

It works once and logs out all your devices. Unsent changes stay on them and are sent after you log in.

If you did not ask for this, there is nothing to do: your password has not changed.
`
}
