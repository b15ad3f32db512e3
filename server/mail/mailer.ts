type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** Throws if the mail server refuses. */
  send: (mail: Mail) => Promise<void>
}

const timeoutMs = 20_000
const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }

/** Opens a connection for each mail, because a server sends few mails. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  return {
    async send(mail) {
      // Loaded on demand: few servers send mail.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url: smtpUrl, ...timeouts })
      await transport.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
  }
}
