import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverPathPatterns } from '#core/contract/sync-protocol.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { operationsOf } from '#tests/support/described-answers.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgentOverHttp, aVisitor, startTestServer, type TestServer } from '#tests/support/server.ts'

const inlineScript = 'document.documentElement.dataset.theme = "light"'
const inlineStyle = 'body { margin: 0 }'
const page = `<!doctype html><html><head><script>${inlineScript}</script><style>${inlineStyle}</style>
<script type="module" src="/assets/main-abc123.js"></script></head><body></body></html>`
const someone = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

let server: TestServer
let pageFolder: string
let logged = ''

beforeAll(async () => {
  pageFolder = await mkdtemp(path.join(os.tmpdir(), 'fanlight-page-'))
  await mkdir(path.join(pageFolder, 'assets'))
  await writeFile(path.join(pageFolder, 'index.html'), page)
  await writeFile(path.join(pageFolder, 'service-worker.js'), 'self.skipWaiting')
  await writeFile(path.join(pageFolder, 'assets/main-abc123.js'), 'export {}')
  await writeFile(path.join(pageFolder, 'assets/main-abc123.js.br'), brotliCompressSync('export {}'))
  const map = '{"sourcesContent":["// a comment"]}'
  await writeFile(path.join(pageFolder, 'assets/main-abc123.js.map'), map)
  await writeFile(path.join(pageFolder, 'assets/main-abc123.js.map.br'), brotliCompressSync(map))
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  server = await startTestServer(anyDatabase, { pageFolder, logLevel: 'trace', logStream })
})

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  await server.stop()
  await rm(pageFolder, { recursive: true, force: true })
})

describe('headers', () => {
  test('the page’s policy allows only its own files, and inline code by its hash', async () => {
    const answer = await aVisitor(server).get('/', { headers: { accept: 'text/html' } })
    expect(answer.text).toBe(page)
    const policy = directivesOf(answer.headers['content-security-policy'])
    expect(policy['default-src']).toBe("'self'")
    expect(policy['script-src']).toBe(`'self' ${sha256Source(inlineScript)}`)
    expect(policy['style-src']).toBe(`'self' ${sha256Source(inlineStyle)}`)
    expect(policy['img-src']).toBe("'self' blob: data:")
    expect(policy['object-src']).toBe("'none'")
    expect(policy['frame-ancestors']).toBe("'none'")
    expect(JSON.stringify(policy)).not.toContain('unsafe')
  })

  test('answers forbid sniffing, framing and cross-site referrers', async () => {
    const { headers } = await aVisitor(server).get('/api/sync/')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=()'),
    })
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('Strict-Transport-Security and secure cookies are sent only behind a public HTTPS origin', async () => {
    expect((await aVisitor(server).get('/api/sync/')).headers['strict-transport-security']).toBeUndefined()
    const secure = await startTestServer(anyDatabase, { publicOrigin: 'https://agents.example.com' })
    const agent = await anAgentOverHttp(secure)
    const answer = await agent.get('/api/sync/')
    expect(answer.headers['strict-transport-security']).toBe('max-age=86400')
    expect([...agent.cookies.keys()]).toContain('__Host-fanlight_session')
    const login = await agent.post('/api/users/auth/login/', { username: agent.username, password: agent.password })
    expect(
      [login.headers['set-cookie']]
        .flat()
        .map(String)
        .find((cookie) => cookie.startsWith('__Host-')),
    ).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    await secure.stop()
  })

  test('behind a trusted proxy, only its own headers about HTTPS and addresses count', async () => {
    const behindProxy = await startTestServer(anyDatabase, { trustProxy: 1 })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' }
    const cookieOf = async (server: TestServer) =>
      String((await aVisitor(server).get('/api/sync/', { headers })).headers['set-cookie'])
    expect(await cookieOf(behindProxy)).toContain('; Secure')
    expect(await cookieOf(server)).not.toContain('; Secure')

    // A visitor can make up the entries before the address that the proxy saw.
    const statuses: number[] = []
    for (let index = 0; index < 22; index += 1) {
      const guess = { username: `guess-${index}`, password: 'wrong' }
      const invented = { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.9` }
      statuses.push((await aVisitor(behindProxy).post('/api/users/auth/login/', guess, invented)).status)
    }
    expect([statuses[20], statuses[21]]).toEqual([401, 429])
    await behindProxy.stop()
  })
})

describe('files of the page', () => {
  test('a file with a hash in its name is cached for a year; the page and the worker are revalidated', async () => {
    const visitor = aVisitor(server)
    const cacheOf = async (url: string) => (await visitor.get(url)).headers['cache-control']
    expect(await cacheOf('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/service-worker.js')).toBe('no-cache')
    expect(await cacheOf('/')).toBe('no-cache')
    expect(await cacheOf('/api/sync/')).toBe('no-store')
  })

  test('a browser that accepts compression gets the compressed file', async () => {
    const answer = await aVisitor(server).get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toContain('javascript')
  })

  test('source maps are not served, though a build may have written them', async () => {
    for (const map of ['main-abc123.js.map', 'main-abc123.js.map.br', 'main-abc123.js%2emap'])
      for (const coding of ['identity', 'br']) {
        const answer = await aVisitor(server).get(`/assets/${map}`, { headers: { 'accept-encoding': coding } })
        expect([map, coding, answer.status]).toEqual([map, coding, 404])
      }
  })

  test('every address of the app returns the page, so that it can be opened and reloaded', async () => {
    const answer = await aVisitor(server).get('/clients/local-123?tab=notes', { headers: { accept: 'text/html' } })
    expect([answer.status, answer.text]).toEqual([200, page])
  })

  test('long API answers are compressed', async () => {
    const agent = await anAgentOverHttp(server)
    const url = '/api/properties/properties/'
    const plain = await agent.get(url)
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await agent.get(url, { headers: { 'accept-encoding': coding } })
      expect(packed.headers['content-encoding']).toBe(coding)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(unpack(packed.bytes).toString()).toBe(plain.text)
    }
  })

  test('a page that has not changed is answered 304', async () => {
    const visitor = aVisitor(server)
    const first = await visitor.get('/')
    const again = await visitor.get('/login', {
      headers: { accept: 'text/html', 'if-none-match': String(first.headers['etag']) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('the worker leaves every address of the server to the server', () => {
    const ofPage = new Set(['/', '/*', '/share-target'])
    const ofServer = routesOf(server).filter((route) => !ofPage.has(route))
    expect(ofServer).toEqual(expect.arrayContaining(['/healthz', '/api/crm/clients/', '/calendar/:name']))
    expect(ofServer.filter((route) => !serverPathPatterns.some((pattern) => pattern.test(route)))).toEqual([])
  })

  test('an unknown address is 404 and never the page', async () => {
    const visitor = aVisitor(server)
    const html = { headers: { accept: 'text/html' } }
    for (const url of ['/assets/gone-000.js', '/api/nothing/', '/photos/nothing', '/favicon.png']) {
      const answer = await visitor.get(url, html)
      expect([url, answer.status, answer.body]).toEqual([url, 404, { detail: 'Not found.', code: 'not_found' }])
    }
    expect((await visitor.get('/clients')).status).toBe(404)
    expect((await visitor.get('/../server/main.ts', html)).text).not.toContain('import')
  })
})

describe('anti-forgery', () => {
  test('every GET under /api/ gives an anti-forgery token to a visitor without one', async () => {
    const visitor = aVisitor(server)
    const answer = await visitor.get('/api/users/profile/')
    expect(answer.status).toBe(401)
    expect(visitor.cookies.get('csrftoken')).toMatch(/^[\w-]{43}$/)
    expect((await visitor.get('/api/sync/')).headers['set-cookie']).toBeUndefined()
  })

  test('a change by cookie needs the token in its header', async () => {
    const agent = await anAgentOverHttp(server)
    const stranger = (await anAgentOverHttp(server)).cookies.get('csrftoken') ?? ''
    for (const token of ['', 'something else', stranger]) {
      agent.cookies.set('csrftoken', token)
      const answer = await agent.post('/api/crm/clients/', someone, { 'x-csrftoken': token })
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed'])
    }
    agent.cookies.delete('csrftoken')
    // The refusal sets a new token, as every GET does, so that an old page succeeds at its second try.
    expect((await agent.post('/api/crm/clients/', someone)).body.code).toBe('csrf_failed')
    expect((await agent.post('/api/crm/clients/', someone)).status).toBe(201)
    agent.cookies.set('csrftoken', 'of an older program')
    await agent.get('/api/sync/')
    expect((await agent.post('/api/crm/clients/', someone)).status).toBe(201)
  })

  test('a page of another site changes nothing, even where no sign-in is needed', async () => {
    const agent = await anAgentOverHttp(server)
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example.com', host: 'agents.example.com' },
      { origin: 'null', host: 'agents.example.com' },
    ]
    const form = new FormData()
    form.set('client_key', 'stranger')
    for (const headers of elsewhere) {
      const answers = [
        await agent.post('/api/crm/clients/', someone, headers),
        await aVisitor(server).post('/api/questionnaire/start/', form, headers),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'csrf_failed'],
        [403, 'csrf_failed'],
      ])
    }
    const own = { origin: 'https://agents.example.com', host: 'agents.example.com' }
    expect((await agent.post('/api/crm/clients/', someone, own)).status).toBe(201)
    expect((await agent.post('/api/crm/clients/', someone, { 'sec-fetch-site': 'same-origin' })).status).toBe(201)
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const bearer = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' }
    expect((await aVisitor(server).post('/api/crm/clients/', someone, bearer)).status).toBe(201)
  })

  test('no address of the API shows data to a browser that opens it as a page', async () => {
    const agent = await anAgentOverHttp(server)
    const asPage = [{ 'sec-fetch-mode': 'navigate' }, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }]
    const addresses = operationsOf(server.app).filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    expect(addresses.length).toBeGreaterThan(20)
    for (const headers of asPage) {
      for (const { path, operation } of addresses) {
        const { status, body } = await agent.get(path, { headers })
        if (!('401' in operation.responses)) expect([path, body?.code]).not.toEqual([path, 'not_a_page'])
        else expect([path, status, body.code]).toEqual([path, 403, 'not_a_page'])
      }
    }
    const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
    const bearer = { authorization: `Bearer ${token}`, accept: 'text/html' }
    expect((await aVisitor(server).get('/api/users/profile/', { headers: bearer })).status).toBe(200)
    const page = { 'sec-fetch-mode': 'cors', accept: 'text/html' }
    expect((await agent.get('/api/users/profile/', { headers: page })).status).toBe(200)
  })

  test('login and registration need the token once the visitor has one', async () => {
    const visitor = aVisitor(server)
    const credentials = { username: 'nobody', password: 'nothing at all' }
    expect((await visitor.post('/api/users/auth/login/', credentials)).status).toBe(401)
    await visitor.get('/api/sync/')
    const forged = await visitor.post('/api/users/auth/login/', credentials, { 'x-csrftoken': 'forged' })
    expect([forged.status, forged.body.code]).toEqual([403, 'csrf_failed'])
  })

  test('work that was made under another agent is refused, not stored under this one', async () => {
    const [one, other] = [await anAgentOverHttp(server), await anAgentOverHttp(server)]
    const wrong = await one.post('/api/crm/clients/', someone, { 'x-agent-id': String(other.id) })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_agent'])
    const right = { 'x-agent-id': String(one.id), 'idempotency-key': 'op-1:1' }
    expect((await one.post('/api/crm/clients/', someone, right)).status).toBe(201)
  })
})

describe('bad input', () => {
  test('is answered with its own status and a message, never a stack', async () => {
    const agent = await anAgentOverHttp(server)
    const json = { 'content-type': 'application/json' }
    const post = (raw: string | Buffer, headers: Record<string, string>) =>
      agent.ask('POST', '/api/crm/clients/', { raw, headers })
    const answers: [number, string, Awaited<ReturnType<typeof post>>][] = [
      [400, 'invalid', await post('{"first_name": ', json)],
      [400, 'invalid', await post('', json)],
      [400, 'invalid', await post('"text"', json)],
      [400, 'invalid', await post('[]', json)],
      [400, 'invalid', await post('{"__proto__": {"x": 1}}', json)],
      [413, 'too_large', await post(JSON.stringify({ notes: 'x'.repeat(1_100_000) }), json)],
      [415, 'wrong_media_type', await post('<client/>', { 'content-type': 'application/xml' })],
      [415, 'wrong_media_type', await post('first_name', { 'content-type': 'text/plain' })],
      [415, 'wrong_media_type', await post('first_name=Nora', { 'content-type': 'application/x-www-form-urlencoded' })],
      [400, 'invalid', await agent.post('/api/crm/clients/', { ...someone, email: 5 })],
      [400, 'invalid', await agent.get('/api/crm/clients/?page=0')],
      [404, 'not_found', await agent.get('/api/crm/clients/%00/')],
      [404, 'not_found', await agent.get('/api/crm/clients/9999999999999999999999/')],
      [405, 'method_not_allowed', await agent.put('/api/crm/clients/', someone)],
    ]
    for (const [status, code, answer] of answers) {
      expect([answer.status, answer.body?.code, answer.text]).toEqual([status, code, expect.any(String)])
      expect(answer.text).not.toMatch(/\bat .*:\d+|node_modules|valibot|select |insert /i)
    }
    expect(answers[9]?.[2].body).toEqual({ email: ['Email is required.'], code: 'invalid' })
    expect(answers.at(-1)?.[2].headers['allow']).toBe('GET, HEAD, POST')
  })

  test('no write is a server error when its body is missing or of another type', async () => {
    const agent = await anAgentOverHttp(server)
    const writes = operationsOf(server.app).filter(({ operation }) => operation.requestBody !== undefined)
    expect(writes.length).toBeGreaterThan(30)
    const failed: string[] = []
    for (const { method, path } of writes) {
      const url = path.replaceAll(/\{\w+\}/g, '1')
      for (const raw of [undefined, 'null', '5', '"text"', '[]', '{}']) {
        const json = raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json' } }
        const { status } = await agent.ask(method, url, json)
        if (status >= 500) failed.push(`${method} ${path} ${raw}`)
      }
    }
    expect(failed).toEqual([])
  })

  test('a wrong value gets a message that people understand', async () => {
    const agent = await anAgentOverHttp(server)
    const notes = (await agent.post('/api/crm/clients/', { ...someone, notes: ['a list'] })).body
    const search = (await agent.get(`/api/crm/clients/?search=${'x'.repeat(2500)}`)).body
    expect([notes, search]).toEqual([
      { notes: ['Enter text.'], code: 'invalid' },
      { search: [expect.stringMatching(/^Use at most \d+\.$/)], code: 'invalid' },
    ])
  })

  test.each([
    ['a database that restarts', '57P01', 'busy', '1'],
    ['a database whose disk is full', '53100', 'disk_full', '30'],
  ])(
    '%s is 503 with Retry-After and logged once in ten seconds, without a stack',
    async (_, sqlState, code, seconds) => {
      const agent = await anAgentOverHttp(server)
      const { db } = server.services.database
      await sql`
      create function fail() returns trigger language plpgsql
      as ${sql.lit(`begin raise exception 'gone' using errcode = '${sqlState}'; end`)}`.execute(db)
      await sql`create trigger failing before insert on clients execute function fail()`.execute(db)
      // Refusals in the seconds before, by other test files, would be counted in the first line.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
      logged = ''
      for (let index = 0; index < 20; index += 1) {
        if (index === 19) vi.setSystemTime(Date.now() + 10_000)
        const { status, body, headers } = await agent.post('/api/crm/clients/', someone)
        expect([status, body.code, headers['retry-after']]).toEqual([503, code, seconds])
      }
      vi.useRealTimers()
      await sql`drop function fail cascade`.execute(db)
      const notable = linesOf(logged).filter(({ level }) => Number(level) >= 40)
      const line = { level: 40, msg: `requests are answered 503 ${code}` }
      expect(notable).toMatchObject([line, { ...line, before: 18 }])
      expect(logged).not.toMatch(/\bat .*:\d+:\d+/)
      expect((await agent.post('/api/crm/clients/', someone)).status).toBe(201)
    },
  )

  test('clients that go away are logged once in ten seconds, without a stack', async () => {
    const { token } = (await (await anAgentOverHttp(server)).post('/api/users/tokens/', { name: 'Phone' })).body
    const origin = await server.listen()
    const { hostname, port } = new URL(origin)
    const file = 'Content-Disposition: form-data; name="photo_main"; filename="photo.jpg"'
    // Requests cut off in the seconds before, by other test files, would suppress the line.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    logged = ''
    for (let index = 0; index < 20; index += 1) {
      const socket = net.connect(Number(port), hostname)
      if (index < 10) {
        socket.write('POST /api/users/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
        socket.write('Content-Length: 500\r\n\r\n{', () => socket.destroy())
      } else {
        socket.write(
          `POST /api/listings/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 500\r\n`,
        )
        socket.write(`Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n${file}\r\n\r\nhalf`, () =>
          socket.destroy(),
        )
      }
    }
    const connections = () => new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
    await expect.poll(() => logged, { timeout: 20_000 }).toContain('a request was cut off')
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    vi.useRealTimers()
    const notable = linesOf(logged).filter(({ level }) => Number(level) >= 40)
    expect(notable).toEqual([expect.objectContaining({ level: 40, msg: 'a request was cut off' })])
    expect(logged).not.toMatch(/\bat .*:\d+:\d+/)
  })

  test('an empty body counts as none, whatever content type it has', async () => {
    const agent = await anAgentOverHttp(server)
    const empty = { raw: '', headers: { 'content-type': 'application/json' } }
    expect((await agent.ask('POST', '/api/users/auth/refresh/', empty)).status).toBe(200)
    const { id } = (await agent.post('/api/crm/clients/', someone)).body
    expect((await agent.ask('DELETE', `/api/crm/clients/${id}/`, empty)).status).toBe(204)
  })

  test('a broken address is a client error, not a server error', async () => {
    for (const url of ['/%', '/api/%ff/', '/api/crm/clients/%E0%A4%A/']) {
      const answer = await server.app.inject({ method: 'GET', url })
      expect([400, 404]).toContain(answer.statusCode)
      expect(answer.json()).toEqual({
        detail: expect.any(String),
        code: expect.stringMatching(/^(invalid|not_found)$/),
      })
    }
  })

  test('a server error is one sentence; the log says where it happened, without any data', async () => {
    const agent = await anAgentOverHttp(server)
    logged = ''
    await server.services.database.db.schema.alterTable('clients').renameTo('clients_gone').execute()
    const answer = await agent.get('/api/crm/clients/?search=Confidential')
    await server.services.database.db.schema.alterTable('clients_gone').renameTo('clients').execute()
    expect([answer.status, answer.body]).toEqual([
      500,
      { detail: 'Something went wrong on the server. Please try again.', code: 'server_error' },
    ])
    expect(logged).toContain('own-record-routes')
    expect(logged).not.toContain('Confidential')
  })
})

test('an error of the page is noted by type, time and build, and nothing else is stored', async () => {
  logged = ''
  const report = {
    type: 'boundary',
    message: 'Cannot read Nora Quill',
    stack: 'at secret.ts',
    timestamp: '2026-11-21T08:00:00Z',
    page_url: 'https://agents.example.com/clients/7',
    build_version: 'abc1234',
  }
  for (const url of ['/api/errors/report', '/api/errors/report/']) {
    expect((await aVisitor(server).post(url, report)).status).toBe(202)
  }
  const errors = [
    { type: 'first' },
    { type: 'a sentence of somebody who typed, much longer than the word that it ought to be' },
  ]
  expect((await aVisitor(server).post('/api/errors/report', errors)).status).toBe(202)
  expect((await aVisitor(server).post('/api/errors/report', { errors: [{ type: 'queued' }] })).status).toBe(202)
  const tooMany = Array.from({ length: 51 }, () => report)
  for (const body of ['nonsense', {}, tooMany, { errors: tooMany }]) {
    expect((await aVisitor(server).post('/api/errors/report', body)).status).toBe(400)
  }
  for (const type of ['first', 'queued']) expect(logged).toContain(`"type":"${type}"`)
  expect(logged).not.toContain('somebody')
  expect(logged).toContain('"type":"boundary"')
  expect(logged).toContain('abc1234')
  expect(logged).not.toMatch(/Nora|secret\.ts|clients\/7/)
  const reporter = aVisitor(server)
  const statuses = new Set<number>()
  for (let index = 0; index < 61; index += 1) statuses.add((await reporter.post('/api/errors/report', report)).status)
  expect([...statuses]).toEqual([202, 429])
})

test('the log has one line per request and nothing about people', async () => {
  logged = ''
  const agent = await anAgentOverHttp(server)
  await agent.post('/api/crm/clients/', someone, { 'idempotency-key': 'op-secret:1' })
  await agent.get('/api/crm/clients/?search=Quill')
  await agent.post('/api/users/auth/login/', { username: agent.username, password: 'wrong-guess' })
  await agent.post('/api/users/register/', { username: agent.username, email: agent.email })
  const { token } = (await agent.post('/api/users/tokens/', { name: 'Spreadsheet' })).body
  await aVisitor(server).get('/api/users/profile/', { headers: { authorization: `Bearer ${token}` } })

  const lines = linesOf(logged)
  expect(lines).toContainEqual(
    expect.objectContaining({ method: 'GET', route: '/api/crm/clients/', status: 200, ms: expect.any(Number) }),
  )
  expect(lines.every((line) => line['reqId'] === undefined || typeof line['reqId'] === 'string')).toBe(true)
  const personal = [agent.username, agent.email, 'Quill', 'Nora', 'wrong-guess', token, 'search=', 'csrftoken', '10.0.']
  for (const text of [...personal, ...agent.cookies.values()]) expect(logged).not.toContain(text)
})

test('the API describes every one of its routes as OpenAPI 3.1', async () => {
  const { body } = await aVisitor(server).get('/api/schema/')
  expect(body.openapi).toBe('3.1.0')
  const described = Object.entries(body.paths as Record<string, Record<string, { summary?: string }>>)
  const paths = described.map(([path]) => path)
  for (const path of [
    '/api/users/register/',
    '/api/users/auth/login/',
    '/api/crm/clients/{id}/',
    '/api/listings/{id}/images/{image_id}/',
    '/api/properties/properties/',
    '/api/sync/changes/',
    '/api/errors/report',
  ]) {
    expect(paths).toContain(path)
  }
  for (const [path, methods] of described) {
    for (const [method, route] of Object.entries(methods)) {
      expect([path, method, route.summary]).toEqual([path, method, expect.stringMatching(/\w/)])
    }
  }
  const form = body.paths['/api/listings/'].post.requestBody.content['multipart/form-data'].schema
  expect(form.properties).toMatchObject({ photo_main: { type: 'string', format: 'binary' }, listing_price: {} })
})

test('the API description is also a page, without scripts', async () => {
  const { status, text, headers } = await aVisitor(server).get('/api/docs/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
  expect(text).not.toMatch(/<script|style="/)
  const { body } = await aVisitor(server).get('/api/schema/')
  for (const path of Object.keys(body.paths)) expect(text).toContain(`<code>${path}</code>`)
})

test('the health check needs no session', async () => {
  const answer = await aVisitor(server).get('/healthz')
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok', database: 'ok' }])
})

longTest('a heavy query does not hold up the answer about health', async () => {
  let end = () => {}
  const untilHealthIsTold = new Promise<void>((resolve) => (end = resolve))
  // The embedded database has one connection, which the query occupies.
  const embedded = await startTestServer('embedded')
  const heavy = embedded.services.database.db.transaction().execute(() => untilHealthIsTold)
  const answer = await aVisitor(embedded).get('/healthz')
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok', database: 'busy' }])
  end()
  await heavy
  await embedded.stop()
})

/** The full paths in Fastify's printed tree, whose branches are common prefixes. */
function routesOf({ app }: TestServer): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([ │]*)[├└]── (\S*)( \(.+\))?/.exec(line) ?? []
      above.length = indent.length / 4
      above.push(part)
      return methods === undefined ? [] : [above.join('')]
    })
}

function linesOf(log: string): Record<string, unknown>[] {
  return log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

function sha256Source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function directivesOf(header: unknown): Record<string, string> {
  return Object.fromEntries(
    String(header)
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
  )
}
