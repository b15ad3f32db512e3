import { expect, test } from '@playwright/test'
import { recordsOnServer, registerAndLogIn, untilEverythingIsSent } from '../support/agent-at-work.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { appleCalendar, googleCalendar, outlookCalendar } from '../support/calendar-files.ts'
import { figuresOfTwoHomes, newerFigures } from '../support/figure-files.ts'
import { agentScreen, condos, resoHomes } from '../support/home-files.ts'
import { appleContacts, followUpBoss, googleContacts, oldPhone, outlook } from '../support/contact-files.ts'

let server: BuiltServer

test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.close())

const files = [
  { name: 'google.csv', text: googleContacts, person: 'elena@example.com' },
  { name: 'outlook.csv', text: outlook, person: 'rosa@example.com' },
  { name: 'follow-up-boss.csv', text: followUpBoss, person: 'amir@example.com' },
  { name: 'old-phone.vcf', text: oldPhone, person: 'zoe@example.com' },
]

test('address books of four programs are brought without a network, each person once, and an import is undone without a trace', async ({
  page,
  context,
}) => {
  const emails = async () => (await recordsOnServer(context, server.origin, 'crm/clients/')).map(({ email }) => email)
  await registerAndLogIn(page, server.origin, 'ida')
  await page.goto(`${server.origin}/clients/new`)
  await page.getByRole('link', { name: 'Import Contacts' }).click()
  await context.setOffline(true)
  const choose = (name: string, text: string) =>
    page.getByLabel('Choose File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  for (const { name, text, person } of files) {
    await choose(name, text)
    await expect(page.getByRole('table', { name: 'New clients' })).toContainText(person)
    await page.getByRole('button', { name: 'Import 1 Client' }).click()
    await page.getByRole('button', { name: 'Import Another File' }).click()
  }
  // Apple's cards name a person who came with Google's table.
  await choose('apple.vcf', appleContacts)
  await expect(page.getByText('1 already here')).toBeVisible()
  await page.reload()
  await choose('google.csv', googleContacts)
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(await emails()).toHaveLength(files.length)
  expect(new Set(await emails())).toEqual(new Set(files.map(({ person }) => person)))

  await page.goto(`${server.origin}/clients/import`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo the import of outlook.csv' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('1 client deleted.')).toBeVisible()
  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(await emails()).not.toContain('rosa@example.com')
  expect(await emails()).toHaveLength(3)
})

test('calendars of three programs are brought without a network, each event once, and an import is undone without a trace', async ({
  page,
  context,
}) => {
  const titles = async () =>
    (await recordsOnServer(context, server.origin, 'scheduling/appointments/')).map(({ title }) => title)
  await registerAndLogIn(page, server.origin, 'cal')
  await page.goto(`${server.origin}/settings?tab=data`)
  await page.getByRole('link', { name: 'Import appointments' }).click()
  await context.setOffline(true)
  const choose = (name: string, text: string) =>
    page.getByLabel('Choose File').setInputFiles({ name, mimeType: 'text/calendar', buffer: Buffer.from(text) })
  const calendars = [
    { name: 'google.ics', text: googleCalendar, count: '6 Appointments' },
    { name: 'outlook.ics', text: outlookCalendar, count: '1 Appointment' },
    { name: 'apple.ics', text: appleCalendar, count: '3 Appointments' },
  ]
  for (const { name, text, count } of calendars) {
    await choose(name, text)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: `Import ${count}` }).click()
    await page.getByRole('button', { name: 'Import Another File' }).click()
  }
  await page.reload()
  await choose('google.ics', googleCalendar)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByText('6 already here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(await titles()).toHaveLength(10)

  await page.goto(`${server.origin}/appointments/import`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo the import of google.ics' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('6 appointments deleted')).toBeVisible()
  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(await titles()).toHaveLength(4)
  expect(new Set(await titles())).toEqual(new Set(['Lender in Boston', 'Closing party', 'Call the bank']))
})

test('listings of two listing services are brought without a network, each home once, and undone without a trace', async ({
  page,
  context,
}) => {
  const listings = async () =>
    (await recordsOnServer(context, server.origin, 'listings/')) as { property: { address: string } }[]
  const homes = async () =>
    (await recordsOnServer(context, server.origin, 'properties/properties/')).map(({ address }) => address)
  await registerAndLogIn(page, server.origin, 'mls')
  const catalogue = await homes()
  await page.goto(`${server.origin}/listings/new`)
  await page.getByRole('link', { name: 'Import Listings' }).click()
  await context.setOffline(true)
  const choose = (name: string, text: string) =>
    page.getByLabel('Choose File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('condos.csv', condos)
  await page.getByRole('button', { name: 'Import 3 Listings' }).click()
  await expect(page.getByText('3 listings added.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo the import of condos.csv' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('3 listings deleted.')).toBeVisible()

  for (const [name, text] of [
    ['reso.csv', resoHomes],
    ['screen.csv', agentScreen],
  ] as const) {
    await choose(name, text)
    await page.getByRole('button', { name: 'Import 2 Listings' }).click()
    await page.getByRole('button', { name: 'Import Another File' }).click()
  }
  await page.reload()
  await choose('reso.csv', resoHomes)
  await expect(page.getByText('2 already here · 1 cannot be imported')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  const brought = ['812 Oak Ridge Ln, Unit 4B', '1500 River Bend Dr', '9 Harbor Rd, #2', '44 Vine Way']
  expect(new Set((await listings()).map(({ property }) => property.address))).toEqual(new Set(brought))
  expect(await listings()).toHaveLength(4)
  expect(new Set(await homes())).toEqual(new Set([...catalogue, ...brought]))

  await page.goto(`${server.origin}/listings/import`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo the import of reso.csv' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('2 listings deleted.')).toBeVisible()
  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect(new Set((await listings()).map(({ property }) => property.address))).toEqual(new Set(brought.slice(2)))
})

test('exposure figures are brought without a network and sent once, replace what was there after saying so, and give way to it again when they are undone', async ({
  page,
  context,
}) => {
  await registerAndLogIn(page, server.origin, 'figures')
  await page.goto(`${server.origin}/listings/import`)
  const choose = (name: string, text: string) =>
    page.getByLabel('Choose File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('reso.csv', resoHomes)
  await page.getByRole('button', { name: 'Import 2 Listings' }).click()
  await expect(page.getByText('2 listings added.').first()).toBeVisible()
  await untilEverythingIsSent(page)
  const listings = await recordsOnServer(context, server.origin, 'listings/')
  const figures = async () => {
    const all = listings.map(({ id }) => recordsOnServer(context, server.origin, `listings/${String(id)}/exposure/`))
    const found = (await Promise.all(all)).flat()
    return new Set(found.map(({ platform, date, views, saves }) => [platform, date, views, saves].join(' ')))
  }

  await page.goto(`${server.origin}/figures/import`)
  await context.setOffline(true)
  await choose('week.csv', figuresOfTwoHomes)
  await expect(page.getByText('3 new · 1 cannot be imported')).toBeVisible()
  await expect(page.getByText('There is no listing at 9 Nowhere Rd.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 Figures' }).click()
  await expect(page.getByText('Waiting: 3 figures go to the server when it can be reached.')).toBeVisible()
  await page.reload()
  await choose('week.csv', figuresOfTwoHomes)
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()
  await page.getByRole('button', { name: 'Sync status' }).click()
  await expect(page.getByText('3 days’ exposure figures wait for the server.')).toBeVisible()
  await context.setOffline(false)
  const first = ['zillow 2026-11-19 1204 17', 'zillow 2026-11-20 980 12', 'redfin 2026-11-20 80 ']
  await expect.poll(figures).toEqual(new Set(first))
  await expect(page.getByText('Nothing is waiting')).toBeVisible()

  await page.goto(`${server.origin}/figures/import`)
  await choose('newer.csv', newerFigures)
  await expect(page.getByRole('table', { name: 'To decide' })).toContainText('Here: 980 views, 12 saves')
  await page.getByRole('button', { name: 'Import 1, Update 1' }).click()
  const newer = ['zillow 2026-11-20 991 13', 'zillow 2026-11-21 640 9']
  await expect.poll(figures).toEqual(new Set([first[0], first[2], ...newer]))

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo the import of newer.csv' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('2 figures will be taken back when the server can be reached.')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(figures).toEqual(new Set(first))
})
