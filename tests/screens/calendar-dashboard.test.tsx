import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { addMonths, monthOf, formatWeek, weekOf } from '#core/domain/time/calendar-days.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import type { Device } from '#storage/device/device.ts'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today, tomorrow } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'
import { formatDate, formatLongDate, formatMonth } from '#core/format/dates.ts'

beforeEach(() => page.viewport(1280, 900))

async function visitsAtAListing(device: Device): Promise<void> {
  await saved(device, 'listing', 1)
  await saved(device, 'showing', 2, { showing_date: today, client_email: 'jo@mailbox.example' })
  await saved(device, 'open_house', 3, { date: today })
}

function aTour(device: Device, id: number, status = 'scheduled'): Promise<void> {
  const stop = { latitude: null, longitude: null, is_listed: true, duration_minutes: 30 }
  const home = (order: number, listing_address: string, estimated_arrival: string, estimated_departure: string) =>
    ({ ...stop, order, listing_address, estimated_arrival, estimated_departure }) as const
  const stops = [home(1, '51 Aiken Way', '15:00:00', '15:30:00'), home(2, '7 Oak Ln', '15:45:00', '16:15:00')]
  return saved(device, 'tour', id, { client_email: 'jo@mailbox.example', tour_date: today, status, stops })
}

/** The Dashboard offline; its figures would need the network. */
function openCalendar(agent: Agent) {
  startAccountServer().isReachable = false
  return openScreens(agent, '/dashboard')
}

async function openWithACall(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1)
  await openCalendar(agent)
  await expect.element(events().first()).toBeInTheDocument()
  return agent
}

const calendar = page.getByRole('region', { name: 'Dashboard Calendar' })
const day = calendar.getByRole('region', { name: /^Appointments on / })
const events = () => calendar.getByRole('listitem').getByRole('button')
const focusEvent = () => (events().first().element() as HTMLElement).focus()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const form = page.getByRole('form', { name: /Appointment$/ })
const field = (name: string) => form.getByLabelText(name)
const operations = (device: Device) => device.database.outbox.orderBy('seq').toArray()

type Point = { x: number; y: number }

const middleOf = (element: Element): Point => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

function scrollTo(area: Element, hour: number): void {
  // The content above the calendar may fill the window.
  area.scrollIntoView({ block: 'center' })
  area.scrollTop = hour * 64
}

function pointOn(area: Element, hour: number): Point {
  const { left, top, width } = area.getBoundingClientRect()
  return { x: left + width - 40, y: top + hour * 64 - area.scrollTop }
}

function fire(type: 'pointerdown' | 'pointermove' | 'pointerup' | 'click', { x: clientX, y: clientY }: Point): void {
  const options = { bubbles: true, cancelable: true, clientX, clientY, button: 0, detail: 1, pointerType: 'mouse' }
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(new PointerEvent(type, options))
}

function press(at: Point): void {
  for (const type of ['pointerdown', 'pointerup', 'click'] as const) fire(type, at)
}

function drag(from: Point, to: Point): void {
  fire('pointerdown', from)
  fire('pointermove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  fire('pointermove', to)
  fire('pointerup', to)
  fire('click', to)
}

async function fillTimes(start = '16:00', end = '16:30') {
  await field('Start Time').fill(start)
  await field('End Time').fill(end)
}

longTest('a running tour is shown at its actual times, as on Today', async () => {
  vi.setSystemTime(new Date(`${today}T17:00:00`))
  onTestFinished(() => void vi.useRealTimers())
  const agent = await anAgentAtWork()
  await aTour(agent.device, 2, 'in_progress')
  await openCalendar(agent)
  await expect.element(events().first()).toHaveTextContent(/Tour #2.*5:00 PM – 6:00 PM/)
})

longTest('the day has appointments, showings and open houses, in order', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await saved(agent.device, 'appointment', 1)
  await saved(agent.device, 'appointment', 4, { title: 'Next day', date: tomorrow })
  await openCalendar(agent)
  await expect
    .poll(() => texts(events()))
    .toEqual([
      'Call with Priya Raman 9:00 AM – 9:30 AM',
      'Showing at 5709 River Oak Way 10:45 AM – 11:30 AM · jo@mailbox.example',
      'Open house at 5709 River Oak Way 1:00 PM – 3:00 PM',
    ])
})

longTest('a showing shows its client in the day; its sheet has Call, Text and a link to the listing', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example', phone_number: '(503) 555-0118' }
  await saved(agent.device, 'client', 7, jo)
  const opened = await openCalendar(agent)
  const showing = page.getByRole('button', { name: /^Showing at 5709 River Oak Way .* · Jo Park$/ })
  await showing.click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('link', { name: 'Jo Park', exact: true })).toHaveAttribute('href', '/clients/7')
  await expect.element(sheet.getByRole('link', { name: 'Text Jo Park' })).toHaveAttribute('href', 'sms:5035550118')
  await expect.element(sheet).toHaveTextContent('jo@mailbox.example')
  await sheet.getByRole('link', { name: 'Open Listing' }).click()
  await expect.poll(() => opened.address()).toBe('/listings/1')
})

longTest(
  'the day runs from 00:00 to 24:00 in a height of 420, and can be reached and scrolled by keyboard',
  async () => {
    const agent = await anAgentAtWork()
    await saved(agent.device, 'appointment', 1, { start_time: '00:00:00', end_time: '01:00:00' })
    await openCalendar(agent)
    await expect.element(day).toHaveAttribute('tabindex', '0')
    const area = day.element()
    expect(area.getBoundingClientRect().height).toBe(420)
    expect(area.scrollHeight).toBeGreaterThanOrEqual(24 * 64)
    const [event] = events().elements()
    expect(
      Math.round((event?.getBoundingClientRect().top ?? 0) - area.getBoundingClientRect().top + area.scrollTop),
    ).toBeLessThan(5)
  },
)

longTest('the drive between two homes is shown, with when to leave', async () => {
  const agent = await anAgentAtWork()
  const { database } = agent.device
  await visitsAtAListing(agent.device)
  const house = { address: '5709 River Oak Way', city: 'Carmichael', state: 'CA', zip_code: '95608' }
  await database.listings.update('1', { property: { ...house, latitude: 38.6, longitude: -121.33 } })
  const listing = await database.listings.get('1')
  await database.listings.put({
    ...(listing as NonNullable<typeof listing>),
    key: '8',
    id: 8,
    property: { ...house, address: '2010 Promontory Point Ln', latitude: 38.63, longitude: -121.24 },
  })
  await database.open_houses.update('3', { listing: 8, listing_key: '8' })
  await openCalendar(agent)
  await expect.element(day.getByText('Drive 17 min, leave by 12:43 PM')).toBeInTheDocument()
  await database.open_houses.update('3', { start_time: '11:40:00' })
  await expect.element(day.getByText('Drive 17 min, you’d be 7 min late')).toBeInTheDocument()
})

longTest('the arrows change the day, and Today returns', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1)
  await saved(agent.device, 'appointment', 2, { title: 'Dentist', date: tomorrow })
  await openCalendar(agent)
  await expect.element(calendar.getByText(formatDate(today, today))).toBeVisible()
  await button('Next day').click()
  await expect.element(calendar.getByText(formatDate(tomorrow, today))).toBeVisible()
  await expect.element(events().first()).toHaveTextContent('Dentist')
  expect(events().elements()).toHaveLength(1)
  await button('Today').click()
  await expect.element(events().first()).toHaveTextContent('Call with Priya Raman')
  await button('Previous day').click()
  await expect.element(calendar.getByText(formatDate(addDays(today, -1), today))).toBeVisible()
  await expect.element(calendar.getByText('Nothing is planned on this day.')).toBeVisible()
})

longTest('a tour lasts from its first arrival to its last departure, unless it is cancelled', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device, 12)
  await aTour(agent.device, 13, 'cancelled')
  const opened = await openCalendar(agent)
  await expect.element(events().first()).toHaveTextContent('jo@mailbox.example · Tour #12 3:00 PM – 4:15 PM · 2 stops')
  expect(events().elements()).toHaveLength(1)
  await events().first().click()
  await page.getByRole('link', { name: 'Open Tour' }).click()
  await expect.poll(() => opened.address()).toBe('/tours/12')
})

longTest('the date opens the month, and a day picked there is shown', async () => {
  const agent = await anAgentAtWork()
  const inAMonth = addMonths(monthOf(today), 1)
  await saved(agent.device, 'appointment', 1, { date: `${inAMonth}-15`, title: 'Notary' })
  await visitsAtAListing(agent.device)
  await openCalendar(agent)
  await button(formatDate(today, today)).click()
  await expect.element(button(`${formatLongDate(today)}, 2 events`)).toHaveAttribute('aria-pressed', 'true')
  await button('Next month').click()
  await button(`${formatLongDate(`${inAMonth}-15`)}, 1 event`).click()
  await expect.element(events().first()).toHaveTextContent('Notary')
  const heading = button(formatDate(`${inAMonth}-15`, today))
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toHaveAttribute('aria-expanded', 'false')
})

longTest('the months before and after are read ahead, so that an arrow shows them in the next frame', async () => {
  const agent = await anAgentAtWork()
  const dayOf = (months: number) => `${addMonths(monthOf(today), months)}-15`
  for (const months of [-1, 1, 2]) await saved(agent.device, 'appointment', months + 2, { date: dayOf(months) })
  await openCalendar(agent)
  await button(formatDate(today, today)).click()
  await expect.element(button(formatLongDate(today))).toBeVisible()
  const press = async (name: string) => {
    await untilQueriesEnd()
    ;(button(name).element() as HTMLElement).click()
    await new Promise(requestAnimationFrame)
  }
  const isThere = (date: string) => button(`${formatLongDate(date)}, 1 event`).elements().length === 1
  await press('Next month')
  expect(isThere(dayOf(1))).toBe(true)
  await press('Next month')
  await expect.poll(() => isThere(dayOf(2))).toBe(true)
  await button('Today').click()
  await expect.element(button(formatLongDate(today))).toBeVisible()
  await press('Previous month')
  expect(isThere(dayOf(-1))).toBe(true)
})

longTest('the heading of the month closes it, without changing the day', async () => {
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await button(formatDate(today, today)).click()
  await button('Previous month').click()
  await button('Today').click()
  await button(formatMonth(monthOf(today))).click()
  await expect.element(day).toBeVisible()
  await expect.element(button(formatDate(today, today))).toBeVisible()
})

longTest('the day and the view are in the address, and Back returns to the day before', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 2, { title: 'Dentist', date: tomorrow })
  const opened = await openCalendar(agent)
  await button('Next day').click()
  await expect.poll(opened.address).toBe(`/dashboard?day=${tomorrow}`)
  await button(formatDate(tomorrow, today)).click()
  await expect.poll(opened.address).toBe(`/dashboard?day=${tomorrow}&view=month`)
  opened.back()
  await expect.element(events().first()).toHaveTextContent('Dentist')
  opened.back()
  await expect.element(button(formatDate(today, today))).toBeVisible()
  await expect.element(events().first()).not.toBeInTheDocument()
  expect(opened.address()).toBe('/dashboard')
})

longTest('an invalid address shows today', async () => {
  const agent = await anAgentAtWork()
  startAccountServer().isReachable = false
  await openScreens(agent, '/dashboard?day=2026-02-31&view=year')
  await expect.element(button(formatDate(today, today))).toBeVisible()
  await expect.element(day).toBeVisible()
})

longTest.each(['1900-01-01', '2206-12-03', '9998-12-31'])('an appointment on %s is shown on its day', async (date) => {
  await page.viewport(1280, 900)
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1, { title: 'Time capsule', date })
  for (const view of ['', '&view=week', '&view=month']) {
    const { unmount } = await openScreens(agent, `/dashboard?day=${date}${view}`)
    await expect.element(calendar.getByRole('button', { name: /Time capsule|1 event/ }).first()).toBeVisible()
    await unmount()
  }
})

longTest('the title of a long event stays visible while its hours are scrolled', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1, { start_time: '00:00:00', end_time: '23:00:00' })
  await openCalendar(agent)
  const title = events().first().getByText('Call with Priya Raman')
  await expect.element(title).toBeVisible()
  const area = day.element()
  for (const hour of [1, 9, 15]) {
    area.scrollTop = hour * 64
    const [top, bottom] = [area.getBoundingClientRect().top, area.getBoundingClientRect().bottom]
    const seen = title.element().getBoundingClientRect()
    expect(seen.top, String(hour)).toBeGreaterThanOrEqual(top)
    expect(seen.bottom, String(hour)).toBeLessThan(Math.min(top + 60, bottom))
  }
})

longTest('the line of the current time is behind the current event', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1, { start_time: '00:00:00', end_time: '23:59:00' })
  await openCalendar(agent)
  const event = events().first()
  await expect.element(event).toBeInTheDocument()
  const line = [...day.element().querySelectorAll<HTMLElement>('[data-now]')][0] as HTMLElement
  line.style.pointerEvents = 'auto'
  // At some hours the line would be below the window.
  line.scrollIntoView({ block: 'center' })
  const { left, width, top } = line.getBoundingClientRect()
  expect(event.element().contains(document.elementFromPoint(left + width / 2, top))).toBe(true)
})

longTest('the day is taller if the screen has room', async () => {
  await page.viewport(1920, 1200)
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await expect.element(day).toBeVisible()
  expect(day.element().getBoundingClientRect().height).toBe(720)
})

test('an appointment made offline has the default title and is shown as Waiting', async () => {
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await button('New Appointment').click()
  await expect.element(field('Date')).toHaveValue(today)
  await fillTimes()
  await button('Create Appointment').click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(events().first()).toHaveTextContent('Appointment 4:00 PM – 4:30 PM · Waiting')
  expect(await operations(agent.device)).toMatchObject([
    {
      entity: 'appointment',
      kind: 'create',
      changes: { title: 'Appointment', date: today, start_time: '16:00:00', end_time: '16:30:00' },
    },
  ])
})

longTest('a new appointment lasts an hour from the next full one, and its end moves with its start', async () => {
  vi.setSystemTime(new Date(`${today}T09:40:00`))
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await button('New Appointment').click()
  await expect.element(field('Start Time')).toHaveValue('10:00')
  await expect.element(field('End Time')).toHaveValue('11:00')
  await field('End Time').fill('10:45')
  await field('Start Time').fill('14:30')
  await expect.element(field('End Time')).toHaveValue('15:15')
  await button('Cancel').click()
  await button('Next day').click()
  await expect.element(button(formatDate(tomorrow, today))).toBeVisible()
  await button('New Appointment').click()
  await expect.element(field('Date')).toHaveValue(tomorrow)
  await expect.element(field('Start Time')).toHaveValue('09:00')
})

longTest('the calendar shows the day of a new appointment', async () => {
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await button('New Appointment').click()
  await field('Title').fill('Dentist')
  await field('Date').fill(tomorrow)
  await fillTimes()
  await button('Create Appointment').click()
  await expect.element(calendar.getByText(formatDate(tomorrow, today))).toBeVisible()
  await expect.element(events().first()).toHaveTextContent('Dentist')
})

longTest('an appointment must end after it starts; one that clashes warns and is not refused', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await openCalendar(agent)
  await button('New Appointment').click()
  await fillTimes('16:30', '16:00')
  await button('Create Appointment').click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('End Time must be after Start Time.')
  await fillTimes('11:00', '12:00')
  await expect
    .element(form.getByRole('status'))
    .toHaveTextContent('Overlaps with Showing at 5709 River Oak Way, 10:45 AM – 11:30 AM.')
  await button('Create Appointment').click()
  await expect.poll(() => events().elements()).toHaveLength(3)
  expect(await operations(agent.device)).toHaveLength(1)
})

longTest('an appointment can be edited', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1)
  await openCalendar(agent)
  await events().first().click()
  await button('Edit Appointment').click()
  await expect.element(field('Title')).toHaveValue('Call with Priya Raman')
  await field('End Time').fill('10:00')
  await button('Update Appointment').click()
  await expect.element(events().first()).toHaveTextContent('9:00 AM – 10:00 AM')
  expect(await operations(agent.device)).toMatchObject([{ kind: 'update', changes: { end_time: '10:00:00' } }])
})

longTest('an event is downloaded as a calendar file offline', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await openCalendar(agent)
  await button(/^Open house at 5709/).click()
  const downloads = catchDownloads()
  await button('Download .ics').click()
  await expect.poll(() => downloads.length).toBe(1)
  expect(downloads[0]?.name).toBe(`open-house-${today}-1300.ics`)
  const file = await downloads[0]?.text
  expect(file).toContain(`DTSTART;TZID=America/Los_Angeles:${today.replaceAll('-', '')}T130000\r\n`)
  expect(file).toContain('SUMMARY:Open house: 5709 River Oak Way\r\n')
  expect(file?.match(/BEGIN:VEVENT/g)).toHaveLength(1)
})

longTest('an event is opened by keyboard, and closing it returns the focus', async () => {
  await openWithACall()
  focusEvent()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Edit Appointment')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Edit Appointment')).not.toBeInTheDocument()
  await expect.element(events().first()).toHaveFocus()
})

longTest('a phone shows the day, even for an address of a week, and nothing overflows', async () => {
  await page.viewport(320, 700)
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  startAccountServer().isReachable = false
  await openScreens(agent, '/dashboard?view=week')
  await expect.element(events().first()).toHaveTextContent(/^Showing at/)
  expect(day.element().getBoundingClientRect().height).toBe(420)
  await expect.element(day.getByText('Noon')).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(320)
})

longTest('simultaneous events are side by side and say so, in the grid and when opened', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await saved(agent.device, 'appointment', 1, { start_time: '11:00:00', end_time: '12:00:00' })
  await openCalendar(agent)
  await expect
    .element(button(/^Call with Priya Raman/))
    .toHaveTextContent('Overlaps with Showing at 5709 River Oak Way')
  const boxes = [/^Showing at/, /^Call with/].map((name) => button(name).element().getBoundingClientRect())
  expect(boxes[0]?.right).toBeLessThanOrEqual(boxes[1]?.left ?? 0)
  await button(/^Showing at/).click()
  await expect
    .element(page.getByRole('dialog').getByText('Overlaps with Call with Priya Raman, 11:00 AM – 12:00 PM.'))
    .toBeVisible()
})

longTest('in a week no word of a narrow event is broken', async () => {
  await page.viewport(1280, 900)
  const agent = await anAgentAtWork()
  for (const id of [1, 2, 3])
    await saved(agent.device, 'appointment', id, {
      title: 'Hugo Abernathy',
      start_time: '10:00:00',
      end_time: '12:00:00',
    })
  await openCalendar(agent)
  await button('Week').click()
  const week = calendar.getByRole('region', { name: `Appointments, ${formatWeek(today)}` })
  await expect.element(week).toBeVisible()
  const linesOfName = (event: Element) => {
    const text = document.createTreeWalker(event, NodeFilter.SHOW_TEXT).nextNode()
    const name = document.createRange()
    name.setStart(text as Text, 'Hugo '.length)
    name.setEnd(text as Text, 'Hugo Abernathy'.length)
    // A cut-off part is on the same line.
    return new Set([...name.getClientRects()].map(({ top }) => top)).size
  }
  const events = week.getByRole('button', { name: /^Hugo Abernathy/ })
  await expect.poll(() => events.elements().map(linesOfName)).toEqual([1, 1, 1])
})

longTest('the week has a column and a heading for each day, which links to the day', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await openCalendar(agent)
  await button('Week').click()
  const week = calendar.getByRole('region', { name: `Appointments, ${formatWeek(today)}` })
  await expect.element(week).toBeVisible()
  for (const date of weekOf(today))
    await expect.element(week.getByRole('list', { name: formatLongDate(date) })).toBeInTheDocument()
  const showing = week
    .getByRole('list', { name: formatLongDate(today) })
    .getByRole('button', { name: /^Showing at 5709/ })
  await expect.element(showing).toBeInTheDocument()
  const head = week.getByRole('button', { name: formatLongDate(today) })
  expect(head.element().getBoundingClientRect().top).toBeLessThan(week.element().getBoundingClientRect().top + 5)
  await button('Next week').click()
  await expect
    .element(calendar.getByRole('region', { name: `Appointments, ${formatWeek(addDays(today, 7))}` }))
    .toBeVisible()
  await button('Previous week').click()
  await head.click()
  await expect.element(day).toBeVisible()
  await expect.element(button('Day')).toHaveAttribute('aria-pressed', 'true')
})

longTest('a press on a free time starts an appointment there, and a drag sets its end, too', async () => {
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await expect.element(day).toBeVisible()
  scrollTo(day.element(), 8)
  press(pointOn(day.element(), 9.7))
  await expect.element(field('Start Time')).toHaveValue('09:30:00')
  await expect.element(field('End Time')).toHaveValue('10:30:00')
  await expect.element(field('Date')).toHaveValue(today)
  await button('Cancel').click()
  await expect.element(form).not.toBeInTheDocument()
  drag(pointOn(day.element(), 9.1), pointOn(day.element(), 11.4))
  await expect.element(field('Start Time')).toHaveValue('09:00:00')
  await expect.element(field('End Time')).toHaveValue('11:30:00')
  await button('Create Appointment').click()
  await expect.element(events().first()).toHaveTextContent('Appointment 9:00 AM – 11:30 AM · Waiting')
})

longTest('an appointment is dragged to another time and resized, and Undo reverts each', async () => {
  const agent = await openWithACall()
  scrollTo(day.element(), 8)
  drag(middleOf(events().first().element()), pointOn(day.element(), 11.25))
  await expect.element(events().first()).toHaveTextContent('11:00 AM – 11:30 AM')
  await expect.element(page.getByText('Appointment Moved')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([
    { entity: 'appointment', kind: 'update', changes: { start_time: '11:00:00', end_time: '11:30:00' } },
  ])
  await button('Undo').click()
  await expect.element(events().first()).toHaveTextContent('9:00 AM – 9:30 AM')
  expect(await operations(agent.device)).toEqual([])
  const { left, bottom } = events().first().element().getBoundingClientRect()
  drag({ x: left + 40, y: bottom - 3 }, pointOn(day.element(), 10.5))
  await expect.element(events().first()).toHaveTextContent('9:00 AM – 10:30 AM')
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('Escape leaves what is dragged where it was', async () => {
  const agent = await openWithACall()
  scrollTo(day.element(), 8)
  const from = middleOf(events().first().element())
  fire('pointerdown', from)
  fire('pointermove', { ...from, y: from.y + 90 })
  await expect.element(day.getByText('10:30 AM – 11:00 AM')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(day.getByText('10:30 AM – 11:00 AM')).not.toBeInTheDocument()
  fire('pointerup', { ...from, y: from.y + 90 })
  expect(await operations(agent.device)).toEqual([])
})

longTest('in the week a showing is dragged to another day, and a tour says why it cannot be', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await aTour(agent.device, 12)
  startAccountServer().isReachable = false
  await openScreens(agent, '/dashboard?view=week')
  const week = calendar.getByRole('region', { name: /^Appointments, / })
  const onDay = (date: string) => week.getByRole('list', { name: formatLongDate(date) })
  const other = weekOf(today).find((date) => date !== today) ?? ''
  await expect.element(onDay(today).getByRole('button', { name: /^Showing at/ })).toBeInTheDocument()
  scrollTo(week.element(), 10)
  const showing = middleOf(
    onDay(today)
      .getByRole('button', { name: /^Showing at/ })
      .element(),
  )
  drag(showing, { x: middleOf(onDay(other).element()).x, y: showing.y })
  await expect
    .element(onDay(other).getByRole('button', { name: /^Showing at/ }))
    .toHaveTextContent('10:45 AM – 11:30 AM')
  expect(await operations(agent.device)).toMatchObject([{ entity: 'showing', changes: { showing_date: other } }])
  scrollTo(week.element(), 14)
  const tour = middleOf(
    onDay(today)
      .getByRole('button', { name: / · Tour #12/ })
      .element(),
  )
  drag(tour, { ...tour, y: tour.y + 90 })
  await expect.element(page.getByText('A tour moves as a whole')).toBeVisible()
  expect(await operations(agent.device)).toHaveLength(1)
})

longTest('a free time is selected by keyboard, and an appointment starts there', async () => {
  const agent = await anAgentAtWork()
  await openCalendar(agent)
  await button('Next day').click()
  const slot = (time: string) => button(`Add at ${time}, ${formatDate(tomorrow, today)}`)
  await expect.element(slot('9:00 AM')).toBeInTheDocument()
  ;(slot('9:00 AM').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(slot('10:30 AM')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Start Time')).toHaveValue('10:30:00')
  await expect.element(field('Date')).toHaveValue(tomorrow)
  await button('Cancel').click()
  await expect.element(slot('10:30 AM')).toHaveFocus()
})

longTest('a free time selected by keyboard in the week can be moved within a day, too', async () => {
  const agent = await anAgentAtWork()
  startAccountServer().isReachable = false
  // Next week begins at its first day, whatever day today is.
  const [first, , , fourth] = weekOf(addDays(today, 7)) as [string, string, string, string]
  await openScreens(agent, `/dashboard?view=week&day=${fourth}`)
  const slot = page.getByRole('button', { name: /^Add at / })
  const slotOn = (date: string) => button(`Add at ${slot.element().textContent.slice(2)}, ${formatDate(date, today)}`)
  await expect.element(slot).toBeInTheDocument()
  await expect.element(slotOn(first)).toBeInTheDocument()
  const focusSlot = () => (slot.element() as HTMLElement).focus()
  focusSlot()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  const last = addDays(first, 6)
  await expect.element(slotOn(last)).toHaveFocus()
  await button('Day').click()
  await expect.element(day).toBeVisible()
  await expect.element(slotOn(fourth)).toBeInTheDocument()
  await button('Week').click()
  await expect.element(slotOn(last)).toBeInTheDocument()

  await button('Day').click()
  await expect.element(day).toBeVisible()
  focusSlot()
  const before = slot.element().textContent
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(slot).not.toHaveTextContent(before)
  await button('Week').click()
  await expect.element(slotOn(fourth)).toBeInTheDocument()
  await button('Next week').click()
  await expect.element(slotOn(addDays(fourth, 7))).toBeInTheDocument()
})

longTest('the keyboard moves an event to another day, where it keeps the focus', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1)
  startAccountServer().isReachable = false
  await openScreens(agent, '/dashboard?view=week')
  const week = calendar.getByRole('region', { name: /^Appointments, / })
  const other = weekOf(today).at(today === weekOf(today).at(-1) ? -2 : weekOf(today).indexOf(today) + 1) ?? ''
  const call = (date: string) => week.getByRole('list', { name: formatLongDate(date) }).getByRole('button')
  await expect.element(call(today)).toBeInTheDocument()
  ;(call(today).element() as HTMLElement).focus()
  await userEvent.keyboard(`m{${other > today ? 'ArrowRight' : 'ArrowLeft'}}{Enter}`)
  await expect.element(call(other)).toHaveFocus()
})

longTest('an event dropped where it was does not take the focus when another one arrives', async () => {
  const agent = await openWithACall()
  focusEvent()
  await userEvent.keyboard('m{Enter}')
  ;(document.activeElement as HTMLElement).blur()
  await saved(agent.device, 'appointment', 2, { title: 'Dentist', start_time: '11:00:00', end_time: '12:00:00' })
  await expect.element(button(/^Dentist/)).toBeInTheDocument()
  expect(document.activeElement).toBe(document.body)
})

longTest('an event that could not be moved does not take the focus when it is moved later', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1)
  await saved(agent.device, 'appointment', 2, { title: 'Dentist', start_time: '11:00:00', end_time: '12:00:00' })
  startAccountServer().isReachable = false
  await openScreens(agent, '/dashboard?view=week')
  const other = weekOf(today).at(today === weekOf(today).at(-1) ? -2 : weekOf(today).indexOf(today) + 1) ?? ''
  const call = button(/^Call with Priya Raman/)
  await expect.element(call).toBeInTheDocument()
  ;(call.element() as HTMLElement).focus()
  const { transact } = agent.device.replica
  const full: typeof transact = (mode, work) =>
    mode === 'write' ? Promise.reject(new StorageError('full')) : transact(mode, work)
  Object.assign(agent.device.replica, { transact: full })
  await userEvent.keyboard(`m{${other > today ? 'ArrowRight' : 'ArrowLeft'}}{Enter}`)
  await expect.element(page.getByText(/^Failed to update appointment/).first()).toBeInTheDocument()
  const dentist = button(/^Dentist/).element() as HTMLElement
  dentist.focus()
  dentist.blur()
  await agent.device.database.appointments.update('1', { date: other })
  await expect.poll(() => call.element().closest('ul')?.getAttribute('aria-label')).toBe(formatLongDate(other))
  expect(document.activeElement).toBe(document.body)
})

longTest('M picks an event up by keyboard; it is moved, resized and put down', async () => {
  const agent = await openWithACall()
  focusEvent()
  await userEvent.keyboard('m')
  await expect.element(calendar.getByText(/^Moving Call with Priya Raman\. The arrow keys move it/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  expect(await operations(agent.device)).toEqual([])
  await userEvent.keyboard('m{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  await expect.element(calendar.getByText(`${formatDate(today, today)}, 9:30 AM – 10:15 AM`)).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(events().first()).toHaveTextContent('9:30 AM – 10:15 AM')
  await expect.element(events().first()).toHaveFocus()
  expect(page.getByRole('dialog').query()).toBeNull()
})

longTest('without colors the calendar distinguishes its kinds by their edges, as in its legend', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await saved(agent.device, 'appointment', 1)
  await openCalendar(agent)
  await expect.poll(() => events().elements()).toHaveLength(3)
  await forceColors('active')
  onTestFinished(() => forceColors(''))
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  const edgeOf = (element: Element, part?: string) => {
    const { borderInlineStartStyle, borderInlineStartWidth, borderInlineStartColor } = getComputedStyle(element, part)
    return [borderInlineStartStyle, borderInlineStartWidth, borderInlineStartColor].join(' ')
  }
  const edges = [/^Call with/, /^Showing at/, /^Open house at/].map((name) => edgeOf(button(name).element()))
  expect(new Set(edges.map((edge) => edge.split(' ')[0])).size).toBe(3)
  const keys = ['You and your tours', 'Showing', 'Open house'].map((words) =>
    edgeOf(calendar.getByText(words, { exact: true }).element(), '::before'),
  )
  expect(keys).toEqual(edges)
})

longTest('axe finds no problem in the day, the week, an event and the form', async () => {
  const agent = await anAgentAtWork()
  await visitsAtAListing(agent.device)
  await saved(agent.device, 'appointment', 1, { start_time: '11:00:00', end_time: '11:15:00' })
  await openCalendar(agent)
  await expect.element(events().first()).toBeInTheDocument()
  for (const width of [1280, 390]) {
    await page.viewport(width, 900)
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme
      expect(await axeFindings(), `${theme} ${width}`).toEqual([])
    }
  }
  await page.viewport(1280, 900)
  await button('Week').click()
  await expect.element(button('Next week')).toBeVisible()
  expect(await axeFindings(), 'week, dark').toEqual([])
  document.documentElement.dataset['theme'] = 'light'
  expect(await axeFindings(), 'week').toEqual([])
  await button(/^Call with Priya Raman/).click()
  await expect.element(button('Edit Appointment')).toBeVisible()
  expect(await axeFindings(), 'event').toEqual([])
  await button('Edit Appointment').click()
  await expect.element(form).toBeVisible()
  expect(await axeFindings(), 'form').toEqual([])
})

async function forceColors(value: 'active' | ''): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

/** Catches the downloads that the page offers from now on; nothing is written to the disk. */
function catchDownloads(): { name: string; text: Promise<string> }[] {
  const caught: { name: string; text: Promise<string> }[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function catchIt(
    this: HTMLAnchorElement,
  ) {
    caught.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) })
  })
  onTestFinished(() => click.mockRestore())
  return caught
}
