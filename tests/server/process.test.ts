import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { newEmbeddedDatabase } from '#tests/support/databases.ts'

// Each sentence starts whole processes, and on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let running: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-process-'))
  running = []
  await newEmbeddedDatabase(path.join(folder, 'data'))
})

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const main = path.join(inject('serverBundle'), 'main.js')
const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

test('what was acknowledged survives kill -9, again and again', async () => {
  const acknowledged: string[] = []
  let token = ''
  for (let round = 0; round < 3; round += 1) {
    const server = await startProcess()
    token ||= await newApiToken(server.origin)
    const authorization = `Bearer ${token}`
    const life = { isOver: false }
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let index = 0; !life.isOver; index += 1) {
        const last_name = `R${round}-W${writer}-N${index}`
        const answer = await fetch(`${server.origin}/api/crm/clients/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization, 'idempotency-key': `${last_name}:1` },
          body: JSON.stringify({ ...someone, last_name }),
        }).catch(() => null)
        if (answer?.status === 201) acknowledged.push(last_name)
      }
    })
    // In the middle of the work: the kill comes between some request and its answer.
    const wanted = acknowledged.length + 25
    while (acknowledged.length < wanted) await pause(5)
    server.child.kill('SIGKILL')
    await server.ended
    life.isOver = true
    await Promise.all(writers)
  }

  const server = await startProcess()
  const names: string[] = []
  let next: string | null = '/api/crm/clients/?page_size=500'
  while (next !== null) {
    const answer: Response = await fetch(server.origin + next, { headers: { authorization: `Bearer ${token}` } })
    const page = (await answer.json()) as { results: { last_name: string }[]; next: string | null }
    names.push(...page.results.map((client) => client.last_name))
    next = page.next
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(75)
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('on a fresh folder the server makes all that it needs', async () => {
  const server = await startProcess({ DATA_DIR: path.join(folder, 'a', 'new', 'folder') })
  const answer = await fetch(`${server.origin}/healthz`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', database: 'ok' }])
})

test('a second process on the same data folder is refused, and the first goes on', async () => {
  const first = await startProcess()
  const second = await outcomeOf(run({ PORT: '0' }))
  expect(second.code).toBe(1)
  expect(second.printed).toMatch(/^The data folder .* is already open in another Fanlight server\. .*\n$/)
  expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)
})

test('a folder that another machine is using is refused while its owner is alive', async () => {
  const data = path.join(folder, 'data')
  let beat = 0
  const beatElsewhere = () =>
    writeFile(
      path.join(data, 'owner.json'),
      JSON.stringify({ id: 'other', machine: 'another container', pid: 1, beat: beat++ }),
    )
  await beatElsewhere()
  const heart = setInterval(() => void beatElsewhere(), 500)
  const refused = await outcomeOf(run({ PORT: '0' }))
  clearInterval(heart)
  expect([refused.code, refused.printed]).toEqual([
    1,
    expect.stringContaining('is already open in another Fanlight server'),
  ])
})

test('a server whose folder was taken over by another stops by itself', async () => {
  const server = await startProcess()
  const owner = path.join(folder, 'data', 'owner.json')
  await writeFile(owner, JSON.stringify({ id: 'other', machine: 'another container', pid: 1, beat: 1 }))
  const { code, printed } = await server.ended
  expect([code, printed]).toEqual([1, expect.stringContaining('has taken this data folder over')])
  expect(JSON.parse(await readFile(owner, 'utf8'))).toMatchObject({ id: 'other' })
})

test('a wrong setting stops the start in one line that names it', async () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'abc' },
    { LOG_LEVEL: 'loud' },
    { DATABASE_URL: 'mysql://localhost/x' },
    // Nobody listens on the first port.
    { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/x' },
    { DATA_DIR: path.join(main, 'below-a-file') },
    { HOST: '203.0.113.77' },
    { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' },
  ]
  for (const setting of wrong) {
    const [name = ''] = Object.keys(setting)
    const { code, printed } = await outcomeOf(run({ PORT: '0', ...setting }))
    expect([code, printed]).toEqual([1, expect.stringMatching(new RegExp(`^${name} [^\n]+\n$`))])
    expect(printed).not.toContain('secret')
  }
})

test('a port that is taken is told by its setting', async () => {
  const other = net.createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as net.AddressInfo).port))
  })
  const { code, printed } = await outcomeOf(run({ PORT: String(port) }))
  other.close()
  expect([code, printed]).toEqual([1, `PORT ${port} is taken by another program on 127.0.0.1.\n`])
})

test('asked to stop, the server ends what it is doing and leaves its folder, kept connections or not', async () => {
  const server = await startProcess()
  const { port, hostname } = new URL(server.origin)
  const idle = net.connect(Number(port), hostname)
  await new Promise((resolve) => idle.once('connect', resolve))
  idle.on('error', () => {})
  await fetch(`${server.origin}/api/sync/`)
  const askedAt = Date.now()
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  // Not after the ten seconds that an unfinished answer would be given.
  expect(Date.now() - askedAt).toBeLessThan(8000)
  expect(await readdir(path.join(folder, 'data'))).not.toContain('owner.json')
  idle.destroy()
})

test('a backup holds everything, has another history for devices that know more, and needs the server to be stopped', async () => {
  const server = await startProcess()
  const authorization = `Bearer ${await newApiToken(server.origin)}`
  await addClient(server.origin, authorization)
  const backedUp = await cursorAt(server.origin, authorization)
  const copy = path.join(folder, 'copy')
  expect((await outcomeOf(run({}, ['backup', copy]))).printed).toContain('is already open')
  server.child.kill('SIGTERM')
  await server.ended
  expect(await outcomeOf(run({}, ['backup', copy]))).toMatchObject({ code: 0 })
  const again = await startProcess()
  await addClient(again.origin, authorization)
  const newest = await cursorAt(again.origin, authorization)
  again.child.kill('SIGTERM')
  await again.ended
  expect((await outcomeOf(run({}, ['backup', copy]))).printed).toContain('is not empty')

  const restored = await startProcess({ DATA_DIR: copy })
  const clients = (await (
    await fetch(`${restored.origin}/api/crm/clients/`, { headers: { authorization } })
  ).json()) as {
    results: unknown[]
  }
  expect(clients.results).toEqual([expect.objectContaining(someone)])
  expect(await historyOf(restored.origin, backedUp)).toBe('same')
  expect(await historyOf(restored.origin, newest)).toBe('changed')
})

async function addClient(origin: string, authorization: string): Promise<void> {
  await fetch(`${origin}/api/crm/clients/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(someone),
  })
}

async function cursorAt(origin: string, authorization: string): Promise<string> {
  const answer = await fetch(`${origin}/api/sync/changes/`, { headers: { authorization } })
  return ((await answer.json()) as { cursor: string }).cursor
}

async function historyOf(origin: string, cursor: string): Promise<string> {
  const answer = await fetch(`${origin}/api/sync/?cursor=${encodeURIComponent(cursor)}`)
  return ((await answer.json()) as { history: string }).history
}

type Ended = { code: number | null; printed: string }

function run(environment: Record<string, string>, words: string[] = ['serve']): ChildProcess {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', ...environment },
  })
  running.push(child)
  return child
}

function outcomeOf(child: ChildProcess): Promise<Ended> {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })))
}

/** A real server process on a data folder, ready to answer. */
async function startProcess(environment: Record<string, string> = {}) {
  const child = run({ PORT: '0', ...environment })
  const ended = outcomeOf(child)
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const port = /Fanlight is at http:\/\/localhost:(\d+)/.exec(chunk.toString())?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    void ended.then(({ printed }) => reject(new Error(`The server did not start: ${printed}`)))
  })
  return { child, ended, origin }
}

async function newApiToken(origin: string): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const password = 'a lantern above the door'
  const post = (url: string, body: unknown, headers: Record<string, string>) =>
    fetch(origin + url, { method: 'POST', headers, body: JSON.stringify(body) })
  await post(
    '/api/users/register/',
    { username: 'nora', email: 'nora@example.com', password, password2: password },
    json,
  )
  const login = await post('/api/users/auth/login/', { username: 'nora', password }, json)
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  const csrf = cookies.find((cookie) => cookie?.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  const made = await post(
    '/api/users/tokens/',
    { name: 'Test' },
    { ...json, cookie: cookies.join('; '), 'x-csrftoken': csrf },
  )
  return ((await made.json()) as { token: string }).token
}
