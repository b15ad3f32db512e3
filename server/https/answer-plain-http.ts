import http, { type RequestListener } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** First byte of a TLS handshake; no HTTP method begins with it. */
const handshake = 22
const patienceMs = 15_000

/** Answers plain HTTP on the HTTPS port: people type addresses without https. `connection` listeners added before this call get only TLS. */
export function answerPlainHttp(server: SecureServer, answer: RequestListener): void {
  const plain = http.createServer({ headersTimeout: patienceMs }, answer)
  plain.setTimeout(patienceMs)
  plain.keepAliveTimeout = 1000
  const tlsListeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = () => socket.destroy()
    socket.setTimeout(patienceMs, end).on('error', end)
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return
      socket.unshift(first)
      socket.setTimeout(0).off('timeout', end).off('error', end)
      if (first[0] === handshake) for (const listener of tlsListeners) listener.call(server, socket)
      else plain.emit('connection', socket)
    })
  })
}

/** Redirects only GET and HEAD. Other requests fail, so that the client does not continue to send its content in plain text. */
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
