import { type BrowserContext, expect, test, type Page } from '@playwright/test'
import { logIn, register } from '../support/agent-at-work.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { openBenchPage } from './bench-page.ts'
import { figure } from './figure.ts'
import { slowProxy, type SlowProxy } from './slow-proxy.ts'

const created = 400
const deleted = 100

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

for (const [name, latencyMs, atMost] of [
  ['no latency', 0, 3],
  ['50 ms latency', 50, 22],
] as const) {
  test(`replaying 1,000 queued writes, ${name}`, async ({ page, context }) => {
    Object.assign(proxy, { latencyMs: 0, lostAnswers: 0, refused: 0, forwarded: 0 })
    const agentId = await signedIn(page, `replay-${latencyMs}`)
    proxy.latencyMs = latencyMs
    const seconds = await replay(page, agentId)
    proxy.latencyMs = 0
    figure({
      what: `replay of 1,000 queued writes, ${name}, one by one`,
      value: seconds,
      unit: 's',
      atMost,
      note: `${proxy.forwarded} requests in three queues, because unsent edits of one record fold`,
    })
    await tell(context, `(${name})`, 0)
  })
}

test('replaying 1,000 queued writes, 10 % of the answers lost, 5 % refused', async ({ page, context }) => {
  Object.assign(proxy, { latencyMs: 0, lostAnswers: 0, refused: 0, forwarded: 0 })
  const agentId = await signedIn(page, 'replay-faulty')
  Object.assign(proxy, { lostAnswers: 0.1, refused: 0.05 })
  const seconds = await replay(page, agentId)
  Object.assign(proxy, { lostAnswers: 0, refused: 0 })
  figure({ what: 'replay with 10 % of answers lost, 5 % refused', value: seconds, unit: 's' })
  await tell(context, 'with 10 % of answers lost, 5 % refused', 0)
})

/** Sends three queues that were filled without the network: 400 new clients, 400 edits, then 100 edits and 100 deletions. */
async function replay(page: Page, agentId: string): Promise<number> {
  await page.evaluate((agent) => bench.send(agent), agentId)
  let seconds = 0
  for (const queue of [
    () => page.evaluate(([agent, count]) => bench.create(agent, count), [agentId, created] as const),
    () => page.evaluate(([agent, count]) => bench.update(agent, 0, count, 'Called once'), [agentId, created] as const),
    async () => {
      await page.evaluate((agent) => bench.update(agent, 0, 100, 'Called twice'), agentId)
      await page.evaluate((agent) => bench.remove(agent, 300, 400), agentId)
    },
  ]) {
    await queue()
    const startedAt = Date.now()
    do await page.evaluate((agent) => bench.send(agent), agentId)
    while ((await page.evaluate((agent) => bench.waiting(agent), agentId)) > 0)
    seconds += (Date.now() - startedAt) / 1000
  }
  return seconds
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
async function tell(context: BrowserContext, when: string, atMost: number): Promise<void> {
  const answer = await context.request.get(`${server.origin}/api/crm/clients/?page_size=500`)
  expect(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { email: string; notes: string }[] }
  const emails = new Set(results.map(({ email }) => email))
  const edited = results.filter(({ notes }) => notes === 'Called twice').length
  const kept = results.filter(({ notes }) => notes !== '').length
  const lost = created - deleted - emails.size + (100 - edited) + (created - deleted - kept)
  const doubled = results.length - emails.size
  figure({ what: `writes lost ${when}`, value: lost, unit: 'records', atMost })
  figure({ what: `records doubled ${when}`, value: doubled, unit: 'records', atMost })
}
