import { writeFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { registerAndLogIn } from '#tests/support/journey-steps.ts'
import { startBuiltServer, type BuiltServer } from '../support/built-server.ts'
import { figure } from './figure.ts'

const count = 10_000
const rows = (row: (index: number) => string) => Array.from({ length: count }, (_, index) => row(index))
const twoDigits = (number: number) => String(number).padStart(2, '0')

const imports = [
  {
    what: 'clients',
    name: 'clients.csv',
    lines: [
      'First Name,Last Name,Email,Phone,Notes',
      ...rows(
        (index) => `Al,Lee ${index},al${index}@example.com,503555${String(index).padStart(4, '0')},Met at the fair`,
      ),
    ],
  },
  {
    what: 'appointments',
    name: 'appointments.ics',
    lines: ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fanlight//Benchmark//EN', ...rows(eventOf), 'END:VCALENDAR'],
  },
  {
    what: 'listings',
    name: 'listings.csv',
    lines: [
      'ListPrice,UnparsedAddress,City,StateOrProvince,PostalCode,BedroomsTotal,BathroomsTotalInteger,LivingArea,StandardStatus,PublicRemarks',
      ...rows((index) => `${400_000 + index},${index + 1} Main St,Salem,OR,97301,3,2,1500,Active,Bright home`),
    ],
  },
]

function eventOf(index: number): string {
  const day = `2027${twoDigits(1 + (index % 12))}${twoDigits(1 + (index % 28))}T${twoDigits(index % 23)}`
  return [
    'BEGIN:VEVENT',
    `UID:${index}@example.com`,
    `SUMMARY:Meeting ${index}`,
    `DTSTART:${day}0000`,
    `DTEND:${day}3000`,
    'END:VEVENT',
  ].join('\r\n')
}

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

for (const { what, name, lines } of imports) {
  test(`10,000 ${what} of a file, without a network`, async ({ page, context }) => {
    await registerAndLogIn(page, server.origin, `import-${what}`)
    await page.goto(`${server.origin}/${what}/import`)
    const input = page.getByLabel('Choose File')
    await expect(input).toBeAttached()
    await context.setOffline(true)
    // From the disk: the page would decode a file passed as bytes in one long task.
    const file = test.info().outputPath(name)
    await writeFile(file, lines.join('\r\n'))
    const start = page.getByRole('button', { name: 'Import 10,000 ' })
    await measured(page, `10,000 ${what}, read and compared`, async () => {
      await input.setInputFiles(file)
      await expect(start).toBeVisible({ timeout: 60_000 })
    })
    await measured(page, `10,000 ${what}, saved on the device`, async () => {
      await start.click()
      await expect(page.getByRole('button', { name: 'Import Another File' })).toBeVisible({ timeout: 500_000 })
    })
  })
}

/** The duration of the work, and of its longest task, in which the page answers no input. */
async function measured(page: Page, what: string, work: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const box = { longest: 0 }
    Object.assign(window, { tasks: box })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) box.longest = Math.max(box.longest, duration)
    }).observe({ type: 'longtask' })
  })
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const longest = await page.evaluate(() => (window as unknown as { tasks: { longest: number } }).tasks.longest)
  figure({ what, value: seconds, unit: 's' })
  figure({ what: `${what}, longest task`, value: longest, unit: 'ms', atMost: 100, note: '0: none of 50 ms' })
}
