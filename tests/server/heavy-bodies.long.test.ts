import net from 'node:net'
import { expect, test } from 'vitest'
import { anyDatabase } from '#tests/support/databases.ts'
import { newApiToken, serverProcesses, type ServerProcess } from '#tests/support/server-process.ts'

const processes = serverProcesses()
const smallMachine = { NODE_OPTIONS: '--max-old-space-size=1024' }

async function stalled({ origin }: ServerProcess, head: string, pieces: Iterable<string>): Promise<net.Socket> {
  const { hostname, port } = new URL(origin)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {}).resume()
  socket.write(`POST ${head}\r\nHost: ${hostname}:${port}\r\n`)
  for (const piece of pieces) {
    if (socket.destroyed) break
    if (!socket.write(piece)) await drained(socket)
  }
  return socket
}

function drained(socket: net.Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

const fieldBytes = 1024 * 1024
const field = 'x'.repeat(fieldBytes)

function* hugeForm(authorization: string, isChunked: boolean): Generator<string> {
  yield `Authorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\n`
  yield isChunked ? 'Transfer-Encoding: chunked\r\n\r\n' : `Content-Length: ${50 * fieldBytes}\r\n\r\n`
  for (let index = 0; index < 49; index += 1) {
    const part = `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n${field}\r\n`
    yield isChunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part
  }
}

test('forty stalled forms of 49 MB do not take down a server with a heap of a gigabyte', async () => {
  const server = await processes.start({ ...(await processes.databaseOf(anyDatabase)), ...smallMachine })
  const authorization = `Bearer ${await newApiToken(server.origin)}`
  const forms = Array.from({ length: 40 }, (_, index) =>
    stalled(server, '/api/listings/ HTTP/1.1', hugeForm(authorization, index % 2 === 0)),
  )
  const sockets = await Promise.all(forms)
  const answer = await fetch(`${server.origin}/api/crm/clients/`, { headers: { authorization } })
  expect([answer.status, server.child.exitCode]).toEqual([200, null])
  for (const socket of sockets) socket.destroy()
})

test('four hundred anonymous clients that stall in or before a body hold no memory or connection', async () => {
  const server = await processes.start({ ...(await processes.databaseOf(anyDatabase)), ...smallMachine })
  function* body(bytes: number): Generator<string> {
    yield `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
    yield `{"username": "${'x'.repeat(bytes - 100)}`
  }
  const bodies = Array.from({ length: 400 }, (_, index) =>
    stalled(server, '/api/users/auth/login/ HTTP/1.1', body(index % 2 === 0 ? 900_000 : 4000)),
  )
  const heads = Array.from({ length: 20 }, () => stalled(server, '/api/users/auth/login/ HTTP/1.1', []))
  const sockets = await Promise.all([...bodies, ...heads])
  await expect.poll(() => sockets.filter((socket) => !socket.destroyed).length, { timeout: 40_000 }).toBe(0)
  expect((await fetch(`${server.origin}/api/sync/`)).status).toBe(200)
})

test('one address cannot use up all connections', async () => {
  const server = await processes.start(await processes.databaseOf(anyDatabase))
  const { hostname, port } = new URL(server.origin)
  const connect = (localAddress: string) => net.connect({ port: Number(port), host: hostname, localAddress })
  const greedy = Array.from({ length: 700 }, () => connect('127.0.0.2').on('error', () => {}))
  await expect.poll(() => greedy.filter((socket) => socket.destroyed).length, { timeout: 20_000 }).toBe(200)
  expect((await fetch(`${server.origin}/api/sync/`)).status).toBe(200)
  for (const socket of greedy) socket.destroy()
})
