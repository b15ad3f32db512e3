import http, { type RequestListener } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** The first byte of a TLS handshake; no method of HTTP begins with it. */
const handshake = 22
const patienceMs = 15_000

/**
 * Lets a port for HTTPS answer plain HTTP as well, because that is what people type. To be called on a new server: what was
 * listening for connections then gets those that speak TLS.
 */
export function answerPlainHttp(server: SecureServer, answer: RequestListener): void {
  const plain = http.createServer({ headersTimeout: patienceMs }, answer)
  plain.setTimeout(patienceMs)
  plain.keepAliveTimeout = 1000
  const speakTls = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = () => socket.destroy()
    socket.setTimeout(patienceMs, end).on('error', end)
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return
      socket.unshift(first)
      socket.setTimeout(0).off('timeout', end).off('error', end)
      if (first[0] === handshake) for (const listener of speakTls) listener.call(server, socket)
      else plain.emit('connection', socket)
    })
  })
}

/** The same address with https; for a page that was asked for, because a form's content must not be sent again in the clear. */
export const redirectToHttps: RequestListener = (request, response) => {
  const { host } = request.headers
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (!isPage || host === undefined || !/^[\w.:[\]-]+$/.test(host)) {
    response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('This server speaks HTTPS.\n')
    return
  }
  const place = request.url?.startsWith('/') === true ? request.url : '/'
  response.writeHead(308, { location: `https://${host}${place}`, connection: 'close' }).end()
}
