import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type HttpClient, httpClient, remoteServer, type Credentials } from '#api/http-client.ts'
import { reportError } from '#api/report-error.ts'
import { listApiTokens } from '#api/access-calls.ts'
import { login, logout, readProfile, register, updateProfile } from '#api/account-calls.ts'
import type { Request } from '#core/sync/ports.ts'

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }

let server: Server
let base: string
let received: Received[]
let answer: (request: Received, response: ServerResponse) => void
let credentials: Credentials
let client: HttpClient

beforeEach(async () => {
  received = []
  credentials = { antiForgery: null, bearer: null }
  answer = (_, response) => sendJson(response, 200, { ok: true })
  server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const { method = '', url = '', headers } = message
      const request = { method, url, headers, body: Buffer.concat(chunks) }
      received.push(request)
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  client = httpClient(base, () => credentials)
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const get = { method: 'GET', path: 'crm/clients/' } as const
const post = { method: 'POST', path: 'crm/clients/', body: '{}' } as const

describe('answers', () => {
  test('JSON is returned with its status and headers, whatever the status', async () => {
    answer = (_, response) => sendJson(response, 412, { code: 'version_is_stale' }, { ETag: '"4"' })
    expect(await client(post)).toMatchObject({
      kind: 'answered',
      status: 412,
      bodyKind: 'json',
      body: { code: 'version_is_stale' },
      headers: { etag: '"4"' },
    })
  })

  test('an empty answer is returned as empty', async () => {
    answer = (_, response) => response.writeHead(204).end()
    expect(await client({ method: 'DELETE', path: 'crm/clients/1/' })).toMatchObject({ status: 204, bodyKind: 'empty' })
  })

  test('C5: a captive portal’s page is not JSON, whatever its status', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Log in</html>')
    expect(await client(get)).toMatchObject({ status: 200, bodyKind: 'other', body: undefined })
  })

  test('C5: an HTML page labeled as JSON counts as cut off', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>')
    expect(await client(get)).toMatchObject({ status: 200, bodyKind: 'cut-off' })
  })

  test('C5, C16: a write follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/login' }).end()
    expect(await client(post)).toMatchObject({ kind: 'answered', status: 302 })
    expect(received).toHaveLength(1)
  })

  test('C7: a body that breaks off counts as cut off', async () => {
    answer = (_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"id": 4, "first_na', () => response.destroy())
    }
    expect(await client(post)).toMatchObject({ kind: 'answered', status: 201, bodyKind: 'cut-off', body: undefined })
  })

  test('C2: after a connection that dies before any answer, the request may have arrived', async () => {
    answer = (_, response) => response.destroy()
    expect(await client(post)).toEqual({ kind: 'unanswered', cause: 'offline', mayHaveArrived: true })
  })

  test('C1: a server that does not listen counts as offline', async () => {
    await new Promise((resolve) => server.close(resolve))
    expect(await client(post)).toMatchObject({ kind: 'unanswered', cause: 'offline' })
  })

  test('C3: a server that does not answer in time may still be working', async () => {
    answer = () => {}
    expect(await client({ ...post, timeoutMs: 50 })).toEqual({
      kind: 'unanswered',
      cause: 'timeout',
      mayHaveArrived: true,
    })
  })

  test('C3: the timeout covers the body, too', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"half":')
    expect(await client({ ...get, timeoutMs: 100 })).toMatchObject({ kind: 'unanswered', cause: 'timeout' })
  })

  test('a request aborted before it began was never sent', async () => {
    const given = new AbortController()
    given.abort()
    expect(await client({ ...post, signal: given.signal })).toEqual({
      kind: 'unanswered',
      cause: 'aborted',
      mayHaveArrived: false,
    })
    expect(received).toEqual([])
  })

  test('a request aborted in flight may have arrived', async () => {
    const given = new AbortController()
    answer = () => given.abort()
    expect(await client({ ...post, signal: given.signal })).toEqual({
      kind: 'unanswered',
      cause: 'aborted',
      mayHaveArrived: true,
    })
  })

  test.each([500, 502, 503, 429, 408])(
    'a request answered %i is not repeated, because only the outbox repeats',
    async (status) => {
      answer = (_, response) => sendJson(response, status, {}, { 'Retry-After': '1' })
      expect(await client(get)).toMatchObject({ status })
      expect(received).toHaveLength(1)
    },
  )
})

describe('requests', () => {
  test('the anti-forgery token is sent with writes, the bearer token with every request', async () => {
    credentials = { antiForgery: 'forge-me-not', bearer: 'secret' }
    await client(get)
    await client(post)
    const sent = received.map(({ headers }) => [headers['x-csrftoken'], headers.authorization])
    expect(sent).toEqual([
      [undefined, 'Bearer secret'],
      ['forge-me-not', 'Bearer secret'],
    ])
  })

  test('C17: the browser’s cache is neither read nor filled', async () => {
    const asked: string[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (request: globalThis.Request) => {
      asked.push(`${request.method} ${request.cache}`)
      return fetch(request)
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await client(get)
    await client(post)
    expect(asked).toEqual(['GET no-store', 'POST no-store'])
  })

  test('without credentials no credential headers are sent', async () => {
    await client(post)
    expect(received[0]?.headers).not.toHaveProperty('authorization')
    expect(received[0]?.headers).not.toHaveProperty('x-csrftoken')
  })

  test('paths keep their trailing slash and query', async () => {
    await client({ method: 'GET', path: 'sync/changes/?cursor=a%2Bb&limit=500' })
    expect(received[0]?.url).toBe('/api/sync/changes/?cursor=a%2Bb&limit=500')
  })

  test('an operation is sent as JSON with its own headers', async () => {
    const request: Request = {
      method: 'PATCH',
      path: 'crm/clients/4/',
      encoding: 'json',
      fields: { notes: 'x', phone_number: null },
      files: {},
      headers: { 'Idempotency-Key': 'a:1', 'If-Match': '"3"' },
      timeoutMs: 1000,
    }
    await remoteServer(client).send(request)
    expect(received[0]).toMatchObject({
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a:1', 'if-match': '"3"' },
    })
    expect(JSON.parse(received[0]!.body.toString())).toEqual({ notes: 'x', phone_number: null })
  })

  test('a listing is sent as a form: numbers and flags as text, null as empty, a photo byte for byte', async () => {
    const bytes = new Uint8Array(70_000).map((_, index) => index % 256)
    const file = { blobKey: 'b', fileName: 'house.jpg', mediaType: 'image/jpeg', byteLength: bytes.length, sha256: '' }
    await remoteServer(client).send({
      method: 'POST',
      path: 'listings/',
      encoding: 'multipart',
      fields: { listing_price: 250_000.5, description: 'Tür & Tor', is_primary: true, caption: null },
      files: { photo_main: { file, bytes } },
      headers: {},
      timeoutMs: 5000,
    })
    const { body, headers } = received[0]!
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': headers['content-type']! },
    }).formData()
    const { photo_main: photo, ...fields } = Object.fromEntries(form.entries())
    expect(fields).toEqual({ listing_price: '250000.5', description: 'Tür & Tor', is_primary: 'true', caption: '' })
    expect(photo).toMatchObject({ name: 'house.jpg', type: 'image/jpeg' })
    expect(Buffer.compare(new Uint8Array(await (photo as File).arrayBuffer()), bytes)).toBe(0)
  })

  test('D3: a new anti-forgery token is requested with a read', async () => {
    await remoteServer(client).renewAntiForgery()
    expect(received).toMatchObject([{ method: 'GET', url: '/api/sync/' }])
  })
})

describe('accounts', () => {
  const ann = {
    id: 7,
    username: 'ann',
    email: 'ann@example.com',
    first_name: '',
    last_name: '',
    license_number: '',
    phone_number: '',
  }

  test('login returns the user', async () => {
    answer = (_, response) => sendJson(response, 200, { user: ann })
    expect(await login({ username: 'ann', password: 'long enough' }, client)).toEqual({ ok: true, value: ann })
    expect(received).toMatchObject([{ method: 'POST', url: '/api/users/auth/login/' }])
  })

  test('login reads the profile if the server’s answer does not include the user', async () => {
    answer = ({ url }, response) =>
      url.endsWith('profile/') ? sendJson(response, 200, ann) : response.writeHead(204).end()
    expect(await login({ username: 'ann', password: 'long enough' }, client)).toEqual({ ok: true, value: ann })
  })

  test('a refused login returns the server’s answer', async () => {
    answer = (_, response) => sendJson(response, 401, { detail: 'no' })
    expect(await login({ username: 'ann', password: 'x' }, client)).toMatchObject({
      ok: false,
      problem: 'signed-out',
      refusal: { status: 401, body: { detail: 'no' } },
    })
  })

  test('a rate-limited login returns the seconds to wait', async () => {
    answer = (_, response) => sendJson(response, 429, { detail: 'later' }, { 'Retry-After': '12' })
    expect(await login({ username: 'ann', password: 'x' }, client)).toMatchObject({
      problem: 'too-many',
      retryAfterSeconds: 12,
    })
  })

  test('a refused registration returns Django’s field errors', async () => {
    answer = (_, response) => sendJson(response, 400, { username: ['Taken.'] })
    const registration = {
      username: 'ann',
      email: 'a@b.co',
      password: 'p',
      password2: 'p',
      first_name: '',
      last_name: '',
      license_number: '',
      phone_number: '',
    }
    expect(await register(registration, client)).toMatchObject({
      problem: 'refused',
      refusal: { status: 400, body: { username: ['Taken.'] } },
    })
    expect(JSON.parse(received[0]!.body.toString())).toEqual(registration)
  })

  test('a captive portal’s page is neither a profile nor a sign-out', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')
    expect(await readProfile(client)).toMatchObject({ ok: false, problem: 'unreachable' })
  })

  test('a missing network is no sign-out', async () => {
    await new Promise((resolve) => server.close(resolve))
    expect(await readProfile(client)).toMatchObject({
      ok: false,
      problem: 'unreachable',
      refusal: { status: null },
      // No screen shows it (reading R5).
      unreachableMessage: 'Unable to connect to the server. Please check your internet connection.',
    })
  })

  test('a 500 is not a sign-out', async () => {
    answer = (_, response) => sendJson(response, 500, {})
    expect(await readProfile(client)).toMatchObject({ ok: false, problem: 'unreachable' })
  })

  test('a profile with missing fields reads as empty texts, its id as a number', async () => {
    answer = (_, response) => sendJson(response, 200, { id: '7', username: 'ann', email: null })
    expect(await updateProfile({ first_name: 'Ann' }, client)).toMatchObject({
      ok: true,
      value: { id: 7, email: '', phone_number: '' },
    })
    expect(received).toMatchObject([{ method: 'PATCH', url: '/api/users/profile/' }])
  })

  test('a logout succeeds whatever the body of the answer', async () => {
    answer = (_, response) => sendJson(response, 200, { detail: 'bye' })
    expect(await logout(client)).toEqual({ ok: true, value: null })
  })

  test('API tokens are read from an array or a page', async () => {
    const token = { id: 1, name: 'script', created_at: '2026-01-01T00:00:00Z', last_used_at: null }
    // Tokens of a server without scopes can do everything.
    const read = { ok: true, value: [{ ...token, scope: 'read-write' }] }
    answer = (_, response) => sendJson(response, 200, { count: 1, next: null, results: [token] })
    expect(await listApiTokens(client)).toEqual(read)
    answer = (_, response) => sendJson(response, 200, [token])
    expect(await listApiTokens(client)).toEqual(read)
  })

  test('a failed error report returns false instead of throwing', async () => {
    answer = (_, response) => response.destroy()
    expect(await reportError({ type: 'boundary' }, client)).toBe(false)
    answer = (_, response) => response.writeHead(204).end()
    expect(await reportError({ type: 'boundary' }, client)).toBe(true)
    expect(received.at(-1)).toMatchObject({ method: 'POST', url: '/api/errors/report' })
  })
})
