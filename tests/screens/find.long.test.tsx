import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeOverlay } from '#state/overlay.ts'
import { chooseSingleKeys } from '#state/preferences.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { aProperty, heading, knownListingRow, open, sitAtADesk } from '#tests/support/listing-screens.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { aTour } from '#tests/support/tour-screens.ts'
import { type Agent, anAgentAtWork } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

beforeEach(async () => {
  await sitAtADesk()
  onTestFinished(closeOverlay)
})

const sheet = page.getByRole('dialog', { name: 'Find anything' })
const field = page.getByRole('combobox', { name: 'Search everything' })
const found = () => texts(page.getByRole('option'))

async function anAgentWithADay(): Promise<Agent> {
  const agent = await anAgentAtWork()
  const { device } = agent
  await saved(device, 'client', 7, {
    first_name: 'Ada',
    last_name: 'Lane',
    email: 'ada@example.com',
    phone_number: '(503) 555-0118',
    notes: 'Wants a school nearby.',
  })
  await device.database.listings.put(knownListingRow(1, { property: { address: '41 Lanternwood Ln' } }))
  const rated = {
    id: 's',
    kind: 'rated' as const,
    stop_id: 'b',
    at: '10:00:00',
    minutes: null,
    rating: 4,
    undoes: null,
  }
  const steps = [{ ...rated, note: 'Roof is a worry.' }]
  await aTour(device, 3, { client_email: 'ada@example.com', tour_date: tomorrow, steps })
  const feedback = 'Would pay 510k.'
  await saved(device, 'showing', 4, { client_email: 'ada@example.com', showing_date: today, feedback })
  await saved(device, 'open_house', 5, { date: tomorrow })
  await saved(device, 'open_house_visit', 11, { name: 'Kim Roe', client_email: 'kim@mailbox.example' })
  await saved(device, 'appointment', 6, { title: 'Notary with Ada', date: today })
  await saved(device, 'client', 10, { first_name: 'Bo', last_name: 'Hale' })
  await saved(device, 'follow_up', 8, { of_client_key: '10', text: 'Ask for the pre-approval letter', due_date: today })
  await saved(device, 'interaction', 9, { of_client_key: '10', text: 'She loved the garden', date: today })
  await aProperty(device, { id: 950, address: '12 Maple Grove Ave' })
  return agent
}

async function search(words: string): Promise<void> {
  await page.getByRole('button', { name: 'Find anything' }).click()
  await field.fill(words)
}

test('records of all kinds are found on the device without a network, and each opens', async () => {
  const view = await open(await anAgentWithADay(), '/settings')
  const cases: [words: string, first: RegExp, address: string][] = [
    ['school', /^Ada Lane.*Client/, '/clients/7'],
    ['5035550118', /^Ada Lane.*Client/, '/clients/7'],
    ['lanternwood 41', /^41 Lanternwood Ln.*Listing · Carmichael/, '/listings/1'],
    ['tour #3', /^Ada Lane · .*Tour · Tour #3 · 3 stops/, '/tours/3'],
    ['showing ada', /^41 Lanternwood Ln.*Showing · .*Ada Lane/, '/listings/1'],
    ['open house lantern', /^41 Lanternwood Ln.*Open house/, '/listings/1'],
    ['pre-approval', /^Ask for the pre-approval letter.*Follow-up · Bo Hale · due /, '/clients/10'],
    ['loved garden', /^She loved the garden.*History · Bo Hale · Call/, '/clients/10'],
    ['kim', /^Kim Roe.*Visitor · kim@mailbox.example · open house at 41 Lanternwood Ln/, '/listings/1'],
    ['510k', /^41 Lanternwood Ln.*Showing/, '/listings/1'],
    ['roof worry', /^Ada Lane · .*Tour #3/, '/tours/3'],
    ['seller report', /^41 Lanternwood Ln.*Seller report/, '/listings/1/dashboard'],
    ['maple', /^12 Maple Grove Ave.*Property/, '/listings/create/950'],
    ['tomorrow', /what is planned/, `/today?date=${tomorrow}`],
    ['new cl', /^Add New Client$/, '/clients/new'],
    // The last case, because its form opens over the page.
    ['notary', /^Notary with Ada.*Appointment/, `/dashboard?day=${today}&appointment=6`],
  ]
  for (const [words, first, address] of cases) {
    await search(words)
    await expect.poll(() => found()[0], { message: words }).toMatch(first)
    await userEvent.keyboard('{Enter}')
    await expect.poll(view.address, { message: words }).toBe(address)
    await expect.element(sheet).not.toBeInTheDocument()
  }
})

test.each([
  ['new appointment', 'New Appointment', '/dashboard'],
  ['create appointment', 'New Appointment', '/dashboard'],
  ['new showing', 'New Showing', '/today'],
  ['new open house', 'New Open House', '/today'],
])('“%s” opens its form over the page, and closing it leaves the page unchanged', async (words, name, address) => {
  const view = await open(await anAgentWithADay(), '/settings')
  await search(words)
  await expect.poll(() => found()[0]).toBe(name)
  await userEvent.keyboard('{Enter}')
  const form = page.getByRole('dialog', { name, exact: true })
  await expect.element(form).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(view.address).toBe(address)
})

test('an appointment and an open house started from the search are created', async () => {
  const agent = await anAgentWithADay()
  await open(agent, '/settings')
  const begin = async (words: string, name: string) => {
    await search(words)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await begin('new app', 'New Appointment')
  await page.getByRole('button', { name: 'Create Appointment' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await begin('new open', 'New Open House')
  await page.getByLabelText('Listing', { exact: true }).selectOptions('41 Lanternwood Ln')
  await page.getByRole('button', { name: 'Create Open House' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const made = await agent.device.database.outbox.orderBy('seq').toArray()
  expect(made).toMatchObject([
    { entity: 'appointment', kind: 'create' },
    { entity: 'open_house', kind: 'create', references: { listing: { key: '1' } } },
  ])
})

/** Delays reading clients until the returned function is called. */
function holdClients({ device }: Agent): { letThemBeRead: () => void; timesAsked: () => number } {
  const { clients } = device.database
  const where = clients.where.bind(clients)
  let letThemBeRead = () => {}
  const held = new Promise<void>((resolve) => (letThemBeRead = resolve))
  const slowly = vi.spyOn(clients, 'where').mockImplementation(((name: string) => ({
    above: () => ({ limit: () => ({ toArray: () => held.then(() => where(name).above('').toArray()) }) }),
  })) as never)
  onTestFinished(() => slowly.mockRestore())
  return { letThemBeRead, timesAsked: () => slowly.mock.calls.length }
}

test('closed while reading, it continues to read, and opening it again waits for the same reading', async () => {
  const agent = await anAgentWithADay()
  await open(agent, '/settings')
  const { letThemBeRead, timesAsked } = holdClients(agent)
  await search('notary')
  await expect.poll(timesAsked).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await search('notary')
  letThemBeRead()
  await expect.poll(found).toHaveLength(1)
  expect(timesAsked()).toBe(1)
})

test('closed while reading and followed by a change, it reads again', async () => {
  const agent = await anAgentWithADay()
  await open(agent, '/settings')
  const { letThemBeRead, timesAsked } = holdClients(agent)
  await search('inspection')
  await expect.poll(timesAsked).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await agent.device.database.appointments.update('6', { title: 'Inspection with Ada' })
  await search('inspection')
  letThemBeRead()
  await expect.poll(found).toHaveLength(1)
  expect(timesAsked()).toBe(2)
})

test('opened again, it finds earlier results at once, and reads only what has changed', async () => {
  const agent = await anAgentWithADay()
  await open(agent, '/settings')
  await search('notary')
  await expect.poll(found).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await agent.device.database.appointments.update('6', { title: 'Inspection with Ada' })
  const { letThemBeRead } = holdClients(agent)
  await search('with ada')
  await expect.poll(() => found()[0]).toMatch(/^Notary with Ada/)
  letThemBeRead()
  await expect.poll(() => found()[0]).toMatch(/^Inspection with Ada/)
})

test('opened again without a change, it reads nothing', async () => {
  const agent = await anAgentWithADay()
  await open(agent, '/settings')
  await search('zebra')
  await expect.element(sheet).toHaveTextContent('Nothing found for “zebra”.')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  const read: string[] = []
  agent.device.database.properties.hook('reading', (property) => {
    read.push(property.address)
    return property
  })
  await search('zebras')
  await expect.element(sheet).toHaveTextContent('Nothing found for “zebras”.')
  expect(read).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await aProperty(agent.device, { id: 951, address: '3 Zebra Way' })
  await search('zebra')
  await expect.poll(found).toHaveLength(1)
  expect(read).toContain('3 Zebra Way')
})

test('an action is found only if every word is in its name', async () => {
  await open(await anAgentWithADay(), '/settings')
  await search('new appointment zebra')
  await expect.element(page.getByText('Nothing found for “new appointment zebra”.')).toBeVisible()
})

test('arrow keys wrap around, a press opens, Escape closes, and a search without results says so', async () => {
  const view = await open(await anAgentWithADay(), '/settings')
  await search('ada')
  await expect.poll(found).toHaveLength(4)
  const active = () => document.querySelector('[role=option][aria-selected=true]')?.textContent
  expect(active()).toBe(found()[0])
  await expect.element(field).toHaveAttribute('aria-activedescendant', page.getByRole('option').first().element().id)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toBe(found()[1])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(active).toBe(found().at(-1))
  expect(await axeFindings()).toEqual([])

  await field.fill('nothing like this')
  await expect.element(page.getByText('Nothing found for “nothing like this”.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(view.address()).toBe('/settings')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Find anything' })).toHaveFocus()

  await search('lanternwood')
  await page.getByRole('option', { name: /^41 Lanternwood Ln.*Listing/ }).click()
  await expect.poll(view.address).toBe('/listings/1')
})

test('on a phone the search fills the screen', async () => {
  await page.viewport(390, 800)
  await open(await anAgentWithADay(), '/clients')
  await search('ada')
  await expect.poll(found).toHaveLength(4)
  await expect.poll(() => sheet.element().getBoundingClientRect().height).toBe(800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeFindings()).toEqual([])
})

test('keys typed right after a page load take effect', async () => {
  const view = await open(await anAgentWithADay(), '/my-listings')
  await userEvent.keyboard('gc')
  await expect.poll(view.address).toBe('/clients')
})

test('Ctrl+K and / open the search, ? lists the keys, and none of them does in a text field', async () => {
  onTestFinished(() => chooseSingleKeys(true))
  const view = await open(await anAgentWithADay(), '/my-listings')
  await expect.element(heading('My Listings')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()

  await page.getByPlaceholder('Search listings...').click()
  await userEvent.keyboard('1/2?gc')
  await expect.element(page.getByPlaceholder('Search listings...')).toHaveValue('1/2?gc')
  expect(sheet.query()).toBeNull()
  await page.getByPlaceholder('Search listings...').clear()
  ;(document.activeElement as HTMLElement).blur()

  await userEvent.keyboard('/')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()

  await userEvent.keyboard('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(keys).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await keys.getByRole('switch', { name: 'Shortcuts without Ctrl' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(keys).not.toBeInTheDocument()
  await userEvent.keyboard('/gc')
  expect(sheet.query()).toBeNull()
  await search('shortcuts')
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).click()
  await keys.getByRole('switch', { name: 'Shortcuts without Ctrl' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(keys).not.toBeInTheDocument()
  await userEvent.keyboard('gc')
  await expect.poll(view.address).toBe('/clients')
})
