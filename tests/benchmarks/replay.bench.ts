import { type Browser, test } from '@playwright/test'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { figure } from './figure.ts'
import { compared, type Found, type Replay, replay, signedIn } from './replay.ts'
import { slowProxy, type SlowProxy } from './slow-proxy.ts'

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

// Server and database compile frequent code while they run it, so the first replay costs twice as much and has its own figure.
test('replaying 1,000 queued writes on a server that has just started', async ({ page, context }) => {
  const agentId = await signedIn(page, proxy.origin, 'first-replay')
  const { drained, exchanged } = await replay(page, agentId, 'as-offered')
  const what = 'replay of 1,000 queued writes, in batches, server just started'
  figure({ what, value: drained, unit: 's', note: withChanges(exchanged) })
  tell([await compared(context, server.origin)], '(server just started)')
})

/** Replays that are not measured. After them, the server needs half the processor time, like one that has run for a day. */
const warmUps = 5
let isWarm = false

async function warmUp(browser: Browser): Promise<void> {
  if (isWarm) return
  for (let time = 1; time <= warmUps; time++) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await replay(page, await signedIn(page, proxy.origin, `warm-up-${time}`), 'as-offered')
    await context.close()
  }
  isWarm = true
}

// Short replays run five times, because the machine's speed varies between runs; the median counts.
for (const { how, latencyMs, times, ...bar } of [
  { how: 'as-offered', latencyMs: 0, atMost: 2.5, times: 5 },
  { how: 'as-offered', latencyMs: 50, atMost: 3, times: 5 },
  { how: 'one-by-one', latencyMs: 0, times: 1 },
  { how: 'one-by-one', latencyMs: 50, atMost: 22, times: 1 },
] as const) {
  const when = `${latencyMs === 0 ? 'no' : latencyMs + ' ms'} latency, ${how === 'as-offered' ? 'in batches' : 'one by one'}`
  test(`replaying 1,000 queued writes, ${when}`, async ({ browser }) => {
    await warmUp(browser)
    const replays: Replay[] = []
    const found: Found[] = []
    for (let time = 1; time <= times; time++) {
      Object.assign(proxy, { ...quiet, forwarded: 0 })
      const context = await browser.newContext({ serviceWorkers: 'block' })
      const page = await context.newPage()
      const agentId = await signedIn(page, proxy.origin, `replay-${latencyMs}-${how}-${time}`)
      proxy.latencyMs = latencyMs
      replays.push(await replay(page, agentId, how))
      proxy.latencyMs = 0
      found.push(await compared(context, server.origin))
      await context.close()
    }
    replays.sort((one, other) => one.drained - other.drained)
    const { drained, exchanged } = replays[(times - 1) / 2] ?? { drained: Number.NaN, exchanged: Number.NaN }
    const all = replays.map((one) => one.drained.toFixed(2)).join(', ')
    const planted = 'the queue is planted, because saved one by one it would fold'
    const among = times === 1 ? '' : `of ${all}; `
    const note = `${among}${withChanges(exchanged)}; ${proxy.forwarded} requests; ${planted}`
    figure({ what: `replay of 1,000 queued writes, ${when}`, value: drained, unit: 's', ...bar, note })
    tell(found, `(${when})`)
  })
}

// A tenth of six batches means little, so more of them meet a fault.
for (const { how, lostAnswers, refused } of [
  { how: 'as-offered', lostAnswers: 0.4, refused: 0.2 },
  { how: 'one-by-one', lostAnswers: 0.1, refused: 0.05 },
] as const) {
  const share = `${lostAnswers * 100} % of answers lost, ${refused * 100} % of requests refused`
  const when = `${share}, ${how === 'as-offered' ? 'in batches' : 'one by one'}`
  test(`replaying 1,000 queued writes, ${when}`, async ({ page, context }) => {
    Object.assign(proxy, { ...quiet, forwarded: 0, answersLost: 0, requestsRefused: 0 })
    const agentId = await signedIn(page, proxy.origin, `faulty-${how}`)
    Object.assign(proxy, { lostAnswers, refused })
    const { drained } = await replay(page, agentId, how)
    Object.assign(proxy, quiet)
    const { forwarded, answersLost, requestsRefused } = proxy
    const note = `${forwarded} requests arrived, ${answersLost} answers lost, ${requestsRefused} requests refused`
    figure({ what: `replay with ${when}`, value: drained, unit: 's', note })
    tell([await compared(context, server.origin)], `with ${when}`)
  })
}

const withChanges = (seconds: number) => `${seconds.toFixed(2)} s with what has changed on the server`

function tell(found: readonly Found[], when: string): void {
  const sum = (which: keyof Found) => found.reduce((total, one) => total + one[which], 0)
  figure({ what: `writes lost, ${when}`, value: sum('lost'), unit: 'records', atMost: 0 })
  figure({ what: `records doubled, ${when}`, value: sum('doubled'), unit: 'records', atMost: 0 })
}
