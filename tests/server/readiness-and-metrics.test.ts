import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logThrottled } from '#server/http/ordinary-events.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { aVisitor, startTestServer, type TestServer } from '#tests/support/server.ts'
import { longTest } from '#tests/support/long-test.ts'

const metricsToken = 'a long enough token'
let plain: TestServer
let guarded: TestServer

beforeAll(async () => {
  plain = await startTestServer()
  guarded = await startTestServer(anyDatabase, { metricsToken })
})
afterAll(() => Promise.all([plain.stop(), guarded.stop()]))

test('a server that accepts requests is ready', async () => {
  const answer = await aVisitor(plain).get('/readyz')
  expect([answer.status, answer.body]).toEqual([200, { status: 'ready' }])
})

longTest('a server whose database refuses connections accepts no requests, and reports it', async () => {
  const server = await startTestServer()
  await server.services.database.close()
  for (const path of ['/readyz', '/healthz']) {
    const { status, headers } = await aVisitor(server).get(path)
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '5'])
  }
  await server.stop()
})

test('programs of this machine read metrics, by route pattern and never by address', async () => {
  const origin = await plain.listen()
  await fetch(`${origin}/api/crm/clients/4711/`)
  const answer = await fetch(`${origin}/metrics`)
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(text).toContain('method="GET",route="/api/crm/clients/:id/",status="401",le="+Inf"} 1\n')
  expect(text).not.toContain('/4711')
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
})

test('metrics are 404 through a proxy', async () => {
  const origin = await plain.listen()
  const answer = await fetch(`${origin}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.5' } })
  expect(answer.status).toBe(404)
})

test('with a token set, only a client that sends it reads metrics', async () => {
  const visitor = aVisitor(guarded)
  expect((await visitor.get('/metrics')).status).toBe(404)
  const wrong = { headers: { authorization: 'Bearer another token' } }
  expect((await visitor.get('/metrics', wrong)).status).toBe(404)
  const right = { headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': '203.0.113.5' } }
  expect((await visitor.get('/metrics', right)).status).toBe(200)
})

test('a clock that is set back does not suppress log lines', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const lines: string[] = []
  const log = { warn: (_: object, event: string) => lines.push(event) } as unknown as FastifyBaseLogger
  logThrottled(log, 'the clock was set')
  logThrottled(log, 'the clock was set')
  vi.setSystemTime(Date.now() - 3_600_000)
  logThrottled(log, 'the clock was set')
  expect(lines).toHaveLength(2)
  vi.useRealTimers()
})
