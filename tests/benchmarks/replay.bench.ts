import { type BrowserContext, expect, test, type Page } from '@playwright/test'
import { logIn, register } from '../support/agent-at-work.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { openBenchPage } from './bench-page.ts'
import { figure } from './figure.ts'
import { slowProxy, type SlowProxy } from './slow-proxy.ts'

const created = 400
const deleted = 100
const editedTwice = 100

const quiet = { latencyMs: 0, lostAnswers: 0, refused: 0 }

let server: BuiltServer
let proxy: SlowProxy
test.beforeAll(async () => {
  server = await startBuiltServer()
  proxy = await slowProxy(server.origin)
})
test.afterAll(async () => {
  await proxy.close()
  await server.close()
})
test.use({ serviceWorkers: 'block' })

// Server and database compile what they do often while they do it, so the first ones cost twice as much: a figure of its own.
test('replaying 1,000 queued writes on a server that has just started', async ({ page, context }) => {
  const agentId = await signedIn(page, 'first-replay')
  const seconds = await replay(page, agentId, 'as-offered')
  figure({ what: 'replay of 1,000 queued writes, in batches, server just started', value: seconds, unit: 's' })
  await tell(context, '(server just started)')
})

for (const { how, latencyMs, atMost } of [
  { how: 'as-offered', latencyMs: 0, atMost: 1.5 },
  { how: 'as-offered', latencyMs: 50, atMost: 2 },
  { how: 'one-by-one', latencyMs: 0, atMost: 3 },
  { how: 'one-by-one', latencyMs: 50, atMost: 22 },
] as const) {
  const when = `${latencyMs === 0 ? 'no' : latencyMs + ' ms'} latency, ${how === 'as-offered' ? 'in batches' : 'one by one'}`
  test(`replaying 1,000 queued writes, ${when}`, async ({ page, context }) => {
    Object.assign(proxy, { ...quiet, forwarded: 0 })
    const agentId = await signedIn(page, `replay-${latencyMs}-${how}`)
    proxy.latencyMs = latencyMs
    const seconds = await replay(page, agentId, how)
    proxy.latencyMs = 0
    const note = `${proxy.forwarded} requests; the queue is planted, because saved one by one it would fold`
    figure({ what: `replay of 1,000 queued writes, ${when}`, value: seconds, unit: 's', atMost, note })
    await tell(context, `(${when})`)
  })
}

// Six batches are too few for a tenth of them to mean anything, so more of them meet a fault.
for (const { how, lostAnswers, refused } of [
  { how: 'as-offered', lostAnswers: 0.4, refused: 0.2 },
  { how: 'one-by-one', lostAnswers: 0.1, refused: 0.05 },
] as const) {
  const share = `${lostAnswers * 100} % of answers lost, ${refused * 100} % of requests refused`
  const when = `${share}, ${how === 'as-offered' ? 'in batches' : 'one by one'}`
  test(`replaying 1,000 queued writes, ${when}`, async ({ page, context }) => {
    Object.assign(proxy, { ...quiet, forwarded: 0, answersLost: 0, requestsRefused: 0 })
    const agentId = await signedIn(page, `faulty-${how}`)
    Object.assign(proxy, { lostAnswers, refused })
    const seconds = await replay(page, agentId, how)
    Object.assign(proxy, quiet)
    const { forwarded, answersLost, requestsRefused } = proxy
    const note = `${forwarded} requests arrived, ${answersLost} answers lost, ${requestsRefused} requests refused`
    figure({ what: `replay with ${when}`, value: seconds, unit: 's', note })
    await tell(context, `with ${when}`)
  })
}

/** From a queue that was filled without the network to an empty outbox. */
async function replay(page: Page, agentId: string, how: 'as-offered' | 'one-by-one'): Promise<number> {
  const send = () => page.evaluate(([agent, sends]) => bench.send(agent, sends), [agentId, how] as const)
  await send()
  expect(await page.evaluate((agent) => bench.plantQueue(agent), agentId)).toBe(1000)
  const startedAt = Date.now()
  do await send()
  while ((await page.evaluate((agent) => bench.waiting(agent), agentId)) > 0)
  return (Date.now() - startedAt) / 1000
}

async function signedIn(page: Page, username: string): Promise<string> {
  await register(page, proxy.origin, username)
  await logIn(page, username)
  const profile = (await (await page.context().request.get(`${proxy.origin}/api/users/profile/`)).json()) as {
    id: number
  }
  await openBenchPage(page, proxy.origin)
  return String(profile.id)
}

/** Compares what the server has with what was written. */
async function tell(context: BrowserContext, when: string): Promise<void> {
  const answer = await context.request.get(`${server.origin}/api/crm/clients/?page_size=500`)
  expect(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { email: string; notes: string }[] }
  const emails = new Set(results.map(({ email }) => email))
  const twice = results.filter(({ notes }) => notes === 'Called twice').length
  const once = results.filter(({ notes }) => notes === 'Called once').length
  const missing = created - deleted - emails.size
  const unedited = editedTwice - twice + (created - deleted - editedTwice - once)
  figure({ what: `writes lost, ${when}`, value: Math.max(missing, 0) + Math.abs(unedited), unit: 'records', atMost: 0 })
  figure({ what: `records doubled, ${when}`, value: results.length - emails.size, unit: 'records', atMost: 0 })
}
