import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { planTour } from '../../src/core/planner/plan-tour.ts'
import { brokenRules } from '../support/plan-checker.ts'
import { aRandomDay } from '../support/random-days.ts'
import { bundled } from './bundled.ts'
import { figure, percentile } from './figure.ts'
import { fingerprintOfRound } from './planner-in-page.ts'

type InPage = typeof import('./planner-in-page.ts')
declare const planner: InPage

test('10,000 random day plans against the independent checker', () => {
  let checked = 0
  const broken: string[] = []
  for (let seed = 1; checked < 10_000; seed += 1) {
    const day = aRandomDay(seed, { stops: [0, 10] })
    const plan = planTour(day)
    // The agent's own visits contradict each other, which this test does not cover.
    if (plan.warnings.includes('fixed_visit_missed')) continue
    checked += 1
    broken.push(...brokenRules(day, plan).map((rule) => `seed ${seed}: ${rule}`))
  }
  for (const rule of broken.slice(0, 10)) console.log(`  ${rule}`)
  figure({ what: 'random day plans that break a rule, of 10,000', value: broken.length, unit: 'records', atMost: 0 })
})

test('the planner in Chromium', async ({ page }) => {
  const script = await plannerScript()
  await page.goto('about:blank')
  await page.addScriptTag({ content: script })
  for (const [stops, atMost] of [
    [8, 15],
    [10, 40],
    [12, 60],
  ] as const)
    await figureOfPage(page, stops, atMost, 'Chromium')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await figureOfPage(page, 12, 500, 'Chromium slowed down 6×')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const worker = `${script};addEventListener('message', ({ data }) => postMessage(planner.timesOf(planner.daysWith(data.stops, data.count))))`
  for (const [stops, count, atMost] of [
    [15, 40, 800],
    [20, 40, 1000],
    [30, 40, 1500],
    [60, 20, 2000],
    [200, 4, 5000],
  ] as const) {
    const { times, longTasks } = await page.evaluate(
      ([code, stops, count]) => planner.timesBeside(URL.createObjectURL(new Blob([code])), stops, count),
      [worker, stops, count] as const,
    )
    figure({ what: `longest plan of ${stops} stops in a worker`, value: Math.max(...times), unit: 'ms', atMost })
    const longest = Math.max(0, ...longTasks)
    figure({
      what: `longest task of the page beside it`,
      value: longest,
      unit: 'ms',
      atMost: 50,
      note: '0: none above 50 ms',
    })
  }
})

test('equal bytes in Node and Chromium, 100 repeats, input shuffled', async ({ page }) => {
  await page.goto('about:blank')
  await page.addScriptTag({ content: await plannerScript() })
  const inNode = fingerprintOfRound(0)
  const inChromium = await page.evaluate(() =>
    Array.from({ length: 100 }, (_, round) => planner.fingerprintOfRound(round)),
  )
  const equal = inChromium.filter((one) => one === inNode).length
  figure({ what: 'rounds of 100 plans with equal bytes in Chromium', value: equal, unit: 'records', atLeast: 100 })
  expect(fingerprintOfRound(7)).toBe(inNode)
})

async function figureOfPage(page: Page, stops: number, atMost: number, where: string): Promise<void> {
  const times = await page.evaluate((stops) => {
    // The first plans are slower until the code is compiled; an agent meets them once a day.
    planner.timesOf(planner.daysWith(stops, 10))
    return planner.timesOf(planner.daysWith(stops, 100))
  }, stops)
  figure({ what: `plan of ${stops} stops, ${where}, p95`, value: percentile(times, 0.95), unit: 'ms', atMost })
}

function plannerScript(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'planner-in-page.ts')
  return bundled({ lib: { entry, formats: ['iife'], name: 'planner' } })
}
