import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test'
import { logIn, registerAndLogIn } from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { openBenchPage } from './bench-page.ts'
import { figure, percentile } from './figure.ts'
import { medianOf, offlineStarts } from './offline-start.ts'

const listingCount = 10_000

let server: BuiltServer
let context: BrowserContext
let page: Page
let profileFolder: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanlight-bench-'))
  const catalog = path.join(folder, 'catalog.csv')
  const rows = Array.from(
    { length: listingCount },
    (_, index) =>
      `${index + 1} Bench St,Springfield,95${String(index % 900).padStart(3, '0')},CA,3,2,1500,${200_000 + index}`,
  )
  await writeFile(catalog, ['street,city,zip,state,beds,baths,sq__ft,price', ...rows].join('\n'))
  server = await startBuiltServer([['import-properties', catalog]])
  await rm(folder, { recursive: true })
  profileFolder = await mkdtemp(path.join(tmpdir(), 'fanlight-profile-'))
  context = await chromium.launchPersistentContext(profileFolder, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    viewport: { width: 390, height: 844 },
  })
  page = context.pages()[0] ?? (await context.newPage())
})
test.afterAll(async () => {
  await context.close()
  await server.close()
  await rm(profileFolder, { recursive: true, force: true })
})

test('an agent with 10,000 listings signs in and has them on the device', async () => {
  await registerAndLogIn(page, server.origin, 'bench')
  await createListings(context, server.origin)
  // Another device of the same agent, without any data.
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, 'bench')
  const startedAt = Date.now()
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 60_000 })
  const firstCardsAfter = Date.now() - startedAt
  await expect.poll(() => rowsOnDevice(page, 'listings'), { timeout: 300_000, intervals: [100] }).toBe(listingCount)
  figure({
    what: 'sign-in to the first cards, 10,000 listings on the server',
    value: firstCardsAfter,
    unit: 'ms',
    atMost: 1000,
  })
  figure({ what: 'sign-in to all 10,000 on the device', value: (Date.now() - startedAt) / 1000, unit: 's' })
})

test('the device beside raw IndexedDB, 10,000 listings', async ({ browser }) => {
  const profile = (await (await context.request.get(`${server.origin}/api/users/profile/`)).json()) as { id: number }
  const agentId = String(profile.id)
  // Without the worker, which would answer with the app.
  const apart = await browser.newContext({ serviceWorkers: 'block', storageState: await context.storageState() })
  const own = await apart.newPage()
  await openBenchPage(own, server.origin)
  // Raw first and ours second, so that the server's cache helps both alike.
  await own.evaluate(() => bench.rawFetchAndStore())
  const raw = await own.evaluate(() => bench.rawFetchAndStore())
  const ours = await own.evaluate((agent) => bench.fetchAndStore(agent), agentId)
  compare('fetch and store all', ours, raw, 1.5)

  const starts: Record<'ours' | 'raw', number[]> = { ours: [], raw: [] }
  for (let round = 0; round < 7; round += 1) {
    await openBenchPage(own, server.origin)
    starts.raw.push(await own.evaluate(() => bench.rawFirstRows()))
    await openBenchPage(own, server.origin)
    starts.ours.push(await own.evaluate((agent) => bench.firstRows(agent), agentId))
  }
  compare('cold start to the first 20 rows', percentile(starts.ours, 0.5), percentile(starts.raw, 0.5))

  const { live, durable } = await own.evaluate((agent) => bench.writes(agent, 100), agentId)
  const dexie = percentile(await own.evaluate(() => bench.dexieWrites(100)), 0.5)
  figure({ what: 'write → live query, p50', value: percentile(live, 0.5), unit: 'ms' })
  figure({ what: 'the same write with Dexie alone, durable, p50', value: dexie, unit: 'ms' })
  figure({ what: 'the same write durable, p50', value: percentile(durable, 0.5), unit: 'ms' })
  figure({ what: '… against Dexie', value: percentile(durable, 0.5) / dexie, unit: '×' })

  const words = ['bench st', 'garden', '95123', '77', 'corner', 'description', '9999', 'sunny', 'springfield', 'a']
  const searches = await own.evaluate(([agent, asked]) => bench.searches(agent, asked), [agentId, words] as const)
  figure({ what: 'substring search, p50', value: percentile(searches, 0.5), unit: 'ms', atMost: 10 })
  await apart.close()
})

/** Without a target if agents do not feel the difference; such a figure is only watched. */
function compare(what: string, ours: number, raw: number, atMost?: number): void {
  figure({ what: `${what}, raw IndexedDB`, value: raw, unit: 'ms' })
  figure({ what, value: ours, unit: 'ms' })
  figure({ what: `${what}, against raw`, value: ours / raw, unit: '×', ...(atMost === undefined ? {} : { atMost }) })
}

test('offline start with 10,000 listings, processor slowed four times', async () => {
  await context.setOffline(true)
  const starts = await offlineStarts(page, `${server.origin}/my-listings`, 'article', 6)
  const what = 'offline start with 10,000 listings, 4× slowdown'
  figure({ what: `${what}, first cards seen, median of 5`, value: medianOf(starts, 'seenMs'), unit: 'ms', atMost: 700 })
  figure({ what: `${what}, usable`, value: medianOf(starts, 'usableMs'), unit: 'ms' })
})

test('searching 10,000 listings', async () => {
  await page.goto(`${server.origin}/my-listings`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const box = page.getByRole('searchbox')
  const answers: Answered[] = []
  for (const word of [
    'bench st',
    'garden',
    '95123',
    '77',
    'corner',
    'description',
    '9999',
    'sunny',
    'springfield',
    'a',
  ]) {
    for (const typed of [word, 'nothing like it']) {
      const answered = page.evaluate(untilAnswered)
      await box.fill(typed)
      answers.push(await answered)
    }
  }
  const heap = await context.newCDPSession(page)
  await heap.send('HeapProfiler.collectGarbage')
  const { usedSize } = await heap.send('Runtime.getHeapUsage')
  figure({ what: 'JavaScript heap of My Listings, 10,000 listings', value: usedSize / 1e6, unit: 'MB', atMost: 120 })
  // The first search also reads the texts of all listings once.
  const [first, ...others] = answers
  const what = 'search in 10,000 listings'
  figure({ what: `${what}, the first time`, value: first?.wholeMs ?? Number.NaN, unit: 'ms', note: 'reads all texts' })
  for (const [share, name, most] of [
    [0.5, 'p50', 10],
    [0.95, 'p95', 10],
  ] as const) {
    const of = (part: keyof Answered) =>
      percentile(
        others.map((answer) => answer[part]),
        share,
      )
    const note = (until: string) => `from the question in the address until ${until}`
    figure({ what: `${what}, ${name}, the answer`, value: of('queryMs'), unit: 'ms', atMost: most })
    figure({
      what: `${what}, ${name}, first cards`,
      value: of('firstMs'),
      unit: 'ms',
      atMost: 40,
      note: note('they stand'),
    })
    figure({ what: `${what}, ${name}, all cards`, value: of('wholeMs'), unit: 'ms', note: note('the last change') })
  }
})

type Answered = {
  queryMs: number
  /** From the search in the address until the first change of the screen … */
  firstMs: number
  /** … and until the last one, followed by 300 ms without changes. */
  wholeMs: number
}

function untilAnswered(): Promise<Answered> {
  return new Promise((resolve) => {
    const main = document.querySelector('main') ?? document.body
    const addressBefore = location.href
    let askedAt: number | null = null
    let firstAt: number | null = null
    let changedAt = 0
    let queryMs = 0
    let timer = 0
    const timings = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'search listings') queryMs = duration
    })
    timings.observe({ type: 'measure' })
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (...state) => {
      replaceState(...state)
      if (askedAt !== null || location.href === addressBefore) return
      askedAt = performance.now()
      // An answer that equals the shown list changes nothing.
      timer = window.setTimeout(end, 2000)
    }
    const observer = new MutationObserver(() => {
      if (askedAt === null) return
      changedAt = performance.now()
      firstAt ??= changedAt
      clearTimeout(timer)
      timer = window.setTimeout(end, 300)
    })
    function end() {
      observer.disconnect()
      timings.disconnect()
      history.replaceState = replaceState
      const since = askedAt ?? 0
      resolve({ queryMs, firstMs: (firstAt ?? since) - since, wholeMs: Math.max(since, changedAt) - since })
    }
    // Not the field beside the list, which changes first.
    observer.observe(main, { subtree: true, childList: true })
  })
}

async function createListings(context: BrowserContext, origin: string): Promise<void> {
  const csrf = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const properties: { id: number; address: string }[] = []
  for (
    let address: string | null = `${origin}/api/properties/properties/?page_size=500&search=Bench`;
    address !== null;
  ) {
    const body = (await (await context.request.get(address)).json()) as {
      results: typeof properties
      next: string | null
    }
    properties.push(...body.results)
    address = body.next === null ? null : new URL(body.next, origin).href
  }
  expect(properties).toHaveLength(listingCount)
  const words = ['sunny', 'garden', 'corner', 'quiet', 'bright', 'description', 'renovated', 'family']
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < properties.length) {
        const index = next
        next += 1
        const property = properties[index]
        const description = Array.from({ length: 40 }, (_, place) => words[(index * 7 + place * 3) % words.length])
          .join(' ')
          .slice(0, 300)
        const answer = await context.request.post(`${origin}/api/listings/`, {
          headers: { 'X-CSRFToken': csrf },
          data: { property: property?.id, listing_price: 200_000 + index, status: 'For Sale', description },
        })
        expect(answer.status()).toBe(201)
      }
    }),
  )
}

function rowsOnDevice(page: Page, table: string): Promise<number> {
  return page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    const device = databases.find((database) => database.name?.startsWith('fanlight:'))
    if (device?.name === undefined) return 0
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(device.name ?? '')
      opening.onerror = () => resolve(0)
      opening.onsuccess = () => {
        const database = opening.result
        if (!database.objectStoreNames.contains(name)) return resolve(0)
        const counting = database.transaction(name).objectStore(name).count()
        counting.onsuccess = () => {
          database.close()
          resolve(counting.result)
        }
      }
    })
  }, table)
}
