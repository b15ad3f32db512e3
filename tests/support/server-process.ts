import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, inject, vi } from 'vitest'
import { newEmbeddedDatabase, newPostgresDatabase, type DatabaseKind, type PostgresDatabase } from './databases.ts'
import { shortLivedDatabase } from './short-lived-database.ts'

type Ended = { code: number | null; printed: string }

export type ServerProcess = { child: ChildProcess; ended: Promise<Ended>; origin: string }

export type ServerProcesses = {
  /** A new folder for each test; its `data` contains an initialized embedded database. */
  folder: () => string
  /** Runs a command of the bundle; `before` are words that run it elsewhere, such as on a small disk. */
  run: (environment?: Record<string, string>, words?: string[], before?: string[]) => ChildProcess
  start: (environment?: Record<string, string>, before?: string[]) => Promise<ServerProcess>
  /** Environment variables for a new database of this kind. */
  databaseOf: (kind: DatabaseKind, template?: string) => Promise<Record<string, string>>
}

export const mainOfBundle = path.join(inject('serverBundle'), 'main.js')

/** Server processes for a file's tests; processes still running after a test are killed. */
export function serverProcesses(): ServerProcesses {
  // Starting processes takes long on a busy machine.
  vi.setConfig({ testTimeout: 120_000 })
  let folder: string
  let running: ChildProcess[]
  let databases: PostgresDatabase[]

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-process-'))
    running = []
    databases = []
    await newEmbeddedDatabase(path.join(folder, 'data'))
  })

  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    for (const database of databases) await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  function run(
    environment: Record<string, string> = {},
    words: string[] = ['serve'],
    before: string[] = [],
  ): ChildProcess {
    const [program = '', ...rest] = [...before, process.execPath, ...shortLivedDatabase, mainOfBundle, ...words]
    const child = spawn(program, rest, {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', ...environment },
    })
    running.push(child)
    return child
  }

  async function start(environment: Record<string, string> = {}, before: string[] = []): Promise<ServerProcess> {
    const child = run({ PORT: '0', ...environment }, ['serve'], before)
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

  async function databaseOf(kind: DatabaseKind, template?: string): Promise<Record<string, string>> {
    if (kind === 'embedded') return {}
    const database = await newPostgresDatabase(template)
    databases.push(database)
    return { DATABASE_URL: database.url }
  }

  return { folder: () => folder, run, start, databaseOf }
}

export function outcomeOf(child: ChildProcess): Promise<Ended> {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })))
}

export async function newApiToken(origin: string, username = 'nora'): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const password = 'a lantern above the door'
  const post = (url: string, body: unknown, headers: Record<string, string>) =>
    fetch(origin + url, { method: 'POST', headers, body: JSON.stringify(body) })
  await post(
    '/api/users/register/',
    { username, email: `${username}@example.com`, password, password2: password },
    json,
  )
  const login = await post('/api/users/auth/login/', { username, password }, json)
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  const csrf = cookies.find((cookie) => cookie?.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  const made = await post(
    '/api/users/tokens/',
    { name: 'Test' },
    { ...json, cookie: cookies.join('; '), 'x-csrftoken': csrf },
  )
  return ((await made.json()) as { token: string }).token
}
