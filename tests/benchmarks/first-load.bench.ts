import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import { expect, test } from '@playwright/test'
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
        atMost: 1000,
      })
    } finally {
      browser.kill()
    }
  })
}
