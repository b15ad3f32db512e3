import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { anyDatabase, databaseKinds, describeOn, isLongRun } from '#tests/support/databases.ts'
import { longTest } from '#tests/support/long-test.ts'
import { startTestServer } from '#tests/support/server.ts'
import { mainOfBundle, newApiToken, serverProcesses } from '#tests/support/server-process.ts'

const processes = serverProcesses()
const root = path.resolve(import.meta.dirname, '../..')

const batchSize = isLongRun ? 200 : 100

type BatchAnswers = { answers: { key: string; status: number }[] }

describeOn(databaseKinds, (kind) => {
  longTest.each(isLongRun ? (['SIGTERM', 'SIGINT'] as const) : ([kind === 'postgres' ? 'SIGINT' : 'SIGTERM'] as const))(
    '%s with four batches in flight stores what it answered, and settles the rest on a retry',
    async (signal) => {
      const database = await processes.databaseOf(kind)
      const server = await processes.start({ ...database, LOG_LEVEL: 'warn' })
      const token = await newApiToken(server.origin)
      const batches = [0, 1, 2, 3].map((batch) =>
        Array.from({ length: batchSize }, (_, index) => aClient(`b${batch}-${index}`)),
      )
      const sent = batches.map((operations) => sendBatch(server.origin, token, operations))
      // The batches are in progress once a client is stored.
      const statuses = sent.map((answer) => answer.then(({ status }) => status))
      await expect.poll(() => countOf(server.origin, token), { timeout: 60_000 }).toBeGreaterThan(0)
      server.child.kill(signal)
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200].map(() => expect.toSatisfy(isFinishedOrRefused)))
      const { code, printed } = await server.ended
      expect([code, printed]).toEqual([0, expect.not.stringMatching(/"level":50|\n\s+at /)])

      const again = await processes.start(database)
      const stored = new Set(await namesOf(again.origin, token))
      const answered = (await Promise.all(sent)).flatMap(({ body }) => body?.answers ?? [])
      const acknowledged = answered.filter(({ status }) => status === 201).map(({ key }) => key.replace(/:1$/, ''))
      expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
      for (const operations of batches) await sendBatch(again.origin, token, operations)
      const names = await namesOf(again.origin, token)
      expect([names.length, new Set(names).size]).toEqual([4 * batchSize, 4 * batchSize])
    },
  )
})

longTest('a stopping server answers the requests it has, and refuses new ones', async () => {
  const server = await processes.start(await processes.databaseOf(anyDatabase))
  const token = await newApiToken(server.origin)
  const heard: (number | string)[] = []
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; ; index += 1) {
      const answer = await send(server.origin, token, 'crm/clients/', aClient(`w${writer}-${index}`).body).catch(
        causeOf,
      )
      heard.push(typeof answer === 'string' ? answer : answer.status)
      // A client that gets 503 tries again later.
      if (typeof answer === 'string' || answer.status === 503) return
    }
  })
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThan(40)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  await Promise.all(writers)
  // In the end nothing listens on the port, which is a valid answer, too.
  expect([...new Set(heard)].filter((answer) => ![201, 503, 'ECONNREFUSED'].includes(answer))).toEqual([])
})

test('while it stops, the server finishes running requests and refuses new ones', async () => {
  const server = await startTestServer()
  const origin = new URL(await server.listen())
  const begun = once(server.app.server, 'request')
  const socket = net.connect(Number(origin.port), origin.hostname)
  const body = JSON.stringify({ username: 'nobody', password: 'nothing at all' })
  socket.write('POST /api/users/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
  socket.write(`Content-Length: ${body.length}\r\n\r\n{`)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await begun
  const drained = server.app.drain(60_000)
  const refused = await fetch(new URL('/api/sync/', origin))
  const { status, headers } = refused
  expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '5', 'close'])
  expect(await refused.json()).toMatchObject({ code: 'busy' })
  socket.write(body.slice(1))
  await drained
  // It was sent; the operating system decides when it arrives.
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 401 /)
  await server.stop()
})

longTest('a request that does not arrive holds up the stop for ten seconds, and is refused', async () => {
  const server = await processes.start(await processes.databaseOf(anyDatabase))
  const { hostname, port } = new URL(server.origin)
  const socket = net.connect(Number(port), hostname)
  socket.write('POST /api/users/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
  socket.write('Content-Length: 500\r\n\r\n{')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await fetch(`${server.origin}/healthz`)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(answer).toMatch(/^HTTP\/1\.1 (503|408) /)
})

longTest.each(isLongRun ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
  'npm start passes %s on to the server',
  async (signal) => {
    // The package's own scripts, beside a bundle that is already built.
    const folder = path.join(processes.folder(), 'package')
    await mkdir(path.join(folder, 'server/commands'), { recursive: true })
    await symlink(path.join(root, 'package.json'), path.join(folder, 'package.json'))
    await writeFile(path.join(folder, 'server/commands/start.mjs'), `await import(${JSON.stringify(mainOfBundle)})`)
    const data = path.join(processes.folder(), 'data')
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      env: { ...process.env, PORT: '0', DATA_DIR: data, DATABASE_URL: '', LOG_LEVEL: 'silent' },
    })
    let printed = ''
    npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const ended = once(npm, 'exit')
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/Fanlight is at/)
    npm.kill(signal)
    await ended
    // The server removes its owner file when it has stopped cleanly.
    await expect.poll(() => readdir(data), { timeout: 20_000 }).not.toContain('owner.json')
    await rm(folder, { recursive: true })
  },
)

const aClient = (name: string) => ({
  method: 'POST',
  path: 'crm/clients/',
  key: `${name}:1`,
  body: { first_name: 'Nora', last_name: name, email: 'nora@example.com' },
})

function isFinishedOrRefused(status: number): boolean {
  return status === 200 || status === 503
}

function send(origin: string, token: string, url: string, body: unknown): Promise<Response> {
  return fetch(`${origin}/api/${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

async function sendBatch(origin: string, token: string, operations: unknown[]) {
  const answer = await send(origin, token, 'sync/batch/', { operations })
  return { status: answer.status, body: answer.status === 200 ? ((await answer.json()) as BatchAnswers) : null }
}

async function countOf(origin: string, token: string): Promise<number> {
  return (await pageOf(origin, token, 1)).count
}

async function namesOf(origin: string, token: string): Promise<string[]> {
  const pages = [await pageOf(origin, token, 1), await pageOf(origin, token, 2)]
  return pages.flatMap(({ results }) => results.map((client) => client.last_name))
}

async function pageOf(origin: string, token: string, page: number) {
  const answer = await fetch(`${origin}/api/crm/clients/?page_size=500&page=${page}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.ok
    ? ((await answer.json()) as { count: number; results: { last_name: string }[] })
    : { count: 0, results: [] }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
}
