import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type MailServer = {
  url: string
  /** Received mails, decoded from quoted-printable. */
  mails: { to: string[]; text: string }[]
  refuses: boolean
}

/** A local SMTP server, until the test ends. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(box.refuses ? new Error('No such mailbox') : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        const plain = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: plain })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const box: MailServer = { url: `smtp://127.0.0.1:${port}`, mails, refuses: false }
  return box
}
