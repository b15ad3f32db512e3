import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anAgent, startTestServer, type Agent, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

let server: TestServer
let origin: URL
let agent: Agent
let bearer: string
const open: net.Socket[] = []
const accepted: net.Socket[] = []

beforeAll(async () => {
  server = await startTestServer()
  origin = new URL(await server.listen())
  server.app.server.on('connection', (socket) => accepted.push(socket))
  agent = await anAgent(server)
  bearer = await bearerOf(agent)
  await addClients(agent)
})

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await eventually(() => accepted.every(({ destroyed }) => destroyed)).toBe(true)
  accepted.length = 0
})

afterAll(() => server.stop())

const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 20_000 })

/** Five megabytes in the largest page; the system buffers two of them for a stalled reader. */
async function addClients(one: Agent): Promise<void> {
  // Creates the agent's first version, which all rows share.
  const client = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }
  expect((await one.post('/api/crm/clients/', client)).status).toBe(201)
  await sql`
    insert into clients (agent_id, version, first_name, last_name, email, category, notes)
    select ${one.id}, 1, 'Nora', 'Quill', 'nora' || number || '@example.com', 'Buyer', repeat('a lantern ', 1000)
    from generate_series(1, 499) as number`.execute(server.services.database.db)
}

async function bearerOf(one: Agent): Promise<string> {
  return (await one.post('/api/users/tokens/', { name: 'Test' })).body.token
}

type Reader = { socket: net.Socket; heard: () => string }

/** Requests a page, and reads nothing of the answer until the socket is resumed. */
function ask(url: string, token: string): Reader {
  const socket = net.connect({ port: Number(origin.port), host: origin.hostname })
  open.push(socket)
  let text = ''
  socket.on('error', () => {}).on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.pause()
  socket.write(`GET ${url} HTTP/1.1\r\nhost: ${origin.host}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return { socket, heard: () => text }
}

const page = '/api/crm/clients/?page_size=500'
const unread = () => accepted.filter(({ writableLength }) => writableLength > 0)

test('an agent leaves 32 MB of answers unread, and is then refused until some are read or dropped', async () => {
  const readers = Array.from({ length: 6 }, () => ask(page, bearer))
  await eventually(() => unread().length).toBe(6)
  const refused = ask(page, bearer)
  refused.socket.resume()
  await eventually(refused.heard).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5\r\n/s)
  expect(refused.heard()).not.toMatch(/\r\n(etag|content-encoding):/)
  // Small answers always arrive, and other agents are not affected.
  const small = ask('/api/users/profile/', bearer)
  small.socket.resume()
  await eventually(small.heard).toMatch(/^HTTP\/1\.1 200 /)
  const other = await anAgent(server)
  await addClients(other)
  const ofOther = ask(page, await bearerOf(other))
  ofOther.socket.resume()
  await eventually(ofOther.heard).toMatch(/^HTTP\/1\.1 200 /)
  readers[0]!.socket.resume()
  await eventually(() => unread().length).toBe(5)
  const again = ask(page, bearer)
  again.socket.resume()
  await eventually(again.heard).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection that reads nothing of its answer for thirty seconds ends', async () => {
  const stalled = ask(page, bearer)
  await eventually(() => unread().length).toBe(1)
  const [socket] = unread()
  expect(socket!.timeout).toBe(30_000)
  // As Node emits it when nothing was read for that time.
  socket!.emit('timeout')
  await eventually(() => socket!.destroyed).toBe(true)
  expect(stalled.heard()).toBe('')
})

longTest('a page of changes ends at a megabyte, and the next one goes on behind it', async () => {
  const seen = new Set<number>()
  let cursor = ''
  let pages = 0
  for (let more = true; more; pages += 1) {
    const answer = await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(cursor)}`)
    expect(answer.text.length).toBeLessThan(1.1 * 1024 * 1024)
    for (const { entity, id } of answer.body.changes) if (entity === 'client') seen.add(id)
    cursor = answer.body.cursor
    more = answer.body.has_more
  }
  expect([seen.size, pages > 4]).toEqual([500, true])
})
