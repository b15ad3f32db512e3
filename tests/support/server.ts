import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { csrfCookieName } from '#core/contract/sync-protocol.ts'
import { insertAgent } from '#server/accounts/agents-repository.ts'
import { csrfTokenOf } from '#server/accounts/cookies.ts'
import { insertSession } from '#server/accounts/credentials-repository.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { hashOfToken, newSecretToken } from '#server/accounts/secret-tokens.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import type { Server } from '#server/http/fastify-types.ts'
import { openServices, type OpenServices } from '#server/open-services.ts'
import { inject } from 'vitest'
import { anyDatabase, newEmbeddedDatabase, newPostgresDatabase, type DatabaseKind } from './databases.ts'
import { expectMatchesDescription } from './described-answers.ts'

export type TestServer = {
  app: Server
  services: OpenServices
  kind: DatabaseKind
  dataDir: string
  /** Listens on a free local port, once, and returns the origin. */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** The real application on a new database, without a port until `listen`. */
export async function startTestServer(
  kind: DatabaseKind = anyDatabase,
  options: Partial<Omit<AppOptions, 'services'>> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fanlight-test-'))
  const postgres = kind === 'postgres' ? await newPostgresDatabase() : undefined
  if (kind === 'embedded') await newEmbeddedDatabase(dataDir)
  const opened = await openTestServer(dataDir, postgres?.url, options)
  return {
    ...opened,
    kind,
    dataDir,
    async stop() {
      await opened.stop()
      await postgres?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The application on existing data, which `stop` leaves in place. */
export async function openTestServer(
  dataDir: string,
  databaseUrl: string | undefined,
  options: Partial<Omit<AppOptions, 'services'>> = {},
): Promise<Pick<TestServer, 'app' | 'services' | 'listen' | 'stop'>> {
  const services = await openServices(
    { dataDir, databaseUrl, objectStore: undefined },
    {
      workerFile: pathToFileURL(path.join(inject('serverBundle'), 'unsynced-database-worker.js')),
      onLost: (error) => {
        throw error
      },
    },
  )
  const app = await buildApp({
    services,
    pageFolder: path.join(dataDir, 'no-page'),
    publicOrigin: undefined,
    trustProxy: false,
    registration: 'open',
    acceptsAnyHost: true,
    mailer: null,
    metricsToken: undefined,
    logLevel: 'warn',
    logStream: discard(),
    ...options,
  })
  await app.ready()
  let origin: Promise<string> | undefined
  return {
    app,
    services,
    listen: () => (origin ??= app.listen({ host: '127.0.0.1', port: 0 })),
    async stop() {
      await app.close()
      await services.close()
    },
  }
}

function discard(): Writable {
  return new PassThrough().resume()
}

export type RequestOptions = {
  headers?: Record<string, string>
  /** Sent as JSON, a `FormData` as multipart. */
  body?: unknown
  /** Sent unchanged, for bodies other than JSON. */
  raw?: string | Buffer
}

export type Answer = {
  status: number
  headers: Record<string, unknown>
  /** The parsed JSON; undefined if the body is not JSON. */
  body: any // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape
  text: string
  bytes: Buffer
}

/** Handles cookies and the anti-forgery token like a browser. Throws if an answer does not match the API description. */
export type Visitor = {
  cookies: Map<string, string>
  ask(method: string, url: string, options?: RequestOptions): Promise<Answer>
  get(url: string, options?: RequestOptions): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(url: string, headers?: Record<string, string>): Promise<Answer>
}

let visitors = 0

/** A new client with an IP address of its own. */
export function aVisitor(server: Pick<TestServer, 'app'>): Visitor {
  visitors += 1
  const remoteAddress = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  const cookies = new Map<string, string>()

  async function ask(method: string, url: string, { headers = {}, body, raw }: RequestOptions = {}): Promise<Answer> {
    const csrf = cookies.get(csrfCookieName)
    const sent = raw === undefined ? await bodyToSend(body) : { payload: raw, headers: {} }
    const response = await server.app.inject({
      method: method as 'GET',
      url,
      remoteAddress,
      headers: {
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(csrf === undefined ? {} : { 'x-csrftoken': csrf }),
        ...sent.headers,
        ...headers,
      },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    })
    for (const cookie of response.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) cookies.delete(cookie.name)
      else cookies.set(cookie.name, cookie.value)
    }
    await expectMatchesDescription(server.app, {
      method,
      url,
      sent: body,
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed(response.body),
      text: response.body,
      bytes: response.rawPayload,
    }
  }

  return {
    cookies,
    ask,
    get: (url, options) => ask('GET', url, options),
    post: (url, body, headers = {}) => ask('POST', url, { body, headers }),
    put: (url, body, headers = {}) => ask('PUT', url, { body, headers }),
    patch: (url, body, headers = {}) => ask('PATCH', url, { body, headers }),
    delete: (url, headers = {}) => ask('DELETE', url, { headers }),
  }
}

export type Agent = Visitor & { id: number; username: string; email: string; password: string }

let agents = 0
const password = 'a lantern above the door'
let hashOfPassword: Promise<string> | undefined

function someone() {
  agents += 1
  const username = `agent-${process.pid}-${agents}`
  return { username, email: `${username}@example.com`, password }
}

/** Like `anAgentOverHttp`, without its three requests and two password hashes. */
export async function anAgent(server: Pick<TestServer, 'app' | 'services'>): Promise<Agent> {
  const { db } = server.services.database
  const { username, email } = someone()
  const names = { first_name: '', last_name: '', license_number: '', phone_number: '' }
  const password_hash = await (hashOfPassword ??= hashPassword(password))
  const { id } = await insertAgent(db, { username, email, ...names, password_hash })
  const token = newSecretToken()
  await insertSession(db, { id, password_hash }, { tokenHash: hashOfToken(token) })
  const visitor = aVisitor(server)
  const cookie = server.app.isPublicOverHttps ? '__Host-fanlight_session' : 'fanlight_session'
  visitor.cookies.set(cookie, token).set(csrfCookieName, csrfTokenOf(server.services.secret, token))
  return { ...visitor, id, username, email, password }
}

/** Registers and logs in like a browser, for tests of accounts and cookies. */
export async function anAgentOverHttp(server: Pick<TestServer, 'app'>): Promise<Agent> {
  const { username, email } = someone()
  const visitor = aVisitor(server)
  await visitor.get('/api/sync/')
  const registered = await visitor.post('/api/users/register/', { username, email, password, password2: password })
  if (registered.status !== 201) throw new Error(`Registering answered ${registered.status}: ${registered.text}`)
  const loggedIn = await visitor.post('/api/users/auth/login/', { username, password })
  if (loggedIn.status !== 200) throw new Error(`Logging in answered ${loggedIn.status}: ${loggedIn.text}`)
  return { ...visitor, id: loggedIn.body.user.id, username, email, password }
}

async function bodyToSend(body: unknown): Promise<{ payload?: string | Buffer; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} }
  if (body instanceof FormData) {
    // `Response` encodes a form as a browser does.
    const written = new Response(body)
    return {
      payload: Buffer.from(await written.arrayBuffer()),
      headers: { 'content-type': written.headers.get('content-type') ?? '' },
    }
  }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
