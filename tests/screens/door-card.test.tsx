// Imported first, as in the app, because the first import sets the order of the style layers.
import '#ui/styles/styles.css'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { reporter } from '#app/page/error-reporting.ts'
import { readErrorLog } from '#features/errors/error-reporter.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { closeOverlay } from '#state/overlay.ts'
import { useKiosk } from '#state/kiosk.ts'
import { useNotifications } from '#state/notifications.ts'
import { useRecentActivity } from '#state/recent-activity-store.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { aCard, aHome, aHomeWithCard, codes } from '#tests/support/door-card-rows.ts'
import { downloads } from '#tests/support/downloads.ts'
import { longTest } from '#tests/support/long-test.ts'
import { emulatePrint } from '#tests/support/emulate-print.ts'
import { aRefusal } from '#tests/support/outbox-screens.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { aTour, clockAt, operations, today } from '#tests/support/tour-screens.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const address = '5709 River Oak Way'
const door = page.getByRole('region', { name: 'At the door' })
const showCodes = page.getByRole('button', { name: `Show codes of ${address}` })
const text = () => document.body.textContent

beforeEach(async () => {
  await page.viewport(390, 844)
  clockAt('09:40')
})

async function anAgentWithDoor(wishes: Parameters<typeof aHomeWithCard>[1] = {}): Promise<Agent> {
  const agent = await anAgentAtWork()
  await aHomeWithCard(agent.device, wishes)
  return agent
}

async function aShowing({ device }: Agent): Promise<void> {
  await saved(device, 'showing', 3, { showing_date: today, client_email: 'jo@mailbox.example' })
}

function expectNoCode(what: unknown): void {
  const said = typeof what === 'string' ? what : JSON.stringify(what)
  for (const code of [...Object.values(codes), 'QX-']) expect(said).not.toContain(code)
}

longTest('a listing’s door card is typed in place offline, changed, and removed with Undo', async () => {
  const agent = await anAgentAtWork()
  await aHome(agent.device)
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: `Add Door Card of ${address}` }).click()
  const form = page.getByRole('form', { name: 'New Door Card' })
  await form.getByLabelText('Occupancy').selectOptions('Vacant')
  await form.getByLabelText('Lockbox Code').fill(codes.lockbox_code)
  await form.getByLabelText('Instructions').fill('Ring first.')
  await form.getByLabelText('Notify the seller before each visit').click()
  await form.getByRole('button', { name: 'Save Door Card' }).click()
  await expect.element(door).toHaveTextContent(/Notify the seller.*OccupancyVacant.*InstructionsRing first\./)
  expectNoCode(text())
  const changes = {
    occupancy: 'vacant',
    lockbox_code: codes.lockbox_code,
    notify_seller: true,
    instructions: 'Ring first.',
  }
  expect(await operations(agent.device)).toMatchObject([
    { entity: 'door_card', kind: 'create', changes, references: { property: { entity: 'property', key: '1' } } },
  ])

  await page.getByRole('button', { name: `Edit Door Card of ${address}` }).click()
  const edit = page.getByRole('form', { name: 'Edit Door Card' })
  await edit.getByLabelText('Pets').fill('A cat')
  await edit.getByRole('button', { name: 'Save Door Card' }).click()
  await expect.element(door).toHaveTextContent('A cat')
  await page.getByRole('button', { name: `Edit Door Card of ${address}` }).click()
  await edit.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => agent.device.database.door_cards.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(door).toHaveTextContent('A cat')
})

longTest('on Today the next visit shows its door card; codes show at a press for a minute', async () => {
  const agent = await anAgentWithDoor({ notify_seller: true })
  await aShowing(agent)
  await openScreens(agent, '/today')
  const next = page.getByRole('region', { name: 'Next', exact: true })
  await expect
    .element(next.getByRole('region', { name: 'At the door' }))
    .toHaveTextContent(/Notify the seller before you go in.*Tenant occupied.*Supra.*Ring first\..*A cat.*In the alley/s)
  expectNoCode(text())
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  await expect.element(showCodes).toHaveAttribute('aria-expanded', 'false')
  ;(showCodes.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(door).toHaveTextContent(`Lockbox code${codes.lockbox_code}Gate code${codes.gate_code}`)
  await expect.element(page.getByText('The codes are shown for one minute.')).toHaveRole('status')
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'true')
  await vi.advanceTimersByTimeAsync(59_000)
  await expect.element(door).toHaveTextContent(codes.lockbox_code)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(door).not.toHaveTextContent(codes.lockbox_code)
  vi.useRealTimers()
  expect(await axeFindings()).toEqual([])
})

longTest('codes are hidden when the screen is left, and when the page is hidden', async () => {
  const agent = await anAgentWithDoor()
  const view = await openScreens(agent, '/listings/1')
  await showCodes.click()
  await expect.element(door).toHaveTextContent(codes.gate_code)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(showCodes).toBeVisible()
  expectNoCode(text())
  await showCodes.click()
  view.go('/settings')
  await expect.poll(() => door.query()).toBeNull()
  view.back()
  await expect.element(showCodes).toBeVisible()
  expectNoCode(text())
})

longTest('a tour run shows the door card of the next stop, which can be edited there', async () => {
  const agent = await anAgentWithDoor()
  const { device } = agent
  await aTour(device, 1, { tour_date: today, status: 'in_progress' })
  // The second home is another agent's, and its address is found in the catalog.
  const other = { address: '21 Oak Way', city: 'Salem', state: 'OR', zip_code: '97301' }
  await device.database.available_listings.put({ key: '2', id: 2, status: 'For Sale', property: other })
  await device.database.properties.put({ key: '8', id: 8, ...other, bedrooms: 2, bathrooms: 1, square_feet: 900 })
  await openScreens(agent, '/tours/1/run')
  await expect.element(door).toHaveTextContent(/Tenant occupied.*Ring first\./s)
  expectNoCode(text())
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Add Door Card of 21 Oak Way' }).click()
  const form = page.getByRole('form', { name: 'New Door Card' })
  await form.getByLabelText('Parking').fill('On the street')
  await form.getByRole('button', { name: 'Save Door Card' }).click()
  await expect.element(door).toHaveTextContent('On the street')
  expect(await device.database.door_cards.where('property_key').equals('8').count()).toBe(1)
})

test('the form of a refused door card opens with the refused field marked', async () => {
  const { device, ...agent } = await anAgentWithDoor()
  const change = { entity: 'door_card', key: '5', opened: aCard, changes: { parking: 'Refused words.' } } as const
  await updateRecord(device.replica, device.clock, { opId: crypto.randomUUID(), ...change })
  await device.database.outbox.toCollection().modify({ state: 'attention', refusal: aRefusal({ parking: 'Too odd.' }) })
  await openScreens({ device, ...agent }, '/listings/1')
  await page.getByRole('button', { name: `Edit Door Card of ${address}` }).click()
  const field = page.getByRole('form', { name: 'Edit Door Card' }).getByLabelText('Parking')
  await expect.element(field).toHaveAccessibleDescription(/Too odd\./)
  await expect.element(field).toHaveValue('Refused words.')
})

test('a seller who is a client can be called and texted from the reminder', async () => {
  const agent = await anAgentWithDoor({ notify_seller: true, client: 7 })
  await saved(agent.device, 'client', 7, { first_name: 'Ann', last_name: 'Lee', phone_number: '(916) 555-0118' })
  await openScreens(agent, '/listings/1')
  await expect
    .element(door.getByRole('link', { name: 'Call Ann Lee' }))
    .toHaveAttribute('href', expect.stringMatching(/^tel:/))
  const texting = door.getByRole('link', { name: 'Text Ann Lee' })
  await expect.element(texting).toHaveAttribute('href', expect.stringMatching(/^sms:/))
  expectNoCode(decodeURIComponent(texting.element().getAttribute('href') ?? ''))
})

test('visitors at the kiosk see nothing of a door card', async () => {
  const agent = await anAgentWithDoor()
  useKiosk.setState({ running: { agentId: String(agent.id), path: '/listings/1' } })
  onTestFinished(() => useKiosk.setState(useKiosk.getInitialState(), true))
  await openScreens(agent, '/listings/1')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Showings' })).toBeVisible()
  for (const said of [...Object.values(codes), aCard.parking, 'At the door']) expect(text()).not.toContain(said)
})

longTest('a card that arrives while a new one is typed gets the typed text; a home never has two', async () => {
  const agent = await anAgentAtWork()
  await aHome(agent.device)
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: `Add Door Card of ${address}` }).click()
  const form = page.getByRole('form', { name: 'New Door Card' })
  await form.getByLabelText('Instructions').fill('Use the side door.')
  await saved(agent.device, 'door_card', 5, aCard)
  await expect.element(door).toHaveTextContent('In the alley')
  await form.getByRole('button', { name: 'Save Door Card' }).click()
  await expect.element(door).toHaveTextContent('Use the side door.')
  const [card, ...others] = await agent.device.database.door_cards.toArray()
  expect(others).toEqual([])
  expect(card).toMatchObject({ ...codes, parking: 'In the alley' })
  expect(card?.instructions).toContain('Ring first.')
})

longTest('a card is found by its address only, even if its home is no longer listed', async () => {
  const agent = await anAgentWithDoor()
  onTestFinished(closeOverlay)
  await agent.device.database.listings.clear()
  const view = await openScreens(agent, '/settings')
  await page.getByRole('button', { name: 'Find anything' }).click()
  const field = page.getByRole('combobox', { name: 'Search everything' })
  for (const words of [codes.lockbox_code, 'Ring first', 'alley', 'Supra']) {
    await field.fill(words)
    await expect.poll(() => page.getByRole('option', { name: /Door card/ }).elements()).toEqual([])
  }
  await field.fill('river oak')
  await page.getByRole('option', { name: /Door card/ }).click()
  await expect.poll(view.address).toBe('/door-cards/5')
  await expect.element(door).toHaveTextContent('In the alley')
  expectNoCode(text())
})

longTest('the Outbox names a card by its home and never shows a code, even in copied text', async () => {
  const agent = await anAgentWithDoor()
  const { device } = agent
  const opId = crypto.randomUUID()
  const change = {
    entity: 'door_card',
    key: '5',
    opened: aCard,
    changes: { lockbox_code: 'QX-8830', pets: 'A dog' },
  } as const
  await updateRecord(device.replica, device.clock, { opId, ...change })
  const conflict = {
    theirs: { ...aCard, lockbox_code: 'QX-1111' },
    theirVersion: '9',
    fields: ['lockbox_code'],
    at: Date.now(),
  }
  await device.database.outbox.where({ opId }).modify({ state: 'conflict', conflict })
  await openScreens(agent, '/outbox')
  await expect
    .element(page.getByRole('listitem').first())
    .toHaveTextContent(`${address}ConflictChanges Lockbox Code and Pets`)
  expect(text()).not.toContain('QX-')
  await page.getByRole('button', { name: `Decide about ${address}` }).click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet).toHaveTextContent('Lockbox Code')
  expect(text()).not.toContain('QX-')
  await sheet.getByRole('button', { name: 'Show both codes' }).click()
  await expect.element(sheet).toHaveTextContent(/QX-8830.*QX-1111/s)
  await sheet.getByLabelText('Theirs').click()
  await sheet.getByRole('button', { name: 'Save choice' }).click()
  await expect.element(page.getByRole('button', { name: `Put back ${address}` })).toBeVisible()
  expect(text()).not.toContain('QX-')
})

const parking = () => door.getByText(aCard.parking)
const textOf = (words: string | RegExp) => page.getByText(words).first()

/** Each screen, with content that shows once it is complete. */
const screens: [address: string, content: () => Locator][] = [
  ['/today', parking],
  ['/dashboard', () => textOf(/Showing at 5709 River Oak Way|5709 River Oak Way/)],
  ['/my-listings', () => textOf(address)],
  ['/listings/1', parking],
  ['/listings/1/dashboard', () => page.getByRole('button', { name: 'Share Seller Report' })],
  ['/clients', () => textOf('Ann Lee')],
  ['/clients/7', () => page.getByRole('heading', { name: /Ann Lee/ })],
  ['/outbox', () => textOf(/Changes Alarm Code/)],
  ['/more', () => page.getByRole('link', { name: /Settings/ })],
  ['/door-cards/5', parking],
  ['/tours/1/run', parking],
  ['/tours/1', () => page.getByRole('heading', { name: 'Tour Route' })],
  ['/settings?tab=data', () => page.getByRole('button', { name: 'Clients as CSV' })],
]

async function anAgentWithEverything(): Promise<Agent> {
  const agent = await anAgentWithDoor({ notify_seller: true, client: 7 })
  const { device } = agent
  await saved(device, 'client', 7, { first_name: 'Ann', last_name: 'Lee', phone_number: '(916) 555-0118' })
  await saved(device, 'listing', 1, { property_key: '1', property: { address } })
  await aShowing(agent)
  await aTour(device, 1, { tour_date: today })
  const change = { entity: 'door_card', key: '5', opened: aCard, changes: { alarm_code: 'QX-8830' } } as const
  await updateRecord(device.replica, device.clock, { opId: crypto.randomUUID(), ...change })
  return agent
}

/** What the page passes to the device's share sheet until the test ends. */
function sharedThings(): unknown[] {
  const shared: unknown[] = []
  const port = { share: (what: unknown) => Promise.resolve(void shared.push(what)), canShare: () => false }
  for (const [name, value] of Object.entries(port)) {
    Object.defineProperty(navigator, name, { configurable: true, value })
    onTestFinished(() => void Reflect.deleteProperty(navigator, name))
  }
  return shared
}

longTest('no screen or printed page has a code', async () => {
  const view = await openScreens(await anAgentWithEverything(), '/help')
  for (const [screen, content] of screens) {
    view.go(screen)
    await expect.poll(view.address).toBe(screen)
    await expect.element(content()).toBeInTheDocument()
    expectNoCode(document.documentElement.outerHTML)
  }
  vi.spyOn(window, 'print').mockImplementation(() => expectNoCode(document.documentElement.outerHTML))
  view.go('/tours/1')
  await page.getByRole('button', { name: 'Print Tour Sheet' }).click()
  expect(window.print).toHaveBeenCalledOnce()
})

longTest('shared texts, reports, exports, files, notices and error reports have nothing of a card', async () => {
  const agent = await anAgentWithEverything()
  const shared = sharedThings()
  const files = downloads()
  const view = await openScreens(agent, '/listings/1')
  await showCodes.click()
  await expect.element(door).toHaveTextContent(codes.lockbox_code)
  reporter.report(
    'uncaught',
    mistakeOf(() => JSON.parse(`{"lockbox_code":${codes.lockbox_code}}`)),
  )
  const press = async (screen: string, ...names: (string | RegExp)[]) => {
    view.go(screen)
    for (const name of names) {
      const before = shared.length + files.length
      await page.getByRole('button', { name }).first().click()
      await expect.poll(() => shared.length + files.length).toBeGreaterThan(before)
    }
  }
  await press('/tours/1', 'Send Reminder', /calendar|\.ics/i)
  await press('/listings/1/dashboard', 'Share Seller Report')
  await press('/settings?tab=data', 'Clients as CSV', 'Clients as vCard')
  await press('/settings?tab=app', 'Export Logs')
  const contents = await Promise.all(files.map(async (file) => `${file.type} ${await file.text()}`))
  expect(contents.map((one) => one.split(/[ ;]/)[0])).toEqual([
    'text/calendar',
    'application/pdf',
    'text/csv',
    'text/vcard',
    'application/json',
  ])
  expect(contents.join('')).toContain('is not valid JSON')
  for (const what of [...shared.map((one) => JSON.stringify(one)), ...contents]) {
    expectNoCode(what)
    expect(what).not.toContain(aCard.parking)
  }
  expectNoCode(useNotifications.getState().notifications)
  expectNoCode(useRecentActivity.getState().activities)
  expectNoCode(readErrorLog())
  expectNoCode(localStorage)
})

function mistakeOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

longTest('no printed page has anything of a door card', async () => {
  const agent = await anAgentWithDoor()
  await aShowing(agent)
  await aTour(agent.device, 1, { tour_date: today, status: 'in_progress' })
  const view = await openScreens(agent, '/listings/1')
  await showCodes.click()
  await emulatePrint()
  for (const screen of ['/listings/1', '/today', '/tours/1/run']) {
    view.go(screen)
    await expect.poll(() => document.querySelectorAll('[data-private]').length).toBeGreaterThan(0)
    for (const one of document.querySelectorAll('[data-private]')) expect(one.getClientRects()).toHaveLength(0)
  }
})
