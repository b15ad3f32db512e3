import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '#tests/support/databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let known: TestServer
let anywhere: TestServer

beforeAll(async () => {
  known = await startTestServer(anyDatabase, { acceptsAnyHost: false, publicOrigin: 'https://agents.example.com' })
  anywhere = await startTestServer()
})

afterAll(async () => {
  await known.stop()
  await anywhere.stop()
})

const statusAt = async ({ app }: TestServer, host: string) =>
  (await app.inject({ url: '/healthz', headers: { host } })).statusCode

test.each(['agents.example.com', 'localhost:4173', '127.0.0.1:4173', '[::1]:4173', '10.0.0.7', 'fanlight:4173', ''])(
  'a server whose address is known accepts the host %s',
  async (host) => {
    expect(await statusAt(known, host)).toBe(200)
  },
)

test.each(['evil.example', 'agents.example.com.evil.example:4173', '127.0.0.1.evil.example', 'evil.example.'])(
  'an unknown host name such as %s is refused, and nothing is written',
  async (host) => {
    expect(await statusAt(known, host)).toBe(421)
    const body = { username: 'mallory', email: 'm@evil.example', password: 'a lantern above the door' }
    const register = await known.app.inject({
      method: 'POST',
      url: '/api/users/register/',
      headers: { host, origin: `http://${host}` },
      payload: { ...body, password2: body.password },
    })
    expect([register.statusCode, register.json().code]).toEqual([421, 'invalid'])
    expect(await statusAt(anywhere, host)).toBe(200)
  },
)
