import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useConnection } from '#state/connection.ts'
import { areaFailed } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'
import { formatDate } from '#core/format/dates.ts'

beforeEach(() => page.viewport(1280, 900))

function aListing(device: Device, id = 1, place = { latitude: 38.5733, longitude: -121.4776 }): Promise<void> {
  return saved(device, 'listing', id, { property: { address: `${id} River Oak Way`, ...place } })
}

async function openListing(agent: Agent) {
  return openScreens(agent, '/listings/1')
}

const section = page.getByRole('region', { name: 'Showings' })
const rows = () => section.getByRole('row')
const button = (name: string | RegExp) => section.getByRole('button', { name, exact: true })
const form = section.getByRole('form', { name: 'New Showing' })
const field = (name: string) => section.getByLabelText(name)
const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

async function fillShowing(date = tomorrow, start = '10:45', end = '11:30', email = 'jo@mailbox.example') {
  await field('Showing Date').fill(date)
  await field('Start Time').fill(start)
  await field('End Time').fill(end)
  await field('Client Email').fill(email)
}

async function anAgentWithListing(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  return agent
}

longTest('the message about a deleted showing has the client’s name', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'client', 7, { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example' })
  await saved(agent.device, 'showing', 1, { client_email: 'jo@mailbox.example', showing_date: tomorrow })
  await openListing(agent)
  await expect.element(section.getByText('Jo Park').first()).toBeVisible()
  await button(/^Delete showing/).click()
  await expect.element(page.getByText('The showing for Jo Park has been removed.').first()).toBeInTheDocument()
})

test('showings not on the device are shown as failed to load, not missing, after a server error', async () => {
  const agent = await anAgentWithListing()
  areaFailed('listings', 'An error occurred')
  await openListing(agent)
  const failure = section.getByText('Failed to load showings. Please try again.')
  await expect.element(failure).toBeVisible()
  expect(section.getByText(/No showings found/).query()).toBeNull()
  await saved(agent.device, 'showing', 1)
  await expect.element(failure).not.toBeInTheDocument()
})

test('the table shows date, times, client and realtor, the next showing on top', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1, { showing_date: addDays(today, -2) })
  await saved(agent.device, 'showing', 2, { showing_date: addDays(today, 3), realtor: 'Sam Whitfield' })
  await saved(agent.device, 'showing', 3)
  await openListing(agent)
  const headers = () => texts(section.getByRole('columnheader'))
  await expect.poll(headers).toEqual(['Date', 'Start Time', 'End Time', 'Client Email', 'Realtor'])
  await expect.element(rows().nth(1)).toHaveTextContent(formatDate(tomorrow, today))
  await expect.element(rows().nth(1)).toHaveTextContent('10:45 AM')
  await expect.element(rows().nth(1)).toHaveTextContent('11:30 AM')
  await expect.element(rows().nth(1)).toHaveTextContent('visitor3@mailbox.example')
  await expect.element(rows().nth(1)).toHaveTextContent('Maya Torres')
  await expect.element(rows().nth(2)).toHaveTextContent('Sam Whitfield')
  await expect.element(rows().nth(3)).toHaveTextContent('Earlier')
  await expect.element(rows().nth(4)).toHaveTextContent('visitor1@mailbox.example')
})

longTest('the focus returns to the pressed button, even if a press does not focus it, as in Safari', async () => {
  const agent = await anAgentWithListing()
  await openListing(agent)
  const pressed = button('New Showing')
  await expect.element(pressed).toBeVisible()
  pressed.element().addEventListener('mousedown', (event) => event.preventDefault())
  await pressed.click()
  await expect.element(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(pressed).toHaveFocus()
})

longTest('a showing created offline is in the table as Waiting, and the form closes and is blank again', async () => {
  const agent = await anAgentWithListing()
  await openListing(agent)
  await expect.element(section.getByText('No showings found for this listing.')).toBeVisible()
  await button('New Showing').click()
  await fillShowing()
  await button('Create Showing').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(rows().nth(1)).toHaveTextContent('jo@mailbox.example')
  await expect.element(rows().nth(1)).toHaveTextContent('Waiting')
  await expect.element(rows().nth(1)).toHaveTextContent('Ann Lee')
  await expect.element(button('New Showing')).toHaveFocus()
  expect(await operations(agent.device)).toMatchObject([
    {
      entity: 'showing',
      kind: 'create',
      changes: {
        showing_date: tomorrow,
        start_time: '10:45:00',
        end_time: '11:30:00',
        client_email: 'jo@mailbox.example',
      },
      references: { listing: { entity: 'listing', key: '1' } },
    },
  ])
  await button('New Showing').click()
  await expect.element(field('Client Email')).toHaveValue('')
  await expect.element(field('Showing Date')).toHaveValue(today)
})

longTest('a new showing is today at the next full hour, for half an hour', async () => {
  vi.setSystemTime(new Date(`${today}T09:40:00`))
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const agent = await anAgentWithListing()
  await openListing(agent)
  await button('New Showing').click()
  await expect.element(field('Showing Date')).toHaveValue(today)
  await expect.element(field('Start Time')).toHaveValue('10:00')
  await expect.element(field('End Time')).toHaveValue('10:30')
  await field('Start Time').fill('16:15')
  await expect.element(field('End Time')).toHaveValue('16:45')
  // The end is limited by midnight, which does not shorten it at an earlier time.
  await field('Start Time').fill('23:45')
  await expect.element(field('End Time')).toHaveValue('23:59')
  await field('Start Time').fill('11:00')
  await expect.element(field('End Time')).toHaveValue('11:30')
})

longTest('every field is required, and a showing ends after it starts', async () => {
  const agent = await anAgentWithListing()
  await openListing(agent)
  await button('New Showing').click()
  await fillShowing('', '', '', '')
  await button('Create Showing').click()
  const lines = form.getByRole('alert').getByRole('listitem')
  await expect
    .poll(() => texts(lines))
    .toEqual([
      'Showing Date: Enter a date.',
      'Start Time: Enter a time.',
      'End Time: Enter a time.',
      'Client Email is required.',
    ])
  await expect.element(field('End Time')).toHaveAccessibleDescription('Enter a time.')
  await expect.element(field('Showing Date')).toHaveFocus()
  await fillShowing(tomorrow, '11:30', '10:45')
  await button('Create Showing').click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('End Time must be after Start Time.')
  expect(await operations(agent.device)).toEqual([])
})

longTest('a clash warns and does not refuse', async () => {
  const agent = await anAgentWithListing()
  await aListing(agent.device, 2, { latitude: 38.6241, longitude: -121.3283 })
  const dentist = { title: 'Dentist', date: tomorrow, start_time: '11:00:00', end_time: '11:20:00' }
  await saved(agent.device, 'open_house', 7, { listing: 2, listing_key: '2', start_time: '11:35:00' })
  await saved(agent.device, 'appointment', 8, dentist)
  await openListing(agent)
  await button('New Showing').click()
  await fillShowing()
  const warning = form.getByRole('status')
  await expect.element(warning).toHaveTextContent('Overlaps with Dentist, 11:00 AM – 11:20 AM.')
  await expect.element(warning).toHaveTextContent(/Leaves 5 min for a drive of about \d+ min: Open house at 2 River/)
  await button('Create Showing').click()
  await expect.element(rows().nth(1)).toHaveTextContent('jo@mailbox.example')
})

longTest('a showing is edited in place', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1)
  await openListing(agent)
  await button(/^Edit showing/).click()
  await field('End Time').fill('12:00')
  await button('Update Showing').click()
  await expect.element(rows().nth(1)).toHaveTextContent('12:00 PM')
  expect(await operations(agent.device)).toMatchObject([{ kind: 'update', changes: { end_time: '12:00:00' } }])
})

longTest('on a phone New Showing is in reach of the thumb, and moves above the open form', async () => {
  await page.viewport(390, 844)
  const agent = await anAgentWithListing()
  await openListing(agent)
  const opener = button('New Showing')
  await expect.element(opener).toBeVisible()
  const { top, bottom } = opener.element().getBoundingClientRect()
  expect([top > 600, bottom < 844]).toEqual([true, true])
  expect(section.getByRole('heading', { name: 'Showings' }).element().getBoundingClientRect().top).toBeGreaterThan(844)
  await opener.click()
  await expect.element(form).toBeInViewport()
  const create = button('Create Showing').element().getBoundingClientRect()
  expect(opener.element().getBoundingClientRect().bottom).toBeLessThan(create.top)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(opener).toHaveFocus()
})

longTest('on a phone Call and Text stay within the row, however long the address is', async () => {
  await page.viewport(390, 844)
  const agent = await anAgentWithListing()
  for (const [id, email] of [
    [1, 'jo@mailbox.example'],
    [2, 'longer.name@mailbox.example'],
  ] as const) {
    await saved(agent.device, 'client', id, { email, phone_number: '(503) 555-0101' })
    await saved(agent.device, 'showing', id, { client_email: email })
  }
  await openListing(agent)
  const texts = section.getByRole('link', { name: /^Text/ })
  await expect.poll(() => texts.elements().length).toBe(2)
  const [one, other] = texts.elements().map((link) => link.getBoundingClientRect().right)
  expect(one).toBe(other)
})

const yesterday = addDays(today, -1)

longTest('past showings are under Earlier and ask for their outcome; time alone completes none', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1, { showing_date: yesterday })
  await saved(agent.device, 'showing', 2, { showing_date: addDays(today, -2), status: 'Held', interest: 4 })
  await saved(agent.device, 'showing', 3, { status: 'Cancelled' })
  await saved(agent.device, 'showing', 4)
  await openListing(agent)
  const shown = () =>
    rows()
      .elements()
      .slice(1)
      .map((row) => /Scheduled|Cancelled|How did it go|Held · interest 4 of 5|Earlier/.exec(row.textContent)?.[0])
  await expect.poll(shown).toEqual(['Cancelled', 'Scheduled', 'Earlier', 'How did it go', 'Held · interest 4 of 5'])
  expect(await axeFindings()).toEqual([])
})

test('the outcome of a showing is entered offline in two taps, and undone', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1, { showing_date: yesterday, status: 'Scheduled' })
  await openListing(agent)
  await button('Held').click()
  await button('4 of 5').click()
  await expect.element(rows().nth(2)).toHaveTextContent('Held · interest 4 of 5')
  await expect.element(rows().nth(2)).toHaveTextContent('Waiting')
  expect(await operations(agent.device)).toMatchObject([
    { entity: 'showing', kind: 'update', changes: { status: 'Held', interest: 4 } },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(button('4 of 5')).toBeVisible()
  const { status, interest = null } = (await agent.device.database.showings.get('1')) ?? {}
  expect({ status, interest }).toEqual({ status: 'Held', interest: null })
  await button(/^Undo Held/).click()
  await expect.element(button('No-show')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

longTest('feedback and the buyer’s opinion of the price are entered in a sheet', async () => {
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1, { showing_date: yesterday, status: 'Held', interest: 4 })
  await openListing(agent)
  await button(/^Add Feedback/).click()
  const sheet = page.getByRole('dialog', { name: 'Showing outcome' })
  await expect.element(sheet.getByRole('button', { name: '4 of 5' })).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: 'High' }).click()
  await sheet.getByLabelText('For the seller').fill('Loves the yard, small kitchen.')
  await sheet.getByLabelText('Private').fill('Would pay 510k.')
  expect(await axeFindings()).toEqual([])
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(rows().nth(2)).toHaveTextContent('Held · interest 4 of 5 · price too high')
  await expect.element(rows().nth(2)).toHaveTextContent('“Loves the yard, small kitchen.”Private: “Would pay 510k.”')
  expect((await operations(agent.device)).map(({ changes }) => changes)).toEqual([
    { price_opinion: 'High', feedback: 'Would pay 510k.', feedback_for_seller: 'Loves the yard, small kitchen.' },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(button(/^Add Feedback/)).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

longTest('earlier feedback is private until the agent moves it to the seller', async () => {
  const agent = await anAgentWithListing()
  const said = { status: 'Held', interest: 4, feedback: 'Loves the yard.' } as const
  await saved(agent.device, 'showing', 1, { showing_date: yesterday, ...said })
  await openListing(agent)
  await button(/Change the outcome/).click()
  const sheet = page.getByRole('dialog', { name: 'Showing outcome' })
  await expect.element(sheet.getByLabelText('For the seller')).toHaveValue('')
  await sheet.getByRole('button', { name: 'Move to For the Seller' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  expect((await operations(agent.device)).map(({ changes }) => changes)).toEqual([
    { feedback: '', feedback_for_seller: 'Loves the yard.' },
  ])
})

longTest('on a plain server the outcome stays on this device, and the screen says so', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ serverKind: 'plain' })
  await aListing(agent.device)
  await saved(agent.device, 'showing', 1, { showing_date: yesterday })
  await openListing(agent)
  await button('No-show').click()
  await expect.element(rows().nth(2)).toHaveTextContent('The outcome stays on this device.')
})

longTest('a showing with a client shows the name, with Call and Text', async () => {
  const agent = await anAgentWithListing()
  const client = {
    first_name: 'Jo',
    last_name: 'Park',
    email: 'Visitor1@mailbox.example',
    phone_number: '(503) 555-0118',
  }
  await saved(agent.device, 'client', 7, client)
  await saved(agent.device, 'client', 8, {
    ...client,
    first_name: 'Ann',
    email: 'ann@mailbox.example',
    phone_number: '',
  })
  await saved(agent.device, 'showing', 1)
  await saved(agent.device, 'showing', 2, { client: 8, showing_date: addDays(today, 2) })
  await openListing(agent)
  const link = (name: string) => section.getByRole('link', { name, exact: true })
  await expect.element(link('Jo Park')).toHaveAttribute('href', '/clients/7')
  await expect.element(link('Call Jo Park')).toHaveAttribute('href', 'tel:5035550118')
  await expect.element(link('Text Jo Park')).toHaveAttribute('href', 'sms:5035550118')
  await expect.element(rows().nth(1)).toHaveTextContent('visitor1@mailbox.example')
  await expect.element(link('Ann Park')).toHaveAttribute('href', '/clients/8')
  await expect.element(rows().nth(2)).toHaveTextContent('visitor2@mailbox.example')
  await expect.element(link('Call Ann Park')).not.toBeInTheDocument()
})
