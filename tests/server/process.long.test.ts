import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CommandTask } from '#server/commands/command.ts'
import { restore } from '#server/commands/restore.ts'
import { serve } from '#server/commands/serve.ts'
import { readConfig, ExplainedError } from '#server/config.ts'
import { anyDatabase, hasPostgres, isLongRun } from '#tests/support/databases.ts'
import { withTimers } from '#tests/support/timers-of-process.ts'
import { mainOfBundle, newApiToken, outcomeOf, serverProcesses } from '#tests/support/server-process.ts'

const processes = serverProcesses()

const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

test('acknowledged writes survive kill -9, again and again', async () => {
  const acknowledged: string[] = []
  let wanted = 0
  let enough = () => {}
  let token = ''
  const rounds = isLongRun ? 3 : 2
  for (let round = 0; round < rounds; round += 1) {
    const server = await processes.start()
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
        if (answer?.status !== 201) continue
        acknowledged.push(last_name)
        if (acknowledged.length === wanted) enough()
      }
    })
    // In the middle of the work: the kill comes between some request and its answer.
    wanted = acknowledged.length + 25
    await new Promise<void>((resolve) => (enough = resolve))
    server.child.kill('SIGKILL')
    await server.ended
    life.isOver = true
    await Promise.all(writers)
  }

  const server = await processes.start()
  const names: string[] = []
  let next: string | null = '/api/crm/clients/?page_size=500'
  while (next !== null) {
    const answer: Response = await fetch(server.origin + next, { headers: { authorization: `Bearer ${token}` } })
    const page = (await answer.json()) as { results: { last_name: string }[]; next: string | null }
    names.push(...page.results.map((client) => client.last_name))
    next = page.next
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 25)
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('a folder in use is refused, and a server whose folder was taken over stops by itself', async () => {
  const first = await processes.start(await withTimers(processes.folder(), { 4000: 100 }))
  const second = await outcomeOf(processes.run({ PORT: '0' }))
  expect(second.code).toBe(1)
  expect(second.printed).toMatch(/^The data folder .* is already open in another Fanlight server\. .*\n$/)
  expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)

  // The other machine beats as well, so that a late beat of the first server does not remain.
  const leave = await anotherMachine()
  const { code, printed } = await first.ended
  // For an owner on another machine, only its beats show that it is alive.
  const third = await outcomeOf(processes.run({ PORT: '0' }))
  await leave()
  expect([code, printed]).toEqual([1, expect.stringContaining('has taken this data folder over')])
  expect([third.code, third.printed]).toEqual([
    1,
    expect.stringContaining('is already open in another Fanlight server'),
  ])
  expect(JSON.parse(await readFile(path.join(processes.folder(), 'data', 'owner.json'), 'utf8'))).toMatchObject({
    id: 'other',
  })
})

/** Owns the folder like a server of another machine, writing its beats until it is asked to stop. */
async function anotherMachine(): Promise<() => Promise<void>> {
  const file = path.join(processes.folder(), 'data', 'owner.json')
  const own = async (beat: number) => {
    await writeFile(`${file}.elsewhere`, JSON.stringify({ id: 'other', machine: 'another container', pid: 1, beat }))
    await rename(`${file}.elsewhere`, file)
  }
  let beat = 0
  let writing = own(beat)
  await writing
  const heart = setInterval(() => {
    beat += 1
    writing = writing.then(() => own(beat))
  }, 500)
  return async () => {
    clearInterval(heart)
    await writing
  }
}

test('a wrong setting stops the start in one line that names it', async () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'abc' },
    { LOG_LEVEL: 'loud' },
    { DATABASE_URL: 'mysql://localhost/x' },
    unreachable,
    { DATA_DIR: path.join(mainOfBundle, 'below-a-file') },
    // A folder that exists and is not writable, even for root.
    { DATA_DIR: '/proc/nowhere/data' },
    { BACKUP_DIR: '/proc/nowhere/backups' },
    { BACKUP_DIR: mainOfBundle },
    { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' },
  ]
  wrong.push(await aWrongPair())
  for (const setting of wrong) {
    const [name = ''] = Object.keys(setting)
    const message = await refusalOf(setting)
    expect(message).toMatch(new RegExp(`^${name} [^\n]+$`))
    expect(message).not.toContain('secret')
  }
  expect(await refusalOf({ DATA_DIR: '/proc/nowhere/data' }, { isShared: true })).toBe(
    'DATA_DIR /proc/nowhere/data cannot be written to.',
  )
})

const unreachable = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/x' }

/** The error message of the start with a wrong setting. This runs in the test's process, as nothing is opened before. */
async function refusalOf(setting: Record<string, string>, how = { isShared: false }): Promise<string> {
  const environment = { DATA_DIR: path.join(processes.folder(), 'data'), PORT: '0', LOG_LEVEL: 'silent', ...setting }
  const refusal: unknown = await (async () => serve(readConfig(environment), how))().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ExplainedError)
  return (refusal as ExplainedError).message
}

test('every command prints a wrong setting in one line and ends', async () => {
  const { code, printed } = await outcomeOf(processes.run({ PORT: '0', ...unreachable }))
  expect([code, printed]).toEqual([1, expect.stringMatching(/^DATABASE_URL [^\n]+\n$/)])
  expect(printed).not.toContain('secret')
  const database = await processes.databaseOf(anyDatabase)
  const nowhere = { ...database, BACKUP_DIR: '/proc/nowhere/backups' }
  expect(await outcomeOf(processes.run(nowhere, ['backup']))).toEqual({
    code: 1,
    printed: 'The folder /proc/nowhere/backups cannot be written to.\n',
  })
})

test('a server that cannot start ends its process', async () => {
  // A folder in the place of the admin socket cannot be removed.
  await mkdir(path.join(processes.folder(), 'data', 'admin.sock'), { recursive: true })
  const { code, printed } = await outcomeOf(processes.run({ PORT: '0' }))
  expect([code, printed]).toEqual([1, expect.stringContaining('admin.sock')])
})

test('a taken port and a foreign host address are reported by the name of their setting', async () => {
  const database = await processes.databaseOf(anyDatabase)
  const other = net.createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as net.AddressInfo).port))
  })
  const { code, printed } = await outcomeOf(processes.run({ ...database, PORT: String(port) }))
  other.close()
  expect([code, printed]).toEqual([1, `PORT ${port} is taken by another program on 127.0.0.1.\n`])
  const elsewhere = await outcomeOf(processes.run({ ...database, PORT: '0', HOST: '203.0.113.77' }))
  expect([elsewhere.code, elsewhere.printed]).toEqual([1, expect.stringMatching(/^HOST [^\n]+\n$/)])
})

test('on an empty folder the server sets itself up, and stops cleanly despite open connections', async () => {
  const folder = path.join(processes.folder(), 'a', 'new', 'folder')
  const server = await processes.start({ DATA_DIR: folder, ...(await countingPauses()) })
  const answer = await fetch(`${server.origin}/healthz`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', database: 'ok' }])
  expect(await readdir(folder)).toContain('owner.json')
  const { port, hostname } = new URL(server.origin)
  const idle = net.connect(Number(port), hostname)
  await new Promise((resolve) => idle.once('connect', resolve))
  idle.on('error', () => {})
  await fetch(`${server.origin}/api/sync/`)
  server.child.kill('SIGTERM')
  const { code, printed } = await server.ended
  expect(code).toBe(0)
  // Less than the ten seconds that an unfinished answer would get.
  expect(Number(/^paused for (\d+) ms$/m.exec(printed)?.[1])).toBeLessThan(5000)
  expect(await readdir(folder)).not.toContain('owner.json')
  idle.destroy()
})

/** Settings under which pauses advance the clock and take no time. The process prints their sum since SIGTERM. */
function countingPauses(): Promise<Record<string, string>> {
  return withTimers(
    processes.folder(),
    {},
    `const { default: timers } = await import('node:timers/promises')
    const { syncBuiltinESMExports } = await import('node:module')
    let pausedMs = 0
    for (const clock of [Date, performance]) {
      const now = clock.now.bind(clock)
      clock.now = () => now() + pausedMs
    }
    timers.setTimeout = (ms) => {
      pausedMs += ms
      return new Promise((resolve) => setImmediate(resolve))
    }
    syncBuiltinESMExports()
    process.once('SIGTERM', () => {
      const before = pausedMs
      process.once('exit', () => console.log('paused for', pausedMs - before, 'ms'))
    })`,
  )
}

test('a backup made while serving is complete, and newer devices see another history after it', async () => {
  const server = await processes.start()
  const authorization = `Bearer ${await newApiToken(server.origin)}`
  await addClient(server.origin, authorization)
  const backedUp = await cursorAt(server.origin, authorization)
  const folder = path.join(processes.folder(), 'backups')
  expect(await outcomeOf(processes.run({}, ['backup', 'backups']))).toMatchObject({ code: 0 })
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/^fanlight-\d{8}-\d{6}\.zip$/)
  expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
  await addClient(server.origin, authorization)
  const newest = await cursorAt(server.origin, authorization)
  expect(await readdir(path.join(processes.folder(), 'data'))).not.toContainEqual(expect.stringContaining('snapshot'))
  server.child.kill('SIGTERM')
  await server.ended

  // A backup needs no server; a restore refuses a folder that has a database.
  expect(await outcomeOf(processes.run({}, ['backup', 'more']))).toMatchObject({ code: 0 })
  const ontoAnother = restore({ ...taskHere(), words: [path.join(folder, file)] })
  await expect(ontoAnother).rejects.toThrow(/^DATA_DIR .* holds a database already\. [^\n]*$/)

  const fresh = { DATA_DIR: path.join(processes.folder(), 'fresh') }
  const done = await outcomeOf(processes.run(fresh, ['restore', path.join(folder, file)]))
  expect([done.code, done.printed]).toEqual([0, expect.stringContaining('rows and 0 photos of')])
  const restored = await processes.start(fresh)
  const clients = (await (
    await fetch(`${restored.origin}/api/crm/clients/`, { headers: { authorization } })
  ).json()) as {
    results: unknown[]
  }
  expect(clients.results).toEqual([expect.objectContaining(someone)])
  expect(await historyOf(restored.origin, backedUp)).toBe('same')
  expect(await historyOf(restored.origin, newest)).toBe('changed')
  // Six processes open a database, one after the other.
}, 240_000)

test.skipIf(!hasPostgres)(
  'a workspace moves to an empty PostgreSQL once, and only while no server uses it',
  async () => {
    const server = await processes.start()
    const authorization = `Bearer ${await newApiToken(server.origin)}`
    await addClient(server.origin, authorization)
    const cursor = await cursorAt(server.origin, authorization)
    const postgres = await processes.databaseOf('postgres', 'template0')
    const move = () => outcomeOf(processes.run(postgres, ['move-to-postgres']))
    expect((await move()).printed).toContain('is already open in another Fanlight server')
    server.child.kill('SIGTERM')
    await server.ended
    expect(await move()).toEqual({ code: 0, printed: expect.stringContaining('were copied, and compared.') })
    expect(await move()).toEqual({ code: 1, printed: expect.stringContaining('already holds records') })
    const moved = await processes.start(postgres)
    expect(await historyOf(moved.origin, cursor)).toBe('same')
    await addClient(moved.origin, authorization)
    const answer = await fetch(`${moved.origin}/api/crm/clients/`, { headers: { authorization } })
    expect(((await answer.json()) as { results: unknown[] }).results).toHaveLength(2)
  },
)

function taskHere(): Omit<CommandTask, 'words'> {
  return {
    config: readConfig({ DATA_DIR: path.join(processes.folder(), 'data') }),
    folder: processes.folder(),
    print: () => {},
    withServices: async () => {},
    signal: new AbortController().signal,
  }
}

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

const certificate = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUcLrTzOEnz1wfmQLPWlaw+/N13+YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE3NDM0N1oYDzIxMjYxMDI5
MTc0MzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASTdp1ISBS2WUcd5Cq13w7AlX5V7S1Q1d+mzQNKBjlZs2YOMhMcTe/o
zJO69Q4V9UvKJFx79oKt634Seenh4eu7o1MwUTAdBgNVHQ4EFgQUzFnMu7Tpr6sV
MoHZhgo7jdB9UdcwHwYDVR0jBBgwFoAUzFnMu7Tpr6sVMoHZhgo7jdB9UdcwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAoOtmKWqZbrYEHntqOVsL
qvjPNh2eHRbOzGO8kc8CVDMCIEdCu2WuiL5UsbnZVo5+f/DQV1hN7uXgD+G9h5qj
1zAt
-----END CERTIFICATE-----
`

async function aWrongPair(): Promise<{ TLS_CERT: string; TLS_KEY: string }> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [TLS_CERT, TLS_KEY] = ['cert.pem', 'key.pem'].map((name) => path.join(processes.folder(), name)) as [
    string,
    string,
  ]
  await writeFile(TLS_CERT, certificate)
  await writeFile(TLS_KEY, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { TLS_CERT, TLS_KEY }
}
