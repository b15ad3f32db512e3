import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { answerClientError } from '#server/http/error-handler.ts'

test.each(['ERR_TLS_HANDSHAKE_TIMEOUT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ECONNRESET'])(
  'a connection whose TLS handshake never ends is closed after %s, and not answered',
  async (code) => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [accepted] = (await once(server, 'connection')) as [net.Socket]
    const secure = new TLSSocket(accepted, { isServer: true })
    const heard: Buffer[] = []
    client.on('data', (bytes: Buffer) => heard.push(bytes)).write(Buffer.from('160301', 'hex'))
    const closed = once(client, 'close')
    answerClientError({ code }, secure)
    await closed
    expect(heard).toEqual([])
    server.close()
  },
)
