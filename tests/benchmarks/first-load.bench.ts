import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import { expect, test, type Page } from '@playwright/test'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { figure, percentile } from './figure.ts'

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

for (const device of ['phone', 'desktop'] as const) {
  test(`Lighthouse on the built home page, ${device}`, async () => {
    const browser = await launch({
      chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      chromeFlags: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--no-first-run',
      ],
    })
    try {
      const scores: Record<string, number[]> = {}
      const firstPaints: number[] = []
      for (let round = 0; round < 3; round += 1) {
        const result = await lighthouse(
          `${server.origin}/`,
          {
            port: browser.port,
            logLevel: 'error',
            onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
          },
          device === 'desktop' ? desktopConfig : undefined,
        )
        expect(result).toBeDefined()
        for (const [name, { score }] of Object.entries(result?.lhr.categories ?? {}))
          (scores[name] ??= []).push((score ?? 0) * 100)
        firstPaints.push(result?.lhr.audits['first-contentful-paint']?.numericValue ?? Number.NaN)
        if (round === 0) {
          const refused = Object.values(result?.lhr.audits ?? {}).filter(
            ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
          )
          for (const audit of refused) console.log(`  ${device}: ${audit.id}: ${audit.title}`)
        }
      }
      for (const [name, points] of Object.entries(scores)) {
        figure({
          what: `Lighthouse ${device}: ${name}`,
          value: percentile(points, 0.5),
          unit: 'points',
          atLeast: name === 'performance' ? 95 : 100,
        })
      }
      figure({
        what: `Lighthouse ${device}: first contentful paint`,
        value: percentile(firstPaints, 0.5),
        unit: 'ms',
        note: 'worked out by Lighthouse from an unthrottled load',
      })
    } finally {
      browser.kill()
    }
  })
}

test('the first visit to the home page, 4× slowdown, Fast 3G', async ({ browser }) => {
  const paints: number[] = []
  const screens: number[] = []
  const ownScreens: number[] = []
  const plainTexts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', fast3G)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await startInExistingProcess(page)
    await page.goto(`${server.origin}/robots.txt?`)
    plainTexts.push(await page.evaluate(firstContentfulPaint))
    await startInExistingProcess(page)
    await page.goto(`${server.origin}/`, { waitUntil: 'commit' })
    screens.push(await page.evaluate(untilShown, 'main h1'))
    ownScreens.push(await page.evaluate(untilShown, '#root main h1'))
    paints.push(await page.evaluate(firstContentfulPaint))
    await context.close()
  }
  const what = 'first visit, 4× slowdown, Fast 3G, median of 5'
  const note = `${Math.round(percentile(plainTexts, 0.5))} ms for a file of plain text`
  figure({ what: `${what}, first contentful paint`, value: percentile(paints, 0.5), unit: 'ms', atMost: 900, note })
  figure({ what: `${what}, first screen`, value: percentile(screens, 0.5), unit: 'ms', atMost: 1500 })
  figure({ what: `${what}, first screen, drawn by the page itself`, value: percentile(ownScreens, 0.5), unit: 'ms' })
})

/** The app's headers need another process than the browser's blank page; starting one is no part of a visit. */
async function startInExistingProcess(page: Page): Promise<void> {
  if (!page.url().startsWith(server.origin)) await page.goto(`${server.origin}/robots.txt`)
  await page.evaluate(() => location.assign('about:blank'))
  await page.waitForURL('about:blank')
}

function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Milliseconds from the start of the navigation. */
function untilShown(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) !== true)
        requestAnimationFrame(look)
      else resolve(performance.now())
    }
    look()
  })
}

/** As in the browser's developer tools: 562 ms round trip, 1.44 Mbit/s down, 675 kbit/s up. */
const fast3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
