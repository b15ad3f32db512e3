import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const lines = (...some: string[]) => some.join('\r\n')
const card = (...some: string[]) => lines('BEGIN:VCARD', 'VERSION:3.0', ...some, 'END:VCARD', '')

async function choose(agent: Agent, address: string, ...parts: BlobPart[]) {
  await openScreens(agent, address)
  await userEvent.upload(page.getByLabelText('Choose File'), new File(parts, 'file.txt'))
}

const names = async ({ device }: Agent) =>
  (await device.database.clients.toArray()).map(({ first_name, last_name }) => `${first_name} ${last_name}`)

test('an event with a blank rule does not stop the others', async () => {
  const agent = await anAgentAtWork()
  const day = (days: number) => addDays(dateOfInstant(agent.device.clock.now()), days).replaceAll('-', '')
  const event = (uid: string, days: number, ...some: string[]) =>
    lines('BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${day(days)}T100000`, `SUMMARY:Call ${uid}`, ...some, 'END:VEVENT', '')
  const events = [event('a', 2), event('b', 3, 'RRULE:'), event('c', 4, 'RRULE:FREQ=MONTHLY;BYDAY=6MO')]
  await choose(agent, '/appointments/import', lines('BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''))
  await expect.element(page.getByText('3 new')).toBeVisible()
  await expect.element(page.getByText('Repeats that cannot be read are left out: Call c.')).toBeVisible()
  await button('Import 3 Appointments').click()
  await expect.element(page.getByText('3 appointments added.').first()).toBeVisible()
})

test('one old letter does not garble the others, and a stray line loses no card', async () => {
  const agent = await anAgentAtWork()
  const old = Uint8Array.from(card('N:Nuñez;José;;;', 'EMAIL:jose@example.com'), (letter) => letter.charCodeAt(0))
  const stray = card('N:Vane;Opal;;;', 'EMAIL:opal@example.com', 'A line without any colon')
  await choose(agent, '/clients/import', card('N:Müller;Zoë;;;', 'EMAIL:zoe@example.com'), old, stray)
  await expect.element(page.getByText('3 new')).toBeVisible()
  await button('Import 3 Clients').click()
  await expect.element(page.getByText('3 clients added.').first()).toBeVisible()
  expect((await names(agent)).toSorted()).toEqual(['José Nuñez', 'Opal Vane', 'Zoë Müller'])
})

test('people are found by letters without accents, with an apostrophe in the address', async () => {
  const agent = await anAgentAtWork()
  const rows = [
    'My Contacts',
    'Name,Email',
    'Zoë Müller,zoe@example.com',
    "Pat O’Neil,pat.o'neil@example.com",
    'Al Roe,',
  ]
  await choose(agent, '/clients/import', rows.join('\n'))
  await expect.element(page.getByText('2 new · 1 cannot be imported')).toBeVisible()
  await expect.element(page.getByText('Email is required. (1)')).toBeVisible()
  await button('Import 2 Clients').click()
  await button('Show Clients')
    .or(page.getByRole('link', { name: 'Show Clients' }))
    .first()
    .click()
  const search = page.getByRole('searchbox').first()
  for (const [typed, name] of [
    ['muller', 'Zoë Müller'],
    ['oneil', 'Pat O’Neil'],
  ] as const) {
    await search.fill(typed)
    await expect.element(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
    await expect.poll(() => page.getByText(/@example\.com/).elements().length).toBeLessThanOrEqual(1)
  }
})

test('an ambiguous status is asked for, and nothing is imported before', async () => {
  const agent = await anAgentAtWork()
  const rows = [
    'Full-4',
    'MLS #,Status,Address,City,State,Zip,List Price,Baths',
    'A1,ACT,12 Elm St,Salem,MA,1970,500000,2.1',
    'A2,C,14 Elm St,Salem,MA,01970.0,500000,1.0',
  ]
  await choose(agent, '/listings/import', rows.join('\n'))
  await expect.element(page.getByText('Choose the status below.')).toBeVisible()
  await page.getByLabelText('Status “C”').selectOptions('Closed')
  await expect.element(page.getByText('2 new')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'New listings' })).toHaveTextContent('01970')
  await button('Import 2 Listings').click()
  await expect.element(page.getByText('2 listings added.').first()).toBeVisible()
  expect((await agent.device.database.listings.toArray()).map(({ status }) => status).toSorted()).toEqual([
    'For Sale',
    'Sold',
  ])
})

test('a large picture does not slow down reading a card', async () => {
  const agent = await anAgentAtWork()
  const picture = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(3 * 1024 * 1024).replaceAll(/.{74}/g, '$&\r\n ')}`
  await choose(agent, '/clients/import', card('N:Big;Pat;;;', 'EMAIL:pat@example.com', picture))
  await expect.element(page.getByText('1 new')).toBeVisible()
})
