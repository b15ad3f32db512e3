import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { whileTableLocked } from '#tests/support/disconnecting-clients.ts'
import { aForm, aListing } from '#tests/support/listings.ts'
import { anAgent, aVisitor, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let origin: URL
const open: net.Socket[] = []

async function startAt(): Promise<{ server: TestServer; origin: URL }> {
  const server = await startTestServer()
  return { server, origin: new URL(await server.listen()) }
}

beforeAll(async () => {
  ;({ server, origin } = await startAt())
})

afterEach(async () => {
  vi.useRealTimers()
  for (const socket of open.splice(0)) socket.destroy()
  // Their share is free again once the server has closed them.
  await eventually(connections).toBe(0)
})

afterAll(() => server.stop())

/** Polls long enough for a busy machine. */
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 20_000 })

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const form = 'multipart/form-data; boundary=b'
const json = 'application/json'
const reports = '/api/errors/report'

function connections(): Promise<number> {
  return new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
}

type Sending = { socket: net.Socket; heard: () => string }

/** Announces a body of `bytes`, or of unknown length, and sends its first byte. */
function begin(
  url: string,
  bytes: number | null,
  type: string,
  headers: Record<string, string> = {},
  { at = origin, from, behind = '' }: { at?: URL; from?: string; behind?: string } = {},
): Sending {
  const socket = net.connect({ port: Number(at.port), host: at.hostname, ...(from && { localAddress: from }) })
  open.push(socket)
  let text = ''
  socket.on('error', () => {}).on('data', (chunk: Buffer) => (text += chunk.toString()))
  const length = bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
  const lines = Object.entries({ host: at.host, 'content-type': type, ...length, ...headers })
  socket.write(`${behind}POST ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(bytes === null ? '1\r\n{\r\n' : '{')
  return { socket, heard: () => text }
}

async function bearerOf(agent: Agent): Promise<Record<string, string>> {
  const { token } = (await agent.post('/api/users/tokens/', { name: 'Test' })).body
  return { authorization: `Bearer ${token}` }
}

const logInWrongly = () =>
  aVisitor(server).post('/api/users/auth/login/', { username: 'nobody', password: 'not the password' })

const answered = (sendings: Sending[], status: string) =>
  sendings.filter(({ heard }) => heard().startsWith(`HTTP/1.1 ${status} `)).length

test.each([
  ['sign in', '/api/users/auth/login/'],
  ['register', '/api/users/register/'],
  ['set a password with a code', '/api/users/password/reset/'],
  ['say that a password is forgotten', '/api/users/password/forgotten/'],
])('a visitor who wants to %s sends 8 kB at most', async (_, url) => {
  const answer = await aVisitor(server).post(url, { username: 'x'.repeat(9 * kilobyte) })
  expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
})

test('a record takes 256 kB and a batch 1 MB, with or without a stated length, and a form one photo', async () => {
  const agent = await anAgent(server)
  const bearer = await bearerOf(agent)
  for (const [url, bytes] of [
    ['/api/crm/clients/', 256 * kilobyte],
    ['/api/sync/batch/', megabyte],
  ] as const) {
    const long = begin(url, bytes + 1, json, bearer)
    await eventually(long.heard).toMatch(/^HTTP\/1\.1 413 /)
    const endless = begin(url, null, json, bearer)
    endless.socket.write(`${(bytes + 1).toString(16)}\r\n${'x'.repeat(bytes + 1)}\r\n`)
    await eventually(endless.heard).toMatch(/^HTTP\/1\.1 413 /)
  }
  for (const [url, bytes] of [
    ['/api/listings/', 6 * megabyte],
    ['/api/tours/tours/auto-create/', 256 * kilobyte + 1],
  ] as const) {
    const large = begin(url, bytes, form, bearer)
    await eventually(large.heard).toMatch(/^HTTP\/1\.1 413 /)
  }
})

test('a form has fields of 64 kB, fifty of them at most, and only files that its route accepts', async () => {
  const agent = await anAgent(server)
  const { id } = await aListing(agent)
  const send = (fields: Record<string, string | Buffer>) => agent.patch(`/api/listings/${id}/`, aForm(fields))
  const long = await send({ description: 'x'.repeat(64 * kilobyte + 1) })
  expect([long.status, long.body]).toEqual([413, { description: ['This text is too long.'], code: 'too_large' }])
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field-${index}`, 'x']))
  expect((await send(many)).status).toBe(413)
  expect((await send({ description: 'x', photo_front: Buffer.from('one') })).body).toEqual({
    photo_front: ['No file is expected here.'],
    code: 'invalid',
  })
  expect((await send({ photo_main: Buffer.from('one'), photo_front: Buffer.from('two') })).status).toBe(413)
})

test('visitors at one address have at most 8 MB of bodies in flight', async () => {
  const bodies = Array.from({ length: 33 }, () => begin(reports, 256 * kilobyte, json))
  await eventually(() => answered(bodies, '429')).toBe(1)
  expect(bodies.find(({ heard }) => heard() !== '')?.heard()).toMatch(/\r\nretry-after: 5\r\n/)
  bodies[0]!.socket.destroy()
  const headers = { 'content-type': json, connection: 'close' }
  const report = () => fetch(new URL(reports, origin), { method: 'POST', headers, body: '{"type":"x"}' })
  await eventually(async () => (await report()).status).toBe(202)
})

test('an agent has at most 32 MB of bodies in flight, and all together 128 MB', async () => {
  const agents = await Promise.all(Array.from({ length: 6 }, () => anAgent(server)))
  const bearers = await Promise.all(agents.map(bearerOf))
  const forms = (bearer: Record<string, string>, count: number) =>
    Array.from({ length: count }, () => begin('/api/listings/', 5 * megabyte, form, bearer))
  const [first = {}, ...others] = bearers
  const ofFirst = forms(first, 7)
  await eventually(() => answered(ofFirst, '429')).toBe(1)
  // The first agent uses 30 MB; nineteen more forms of 5 MB fit.
  const ofOthers = others.flatMap((bearer) => forms(bearer, 5))
  await eventually(() => answered(ofOthers, '503')).toBe(ofOthers.length - 19)
  expect((await agents[0]!.get('/api/crm/clients/')).status).toBe(200)
  // The last 3 MB. An agent who fills the server blocks no other agent's record or login.
  const batches = Array.from({ length: 4 }, () => begin('/api/sync/batch/', megabyte, json, bearers[5]))
  await eventually(() => answered(batches, '503')).toBe(1)
  const client = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
  expect((await agents[1]!.post('/api/crm/clients/', client)).status).toBe(201)
  expect((await logInWrongly()).status).toBe(401)
})

const slowRequest = 'GET /api/crm/clients/ HTTP/1.1\r\nhost: x\r\n'

test.each([
  ['before the server knows whose body it is', false],
  ['while another request of the same connection is answered', true],
])('a client that leaves %s takes up no room', async (_, isBehindAnother) => {
  const agent = await anAgent(server)
  const bearer = await bearerOf(agent)
  const behind = isBehindAnother ? `${slowRequest}authorization: ${bearer['authorization']}\r\n\r\n` : ''
  let heard = 0
  const hear = () => (heard += 1)
  server.app.server.on('request', hear)
  await whileTableLocked(server, 'api_tokens', async () => {
    for (let count = 0; count < 6; count += 1) begin('/api/listings/', 5 * megabyte, form, bearer, { behind })
    await eventually(() => heard).toBe(isBehindAnother ? 12 : 6)
    for (const socket of open.splice(0)) socket.destroy()
    await eventually(connections).toBe(0)
  })
  server.app.server.off('request', hear)
  // This lock is granted after the requests that waited for the first one.
  await whileTableLocked(server, 'api_tokens', async () => {})
  const large = aForm({ photo_main: Buffer.alloc(4 * megabyte) })
  expect((await agent.post('/api/listings/', large)).status).toBe(400)
})

test('visitors at many addresses have at most 32 MB of bodies in flight, which leaves room for agents', async () => {
  const agent = await anAgent(server)
  const addresses = [2, 3, 4, 5, 6].map((number) => `127.0.0.${number}`)
  const bodies = addresses.flatMap((from) =>
    Array.from({ length: 30 }, () => begin(reports, 256 * kilobyte, json, {}, { from })),
  )
  await eventually(() => answered(bodies, '503')).toBe(150 - 128)
  expect((await logInWrongly()).status).toBe(401)
  const long = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com', notes: 'x'.repeat(20 * kilobyte) }
  expect((await agent.post('/api/crm/clients/', long)).status).not.toBe(503)
})

test('a body that stalls or takes too long is answered 408, and its connection ends', async () => {
  // The server checks the bodies in flight once a second.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const other = await startAt()
  const bearer = await bearerOf(await anAgent(other.server))
  const read: net.Socket[] = []
  other.server.app.server.on('connection', (socket) => read.push(socket))
  const bytesRead = () => read.reduce((sum, socket) => sum + socket.bytesRead, 0)
  const begun = async (url: string, bytes: number, type: string) => {
    const sending = begin(url, bytes, type, bearer, { at: other.origin })
    await eventually(() => sending.socket.bytesWritten > 0 && bytesRead() >= bytesWritten()).toBe(true)
    return sending
  }
  const bytesWritten = () => open.reduce((sum, socket) => sum + socket.bytesWritten, 0)
  const goOn = async ({ socket }: Sending) => {
    socket.write('x')
    await eventually(() => bytesRead() >= bytesWritten()).toBe(true)
  }

  const login = await begun('/api/users/auth/login/', 4000, json)
  const silent = await begun('/api/listings/', 5 * megabyte, form)
  const slow = await begun('/api/listings/', 5 * megabyte, form)
  vi.advanceTimersByTime(9000)
  expect([login, silent, slow].map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
  // The limit is ten seconds, plus the time for its few bytes.
  vi.advanceTimersByTime(3000)
  await eventually(login.heard).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s)
  for (let seconds = 12; seconds < 360; seconds += 25) {
    await goOn(slow)
    vi.advanceTimersByTime(25_000)
  }
  expect([silent.heard().slice(0, 12), slow.heard()]).toEqual(['HTTP/1.1 408', ''])
  await goOn(slow)
  // At 16 kB a second, the largest form would have arrived by now.
  vi.advanceTimersByTime(25_000)
  await eventually(slow.heard).toMatch(/^HTTP\/1\.1 408 /)
  await eventually(() => open.filter(({ destroyed }) => !destroyed)).toEqual([])
  await other.server.stop()
})
