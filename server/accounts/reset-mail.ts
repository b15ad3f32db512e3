import type { FastifyRequest } from 'fastify'
import type { User } from '#core/contract/account.ts'
import type { Server } from '#server/http/fastify-types.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { findAgentsByNameOrEmail, nameKey } from './agents-repository.ts'
import { countAttemptOrThrow, countAttempt } from './login-pauses.ts'
import { newResetCode } from './password-service.ts'

type Accounts = Pick<Services, 'database' | 'secret'>

export type Mails = {
  mailer: Mailer
  publicOrigin: string
  /** Returns at once while a mail is being sent (`mailing`), and logs its failure. A server that stops waits for all such mails. */
  sendInBackground: (request: FastifyRequest, mailing: Promise<void>) => void
}

/** Returns what is needed to send mails; null if the server has no mailer, or no public address for links. */
export function mailsOf(server: Server, mailer: Mailer | null): Mails | null {
  const { publicOrigin } = server
  if (mailer === null || publicOrigin === null) return null
  const sending = new Set<Promise<void>>()
  server.addHook('onClose', () => Promise.all(sending))
  const sendInBackground: Mails['sendInBackground'] = (request, mailing) => {
    const sent = mailing
      .catch((error: unknown) => request.log.error({ reason: reasonOf(error) }, 'a mail could not be sent'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }
  return { mailer, publicOrigin, sendInBackground }
}

/** Returns only the error's code, because the mail server's message may contain the recipient's address. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

/** Throws 429 after too many emails to a name, whether or not an account with this name exists. */
export async function refuseTooManyMails({ database: { db }, secret }: Accounts, name: string): Promise<void> {
  // `mail` is a separate count: failed logins do not reduce the number of emails, and emails do not block logins.
  await countAttemptOrThrow(db, secret, { username: name, address: '', device: 'mail' })
}

/** Emails a reset link to each account with this username or email, which may be two accounts. Skips closed ones. */
export async function mailResetLinks(services: Accounts, { mailer, publicOrigin }: Mails, name: string): Promise<void> {
  for (const { username, email } of await findAgentsByNameOrEmail(services.database.db, name)) {
    const reset = await newResetCode(services, username)
    if (typeof reset === 'string') continue
    await mailer.send({
      to: email,
      subject: 'Reset your Fanlight password',
      text: letter(username, publicOrigin, reset),
    })
  }
}

/** Notifies the previous email address, in case another person changed it. Rate-limited, because a stranger may own that address. */
export async function mailChangedEmail(
  { database: { db }, secret }: Accounts,
  { mailer, publicOrigin }: Mails,
  before: User,
  email: string,
): Promise<void> {
  if (nameKey(before.email) === nameKey(email)) return
  const { username } = before
  // A result above 0 means too many mails: it is the number of seconds until the next one is allowed.
  if ((await countAttempt(db, secret, { username, address: '', device: 'changed email' })) > 0) return
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
  // The code is in the fragment: browsers do not send it, so no server or proxy logs it.
  const link = `${publicOrigin}/reset-password#${new URLSearchParams({ username, code }).toString()}`
  return `Someone asked for a new password for ${username} at ${new URL(publicOrigin).host}.

To choose one, open this link within an hour:
${link}

It works once and logs out all your devices. Unsent changes stay on them and are sent after you log in.

If you did not ask for this, there is nothing to do: your password has not changed.
`
}
