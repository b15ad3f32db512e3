import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { areaFailed } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { aTour, clockAt } from '#tests/support/tour-screens.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'
import { formatDate } from '#core/format/dates.ts'

beforeEach(() => page.viewport(1280, 900))

async function openListing(agent: Agent) {
  return openScreens(agent, '/listings/1')
}

const section = page.getByRole('region', { name: 'Open Houses' })
const rows = () => section.getByRole('row')
const button = (name: string | RegExp) => section.getByRole('button', { name, exact: true })
const visitorForm = section.getByRole('form', { name: 'Add Visitor' })
const openHouseForm = section.getByRole('form', { name: 'New Open House' })
const showingForm = page.getByRole('form', { name: 'New Showing' })
const field = (name: string) => section.getByLabelText(name, { exact: true })
const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

test('without open houses the section says so, and Add Visitor says what is missing', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openListing(agent)
  await expect.element(section.getByText('No open houses found for this listing.')).toBeVisible()
  const addVisitor = button('Add Visitor')
  await expect.element(addVisitor).toHaveAttribute('aria-disabled', 'true')
  await expect.element(addVisitor).toHaveAccessibleDescription('Visitors can be added once there is an open house.')
  expect(section.getByRole('alert').query()).toBeNull()
  // A person can press it; `force` skips the test's wait for enabled buttons.
  await addVisitor.click({ force: true })
  await expect
    .element(section.getByRole('alert'))
    .toHaveTextContent('Visitors can be added once there is an open house.')
  expect(visitorForm.query()).toBeNull()
})

test('after a server error, open houses not on the device are shown as failed to load', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  areaFailed('listings', 'An error occurred')
  await openListing(agent)
  await expect.element(section.getByText('Failed to load open houses. Please try again.')).toBeVisible()
  expect(section.getByText(/No open houses found/).query()).toBeNull()
  await saved(agent.device, 'open_house', 1)
  const failure = section.getByText('Failed to load open house visits. Please try again.')
  await expect.element(failure).toBeVisible()
  await expect.element(section.getByText('Failed to load open houses. Please try again.')).not.toBeInTheDocument()
  await saved(agent.device, 'open_house_visit', 1)
  await expect.element(failure).not.toBeInTheDocument()
})

test('the table shows date, times, realtor and number of visitors', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1)
  await saved(agent.device, 'open_house', 2, { date: addDays(today, -7), start_time: '11:00:00' })
  for (const id of [1, 2, 3]) await saved(agent.device, 'open_house_visit', id, { open_house_key: '2' })
  await openListing(agent)
  const headers = () => texts(section.getByRole('columnheader'))
  await expect.poll(headers).toEqual(['Date', 'Start Time', 'End Time', 'Realtor', 'Visitors'])
  const cells = (row: number) =>
    rows()
      .nth(row)
      .getByRole('cell')
      .elements()
      .map((cell) => (cell as HTMLElement).innerText.trim())
  expect(cells(1)).toEqual([formatDate(tomorrow, today), '1:00 PM', '3:00 PM', 'Maya Torres', '0'])
  expect(cells(2).slice(1)).toEqual(['11:00 AM', '3:00 PM', 'Maya Torres', '3'])
})

test('an open house and its visitor are created offline, the visitor waiting for the open house', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openListing(agent)
  await button('New Open House').click()
  await field('Date').fill(tomorrow)
  await field('Start Time').fill('13:00')
  await field('End Time').fill('13:00')
  await button('Create Open House').click()
  await expect.element(openHouseForm.getByRole('alert')).toHaveTextContent('End Time must be after Start Time.')
  await field('End Time').fill('15:00')
  await button('Create Open House').click()
  await expect.element(openHouseForm).not.toBeInTheDocument()
  await expect.element(rows().nth(1)).toHaveTextContent('Waiting')

  await button('Add Visitor').click()
  await field('Client Email').fill('jo@mailbox.example')
  await field('Name').fill('Jo Park')
  await field('Phone Number').fill('916 555 0100')
  await button('Save Visitor').click()
  await expect.element(visitorForm).not.toBeInTheDocument()
  await expect.element(rows().nth(1).getByRole('cell').nth(4)).toHaveTextContent('1')
  const [house, visitor] = await operations(agent.device)
  expect(house).toMatchObject({ entity: 'open_house', kind: 'create', changes: { date: tomorrow } })
  expect(visitor).toMatchObject({
    entity: 'open_house_visit',
    changes: { client_email: 'jo@mailbox.example', name: 'Jo Park', phone_number: '916 555 0100' },
    references: {
      listing: { entity: 'listing', key: '1' },
      open_house: { entity: 'open_house', key: house?.key },
    },
  })
  await button('Add Visitor').click()
  await expect.element(field('Client Email')).toHaveValue('')
})

test('a visitor needs an open house and an address, and is not added twice', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1)
  await saved(agent.device, 'open_house', 2, { date: addDays(today, 2) })
  await saved(agent.device, 'open_house_visit', 1)
  await openListing(agent)
  await button('Add Visitor').click()
  await button('Save Visitor').click()
  await expect.element(visitorForm.getByRole('alert')).toHaveTextContent('Open House is required.')
  await expect.element(visitorForm.getByRole('alert')).toHaveTextContent('Client Email is required.')
  await field('Open House').selectOptions(`${formatDate(tomorrow, today)}, 1:00 PM – 3:00 PM`)
  await field('Client Email').fill('VISITOR1@mailbox.example')
  await button('Save Visitor').click()
  await expect
    .element(visitorForm.getByRole('alert'))
    .toHaveTextContent('This visitor is already on the list for that open house.')
  await field('Client Email').fill('new@mailbox.example')
  await button('Save Visitor').click()
  await expect.element(rows().nth(1)).toHaveTextContent('1 visitor waiting')
  expect(await operations(agent.device)).toHaveLength(1)
})

test('a new open house cut short by midnight lasts two hours once it starts earlier', async () => {
  clockAt('21:15')
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openListing(agent)
  await button('New Open House').click()
  await expect.element(field('Start Time')).toHaveValue('22:00')
  await expect.element(field('End Time')).toHaveValue('23:59')
  await field('Start Time').fill('13:00')
  await expect.element(field('End Time')).toHaveValue('15:00')
})

test('an open house is edited in place, and does not clash with itself', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'open_house', 1)
  await openListing(agent)
  await button(/^Edit open house/).click()
  await field('End Time').fill('16:00')
  expect(section.getByRole('status').query()).toBeNull()
  await button('Update Open House').click()
  await expect.element(rows().nth(1)).toHaveTextContent('4:00 PM')
  expect(await operations(agent.device)).toMatchObject([{ kind: 'update', changes: { end_time: '16:00:00' } }])
})

test('an open house warns of a tour at its planned times, and of a running tour at its actual times', async () => {
  clockAt('18:10')
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await aTour(agent.device, 1, { tour_date: tomorrow })
  const said = { minutes: null, rating: null, note: '', undoes: null }
  const steps = [{ id: 'a', kind: 'arrived', stop_id: '1', at: '18:00:00', ...said }] as const
  await aTour(agent.device, 2, { tour_date: today, status: 'in_progress', steps: [...steps] })
  await openListing(agent)
  await button('New Open House').click()
  await field('Date').fill(tomorrow)
  await field('Start Time').fill('11:00')
  const warning = openHouseForm.getByRole('status')
  await expect.element(warning).toHaveTextContent('Overlaps with buyer1@mailbox.example · Tour #1, 9:00 AM – 11:45 AM.')
  await field('Date').fill(today)
  await expect.element(warning).not.toBeInTheDocument()
  await field('Start Time').fill('20:00')
  await expect.element(warning).toHaveTextContent('Overlaps with buyer2@mailbox.example · Tour #2, 6:00 PM – 8:39 PM.')
  await saved(agent.device, 'tour', 2, { status: 'completed' })
  await expect.element(warning).not.toBeInTheDocument()
})

test.each([375, 820])('at %i px New Open House is beside New Showing, in reach of the thumb', async (width) => {
  await page.viewport(width, 740)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openListing(agent)
  const showing = page.getByRole('button', { name: 'New Showing' })
  const opener = button('New Open House')
  await expect.element(opener).toBeVisible()
  const boxOf = (one: typeof opener) => one.element().getBoundingClientRect()
  expect(boxOf(opener).top).toBe(boxOf(showing).top)
  expect(boxOf(opener).bottom).toBe(boxOf(showing).bottom)
  expect([boxOf(showing).left > 0, boxOf(opener).left > boxOf(showing).right, boxOf(opener).right < width]).toEqual([
    true,
    true,
    true,
  ])
  expect([boxOf(opener).height >= 44, boxOf(opener).bottom < 740]).toEqual([true, true])
  await opener.click()
  await expect.element(openHouseForm).toBeInViewport()
  const create = button('Create Open House')
  expect(boxOf(opener).bottom).toBeLessThan(boxOf(create).top)
  expect(boxOf(showing).bottom).toBeLessThan(boxOf(opener).top)
  await openHouseForm.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(opener).toHaveFocus()
})

test('axe finds no problem with open forms, wide and narrow', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await openListing(agent)
  await expect.element(button('Add Visitor')).toBeVisible()
  expect(await axeFindings(), 'empty').toEqual([])
  await saved(agent.device, 'open_house', 1)
  await expect.element(rows().nth(1)).toBeVisible()
  for (const [opener, form] of [
    ['Add Visitor', visitorForm],
    ['New Open House', openHouseForm],
    ['New Showing', showingForm],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect.element(form).toBeVisible()
    for (const width of [1280, 390]) {
      await page.viewport(width, 900)
      expect(await axeFindings(), `${opener} ${width}`).toEqual([])
    }
  }
})
