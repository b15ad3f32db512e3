import { expect, test } from '@playwright/test'
import { runKillDay } from './kill-day.ts'
import { type Report, formatReport, mergeReports } from './report.ts'

const wanted = Number(process.env['RUNS'] ?? 300)
const from = Number(process.env['RUNS_FROM'] ?? 0)
/** Kills on one browser profile and one server's data before they are checked. */
const killsADay = 20

test(`${wanted} kills in the middle of sending lose nothing, double nothing and reorder nothing`, async () => {
  const reports: Report[] = []
  for (let done = 0; done < wanted; done += killsADay) {
    const kills = Math.min(killsADay, wanted - done)
    const report = await runKillDay(`danger${from + done}`, kills, from + done)
    reports.push(report)
    console.log(`${from + done}–${from + done + kills - 1}: ${formatReport(report)}`)
    for (const fault of [...report.lost, ...report.doubled, ...report.outOfOrder, ...report.hangs])
      console.log(`  ${fault}`)
  }
  const all = mergeReports(reports)
  console.log(`\nAll: ${formatReport(all)}`)
  expect(all).toMatchObject({ lost: [], doubled: [], outOfOrder: [], hangs: [] })
})
