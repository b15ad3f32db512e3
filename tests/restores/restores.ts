import path from 'node:path'
import { expect, test } from '@playwright/test'
import { beginLife, daysOfALife, type Life } from './device-life.ts'
import { faultsOf, type Report, formatReport, mergeReports } from './report.ts'
import { prepareServerTemplate } from './restored-server.ts'

const wanted = Number(process.env['RUNS'] ?? 200)
const from = Number(process.env['RUNS_FROM'] ?? 0)
/** Few properties, because each device fetches all of them every day. */
const sales = path.join(import.meta.dirname, '../support/invented-sales.csv')
const agents = ['avery', 'blake'] as const

test(`${wanted} days with a restored server lose nothing, double nothing and mix nothing up`, async ({ browser }) => {
  const beginning = await prepareServerTemplate(agents, sales)
  const reports: Report[] = []
  const unfinished: string[] = []
  let life: Life | null = null
  try {
    for (let number = from; number < from + wanted; number += 1) {
      const startedAt = Date.now()
      const say = (words: string) =>
        console.log(`${number} (${Math.round((Date.now() - startedAt) / 1000)} s): ${words}`)
      try {
        life ??= await beginLife(browser, beginning, agents, number)
        const { report, told } = await life.live(number)
        reports.push(report)
        const faults = faultsOf(report)
        say(formatReport(report))
        for (const line of faults.length > 0 ? [...told, ...faults] : report.stumbles) console.log(`    ${line}`)
        if (faults.length === 0 && number % daysOfALife !== daysOfALife - 1) continue
      } catch (error) {
        unfinished.push(String(number))
        say(error instanceof Error ? `${error.message}\n${String(error.cause)}` : String(error))
      }
      // An error would be reported again on each later day of the same life.
      await life?.end()
      life = null
      console.log(`So far: ${formatReport(mergeReports(reports))}`)
    }
  } finally {
    await life?.end()
    await beginning.close()
  }
  const all = mergeReports(reports)
  console.log(`\nAll: ${formatReport(all)}`)
  if (unfinished.length > 0) console.log(`Days that did not come to their end: ${unfinished.join(', ')}`)
  expect(all).toMatchObject({ lost: [], doubled: [], mixedUp: [], stuck: [] })
  expect(unfinished).toEqual([])
})
