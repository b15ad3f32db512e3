/** One mail, in plain text. */
type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** Throws when the mail server does not take it. */
  send: (mail: Mail) => Promise<void>
}

/** A mail server that says nothing for so long is not waited for. */
const patienceMs = 20_000
const patience = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }

/** Sends through an SMTP server; a connection for each mail, because there are few. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  return {
    async send(mail) {
      // Loaded with the first mail: few servers send any.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url: smtpUrl, ...patience })
      await transport.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
  }
}
