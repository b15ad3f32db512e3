import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type AgentOverHttp, anAgentOverHttp } from '../support/agent-over-http.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { giveListings } from '../support/many-listings.ts'
import { manySurveySessions } from '../support/many-survey-sessions.ts'
import { openBenchPage } from './bench-page.ts'
import { figure, percentile } from './figure.ts'
import { type Growth, growthPlot } from './growth-plot.ts'

const counts = [1000, 10_000, 100_000] as const

const growth: Growth = new Map()

test.describe.configure({ mode: 'serial' })

for (const count of counts) {
  test(`${count} records`, async ({ browser }) => {
    test.setTimeout(1_800_000)
    const server = await startBuiltServer()
    try {
      const agent = await anAgentOverHttp(server.origin, 'bench')
      const agentId = await giveListings(server, agent, count, manySurveySessions(count))
      const note = (what: string, ms: number) => growth.set(what, [...(growth.get(what) ?? []), { count, ms }])

      note('feed: all changes, asked by page', await median(3, () => wholeFeed(agent)))
      note('plan: a tour of eight homes', await median(5, () => planTour(agent)))
      note('analytics of surveys', await median(5, () => agent.ask('GET', '/api/questionnaire/analytics/')))

      // Without the worker, which would answer with the app.
      const context = await browser.newContext({ serviceWorkers: 'block' })
      const page = await context.newPage()
      await context.addCookies(
        (agent.headers['cookie'] ?? '').split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split('=')
          return { name, value, url: server.origin }
        }),
      )
      await openBenchPage(page, server.origin)
      note('fill: fetch and keep all', await page.evaluate((id) => bench.fetchAndStore(id), agentId))
      const starts: number[] = []
      for (let round = 0; round < 7; round += 1) {
        await openBenchPage(page, server.origin)
        starts.push(await page.evaluate((id) => bench.firstRows(id), agentId))
      }
      note('start: open, newest 20 rows', percentile(starts, 0.5))
      const { live } = await page.evaluate((id) => bench.writes(id, 21), agentId)
      note('live query: sees a new client', percentile(live, 0.5))
      const words = ['bench st', 'garden', '95123', '77', 'corner', '9999', 'sunny', 'springfield', 'a']
      const searches = await page.evaluate(([id, asked]) => bench.searches(id, asked), [agentId, words] as const)
      note('search: any part of a word', percentile(searches, 0.5))
      await context.close()
    } finally {
      await server.close()
    }
  })
}

test('nothing grows worse than n log n', async () => {
  const [, small, large] = counts
  for (const [what, points] of growth) {
    for (const { count, ms } of points) figure({ what: `${what}, ${count} records`, value: ms, unit: 'ms' })
    const at = (wanted: number) => points.find(({ count }) => count === wanted)?.ms ?? Number.NaN
    const allowed = (large * Math.log(large)) / (small * Math.log(small))
    figure({
      what: `${what}, from ${small} to ${large} records, of n log n`,
      value: at(large) / at(small) / allowed,
      unit: '×',
      atMost: 1,
    })
  }
  await writeFile(path.join(import.meta.dirname, 'growth.svg'), growthPlot(growth))
})

async function wholeFeed({ ask }: AgentOverHttp): Promise<void> {
  let isMore = true
  for (let cursor = ''; isMore;) {
    const answer = await ask('GET', `/api/sync/changes/?cursor=${encodeURIComponent(cursor)}&limit=500`)
    const body = (await answer.json()) as { cursor: string; has_more: boolean }
    cursor = body.cursor
    isMore = body.has_more
  }
}

async function planTour({ ask }: AgentOverHttp): Promise<void> {
  const listings = await ask('GET', '/api/listings/?page_size=8')
  const { results } = (await listings.json()) as { results: { id: number }[] }
  const answer = await ask('POST', '/api/tours/tours/route-optimization-preview/', {
    client_email: 'maria@example.com',
    tour_date: '2027-03-20',
    start_time: '09:00:00',
    end_time: '18:00:00',
    selected_listings: results.map(({ id }) => id),
  })
  expect(answer.status).toBe(200)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The first run does not count. */
async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const all: number[] = []
  for (let round = 0; round < times; round += 1) all.push(await timed(work))
  return percentile(all, 0.5)
}
