import { expect, test } from '@playwright/test'
import { dangerDay } from './danger-days.ts'
import { type Report, reportInWords, together } from './report.ts'

const wanted = Number(process.env['RUNS'] ?? 300)
const from = Number(process.env['RUNS_FROM'] ?? 0)
/** Kills on one browser profile and one server's data before they are checked. */
const killsADay = 20

test(`${wanted} kills in the middle of sending lose nothing, double nothing and reorder nothing`, async () => {
  const reports: Report[] = []
  for (let done = 0; done < wanted; done += killsADay) {
    const kills = Math.min(killsADay, wanted - done)
    const report = await dangerDay(`danger${from + done}`, kills, from + done)
    reports.push(report)
    console.log(`${from + done}–${from + done + kills - 1}: ${reportInWords(report)}`)
    for (const fault of [...report.lost, ...report.doubled, ...report.outOfOrder, ...report.hangs])
      console.log(`  ${fault}`)
  }
  const all = together(reports)
  console.log(`\nAll: ${reportInWords(all)}`)
  expect(all).toMatchObject({ lost: [], doubled: [], outOfOrder: [], hangs: [] })
})
