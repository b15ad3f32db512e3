import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { credentialOf } from '#server/accounts/credential.ts'
import { apiTokensOf, insertApiToken } from '#server/accounts/credentials-repository.ts'
import { hashOfToken } from '#server/accounts/secret-tokens.ts'
import { signalsOverPostgres } from '#server/database/agent-signals.ts'
import { createEventStreams } from '#server/http/event-streams.ts'
import { hasPostgres, newPostgresDatabase, onEveryDatabase } from '#tests/support/databases.ts'
import { requestAndDisconnect, cookieOf } from '#tests/support/disconnecting-clients.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgent, aVisitor, startTestServer, type Agent } from '#tests/support/server.ts'

const nora = { first_name: 'Nora', last_name: 'Quill', email: 'nora@example.com' }

type Listening = {
  status: number
  headers: Headers
  /** The data of the next `changed` event; null once the stream has ended. */
  next: () => Promise<{ version: number } | null>
  close: () => void
}

async function listen(origin: string, agent: Agent): Promise<Listening> {
  const leaving = new AbortController()
  const headers = { cookie: cookieOf(agent) }
  const answer = await fetch(`${origin}/api/sync/events/`, { headers, signal: leaving.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status: answer.status,
    headers: answer.headers,
    next: async () => {
      for (;;) {
        const event = /event: changed\ndata: (.*)\n\n/.exec(text)
        if (event !== null) {
          text = text.slice(event.index + event[0].length)
          return JSON.parse(event[1]!) as { version: number }
        }
        const piece = await reader?.read()
        if (piece === undefined || piece.done) return null
        text += piece.value
      }
    },
    close: () => leaving.abort(),
  }
}

onEveryDatabase((server, kind) => {
  const listening = async (agent: Agent) => listen(await server().listen(), agent)

  test('an agent’s devices get their own changes at once, with the newest version, and no other agent’s', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const stream = await listening(agent)
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await stream.next()).toEqual({ version: 0 })
    await other.post('/api/crm/clients/', nora)
    const { version } = (await agent.post('/api/crm/clients/', nora)).body
    expect(await stream.next()).toEqual({ version })
    stream.close()
  })

  longTest('a batch is one piece of news, and a refusal none', async () => {
    const agent = await anAgent(server())
    const stream = await listening(agent)
    await stream.next()
    await agent.post('/api/crm/clients/', { ...nora, email: 'wrong' })
    const operations = Array.from({ length: 20 }, (_, number) => ({
      method: 'POST',
      path: 'crm/clients/',
      key: `op-${number}:1`,
      body: nora,
    }))
    const { answers } = (await agent.post('/api/sync/batch/', { operations })).body
    const newest = answers.at(-1).body.version
    const heard: number[] = []
    while (heard.at(-1) !== newest) heard.push((await stream.next())?.version ?? Number.NaN)
    expect(heard.length).toBeLessThan(answers.length / 2)
    stream.close()
  })

  test('the stream needs a session, and ends with it', async () => {
    const agent = await anAgent(server())
    const stranger = { ...agent, cookies: new Map<string, string>() }
    expect((await listening(stranger)).status).toBe(401)
    const stream = await listening(agent)
    await stream.next()
    await agent.post('/api/users/auth/logout/')
    expect(await stream.next()).toBeNull()
  })

  test('a changed password ends the streams of the other devices, and no other', async () => {
    const agent = await anAgent(server())
    const tablet = { ...agent, ...aVisitor(server()) }
    await tablet.post('/api/users/auth/login/', { username: agent.username, password: agent.password })
    const [here, there] = [await listening(agent), await listening(tablet)]
    await Promise.all([here.next(), there.next()])
    const [current_password, new_password] = [agent.password, 'two lanterns above the door']
    await agent.post('/api/users/password/', { current_password, new_password, new_password2: new_password })
    expect(await there.next()).toBeNull()
    const { version } = (await agent.post('/api/crm/clients/', nora)).body
    expect(await here.next()).toEqual({ version })
    here.close()
  })

  longTest('one agent cannot open more streams than devices need, and a closed one makes room', async () => {
    const agent = await anAgent(server())
    const streams: Listening[] = []
    for (let number = 0; number < 20; number += 1) streams.push(await listening(agent))
    const oneMore = await listening(agent)
    expect([oneMore.status, oneMore.headers.get('retry-after')]).toEqual([429, '60'])
    streams[0]?.close()
    await expect.poll(async () => (await listening(agent)).status).toBe(200)
    for (const stream of streams) stream.close()
  })

  test('a device that leaves before its stream starts does not count as connected', async () => {
    const agent = await anAgent(server())
    await requestAndDisconnect(server(), `${await server().listen()}/api/sync/events/`, agent, 20)
    const stream = await listening(agent)
    expect(stream.status).toBe(200)
    stream.close()
  })

  test('checking whether a token is still valid writes nothing, so it works on a full disk', async () => {
    const { database } = server().services
    const agent = await anAgent(server())
    const token = {
      agent_id: agent.id,
      name: 'A program',
      scope: 'read-write',
      token_hash: hashOfToken('a-token'),
    } as const
    await insertApiToken(database.db, token)
    const request = { headers: { authorization: 'Bearer a-token' } } as FastifyRequest
    const credential = credentialOf(request, database)
    expect(await credential?.isStillValid()).toBe(true)
    const [kept] = await apiTokensOf(database.db, agent.id)
    expect(kept?.last_used_at).toBeNull()
  })

  longTest('a server that is stopped ends the streams and does not wait for them', async () => {
    const other = await startTestServer(kind)
    const stream = await listen(await other.listen(), await anAgent(other))
    await stream.next()
    const stopping = other.stop()
    expect(await stream.next()).toBeNull()
    await stopping
  })
})

test('a change that is sent after the stream has ended is no error', async () => {
  const errors: Error[] = []
  const answer = (raw: ServerResponse) => {
    raw.on('error', (error) => errors.push(error))
    const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
    const stream = createEventStreams().open(reply, { agentId: 1, credential: '' }, async () => true)
    stream?.send('changed', { version: 1 })
    stream?.end()
    stream?.send('changed', { version: 2 })
  }
  const http = createServer((_, raw) => answer(raw)).listen(0)
  const { port } = http.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
  expect([text, errors]).toEqual(['event: changed\ndata: {"version":1}\n\n', []])
  http.close()
})

test.skipIf(!hasPostgres)('processes on one database notify each other', async () => {
  const { url, drop } = await newPostgresDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  const aProcess = () =>
    signalsOverPostgres(url, (channel, text) => client.query('select pg_notify($1, $2)', [channel, text]))
  const [one, two] = [aProcess(), aProcess()]
  let calls = 0
  two.listen(7, () => {
    calls += 1
  })
  // A new connection may have missed something, so it signals once.
  await expect.poll(() => calls).toBe(1)
  one.notify(8)
  one.notify(7)
  one.notify(7)
  await expect.poll(() => calls).toBe(2)
  await Promise.all([one.close(), two.close(), client.end()])
  await drop()
})
