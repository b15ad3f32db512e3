import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Outcome } from '#server/http/outcome.ts'

/** Writes an answer directly to a socket, because its request is missing or incomplete, and closes the socket. */
export function answerAndEnd(socket: Socket, { status, headers, body }: Outcome): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`)
  socket.destroySoon()
}
