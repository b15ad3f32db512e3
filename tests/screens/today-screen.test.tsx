import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createRecord } from '#core/sync/writing/create-record.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'

const today = '2026-11-21'

beforeEach(async () => {
  await page.viewport(390, 844)
  clockAt('09:40')
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

function clockAt(time: string): void {
  vi.setSystemTime(new Date(`${today}T${time}:00`))
}

function wakeAt(time: string): void {
  clockAt(time)
  document.dispatchEvent(new Event('visibilitychange'))
}

async function aDay(device: Device): Promise<void> {
  await saved(device, 'listing', 1, { property: { latitude: 38.6, longitude: -121.33 } })
  const goldRiver = { address: '2010 Promontory Point Ln', city: 'Gold River', latitude: 38.63, longitude: -121.24 }
  await saved(device, 'listing', 2, { property: goldRiver })
  await saved(device, 'appointment', 9, { title: 'Call with Priya', date: today })
  await saved(device, 'showing', 3, { showing_date: today, client_email: 'jo@mailbox.example' })
  await saved(device, 'open_house', 4, { date: today, listing: 2, listing_key: '2' })
}

async function anAgentWithADay(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await aDay(agent.device)
  return agent
}

function aTour(device: Device): Promise<void> {
  const stop = { is_listed: true, duration_minutes: 30, latitude: null, longitude: null, listing_city: 'Folsom' }
  const home = (order: number, listing_address: string, estimated_arrival: string, estimated_departure: string) =>
    ({ ...stop, order, listing_address, estimated_arrival, estimated_departure }) as const
  return saved(device, 'tour', 12, {
    client_email: 'jo@mailbox.example',
    tour_date: today,
    lunch: { start_time: '16:00:00', end_time: '16:30:00' },
    stops: [home(1, '51 Aiken Way', '15:30:00', '16:00:00'), home(2, '7 Oak Ln', '16:45:00', '17:15:00')],
  })
}

const openToday = (agent: Agent, address = '/today') => openScreens(agent, address)
const parts = () => texts(page.getByRole('region', { name: /day$|^Earlier$/ }).getByRole('listitem'))
const partsOf = (name: string) => texts(page.getByRole('region', { name, exact: true }).getByRole('listitem'))
const next = page.getByRole('region', { name: 'Next' })
const now = page.getByRole('region', { name: 'Now' })

test('the day lists visits, drives with when to leave, and free time, with the next event on top', async () => {
  const agent = await anAgentWithADay()
  await openToday(agent)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Today')
  await expect
    .poll(parts)
    .toEqual([
      'Free 9:30 AM – 10:45 AM',
      'Free 11:30 AM – 12:43 PM',
      '17 min · 6.9 mi · leave by 12:43 PM',
      '1:00 PM2010 Promontory Point LnOpen house · Gold River · until 3:00 PMStart Sign-in',
      '9:00 AMCall with PriyaAppointment · until 9:30 AM',
    ])
  // It has passed, but is not marked as done.
  expect(partsOf('Earlier')).toEqual(['9:00 AMCall with PriyaAppointment · until 9:30 AM'])
  await expect.element(next).toHaveTextContent(/^Next · 10:45 AM5709 River Oak WayShowing · Carmichael/)
})

longTest(
  'the page follows the clock: the next event becomes current, then a drive to leave for, then past',
  async () => {
    const agent = await anAgentWithADay()
    await openToday(agent)
    await expect.element(next).toBeVisible()
    wakeAt('11:00')
    await expect.element(now).toHaveTextContent(/^Now · until 11:30 AM5709 River Oak Way/)
    wakeAt('11:30')
    await expect.element(next).toHaveTextContent('Leave by 12:43 PM17 min · 6.9 mi')
    wakeAt('12:43')
    await expect.element(next).toHaveTextContent('Leave now')
    wakeAt('15:00')
    await expect.element(page.getByText('Nothing else is planned today.')).toBeVisible()
    expect(next.query()).toBeNull()
  },
)

longTest('an open house starts its sign-in, a home has directions, and its page is a press away', async () => {
  const agent = await anAgentWithADay()
  const opened = await openToday(agent)
  await expect
    .element(next.getByRole('link', { name: 'Directions' }))
    .toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=5709%20River%20Oak%20Way%2C%20Carmichael%2C%20CA%2095608',
    )
  await next.getByRole('link', { name: 'Open Listing' }).click()
  await expect.poll(() => opened.address()).toBe('/listings/1')
  opened.go('/today')
  await page.getByRole('link', { name: 'Start Sign-in at 2010 Promontory Point Ln' }).click()
  await expect.poll(() => opened.address()).toBe('/open-houses/4/kiosk')
})

async function underWay({ database }: Device, taps: [kind: string, stop: string, at: string][]): Promise<void> {
  const tour = await database.tours.get('12')
  const blank = { minutes: null, rating: null, note: '', undoes: null }
  await database.tours.put({
    ...tour!,
    status: 'in_progress',
    stops: tour!.stops.map((stop, index) => Object.assign(stop, { stop_id: `s${index + 1}` })),
    steps: taps.map(([kind, stop_id, at], index) => Object.assign({ id: `tap-${index}`, kind, stop_id, at }, blank)),
  } as unknown as TourRow)
}

longTest('a running tour is shown with its actual state: unvisited stops are to come, whatever the plan', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await underWay(agent.device, [])
  clockAt('16:10')
  await openToday(agent)
  await expect.element(next).toHaveTextContent(/^Next · 4:10 PM51 Aiken WayTour #12, stop 1 · Folsom · 30 min/)
  await expect.element(next.getByRole('link', { name: 'Continue Tour' })).toHaveAttribute('href', '/tours/12/run')
  expect(partsOf('The rest of the day')).toEqual([
    '4:40 PMLunchTour #12 · until 5:10 PM',
    '5:10 PM7 Oak LnTour #12, stop 2 · Folsom · until 5:40 PM',
  ])
  await underWay(agent.device, [['arrived', 's1', '16:12:00']])
  wakeAt('16:50')
  await expect.element(now).toHaveTextContent(/^Now · until 4:50 PM51 Aiken Way/)
  await underWay(agent.device, [
    ['arrived', 's1', '16:12:00'],
    ['left', 's1', '16:55:00'],
    ['skipped', 's2', '16:56:00'],
  ])
  wakeAt('17:45')
  await expect.element(page.getByText('Nothing else is planned today.')).toBeVisible()
  await expect
    .poll(parts)
    .toEqual([
      '4:12 PM51 Aiken WaydoneTour #12, stop 1 · Folsom · until 4:55 PMjo@mailbox.example',
      '4:55 PMLunchTour #12 · until 5:25 PM',
    ])
})

longTest('a tour that was not started moves back after its hours, and can still be started', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await agent.device.database.tours.update('12', { end_time: '18:00:00' })
  await saved(agent.device, 'appointment', 9, { date: today, start_time: '19:00:00', end_time: '20:00:00' })
  clockAt('17:50')
  await openToday(agent)
  const notice = page.getByText('Tour #12 was not started.')
  const start = page.getByRole('button', { name: 'Start Tour' })
  await expect.element(notice).toBeVisible()
  const isAbove = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const isFirst = () => isAbove(notice.element(), next.element())
  expect(isFirst()).toBe(true)
  const primary = start.element().className
  wakeAt('18:00')
  await expect.poll(isFirst).toBe(false)
  expect(start.element().className).not.toBe(primary)
  await expect.element(page.getByRole('link', { name: 'Reschedule' })).toBeVisible()
})

longTest('the client of a tour that was not started can be called or texted from the notice', async () => {
  await page.viewport(320, 700)
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await saved(agent.device, 'client', 7, {
    first_name: 'Jo',
    last_name: 'Park',
    email: 'jo@mailbox.example',
    phone_number: '(503) 555-0118',
  })
  clockAt('16:31')
  await openToday(agent)
  const notice = page.getByText('Tour #12 was not started.')
  await expect.element(notice).toBeVisible()
  const links = () =>
    [...notice.element().closest('[data-tone]')!.querySelectorAll('a')].map((link) => [
      link.getAttribute('aria-label') ?? link.textContent,
      link.getAttribute('href'),
    ])
  await expect.poll(links).toEqual([
    ['Jo Park', '/clients/7'],
    ['Call Jo Park', 'tel:5035550118'],
    ['Text Jo Park', 'sms:5035550118'],
    ['Reschedule', '/tours/12?edit=date'],
  ])
})

longTest('a tour that was not started says so once its first visit has passed, and is started from there', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  clockAt('15:50')
  const opened = await openToday(agent)
  const notice = page.getByText('Tour #12 was not started.')
  await expect.element(page.getByRole('region', { name: 'Now' })).toHaveTextContent('51 Aiken Way')
  expect(notice.query()).toBeNull()
  await expect
    .element(page.getByRole('region', { name: 'Now' }).getByRole('button', { name: 'Start Tour' }))
    .toBeVisible()
  wakeAt('16:31')
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText('jo@mailbox.example · today 3:30 PM')).toBeVisible()
  await saved(agent.device, 'client', 7, { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example' })
  await expect.element(page.getByText('Jo Park · today 3:30 PM')).toBeVisible()
  await expect
    .poll(() => partsOf('Earlier'))
    .toEqual([
      '3:30 PM51 Aiken WayTour #12, stop 1 · Folsom · until 4:00 PMJo Parkjo@mailbox.example',
      '4:00 PMLunchTour #12 · until 4:30 PM',
    ])
  await page.getByRole('button', { name: 'Start Tour' }).click()
  await expect.poll(() => opened.address()).toBe('/tours/12/run')
  await expect.element(page.getByRole('button', { name: 'I’m here' })).toBeVisible()
  opened.go('/today')
  await expect.element(page.getByText('51 Aiken Way').first()).toBeVisible()
  expect(notice.query()).toBeNull()
})

longTest('other days are an arrow away, are in the address, and say if nothing is planned', async () => {
  const agent = await anAgentWithADay()
  const opened = await openToday(agent)
  await expect.element(next).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(() => opened.address()).toBe('/today?date=2026-11-22')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sun, Nov 22')
  await expect.element(page.getByText('Nothing is planned on this day.')).toBeVisible()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect.poll(() => opened.address()).toBe('/today')
  await expect.element(next).toBeVisible()
})

longTest('an open house of another day is only listed', async () => {
  const agent = await anAgentWithADay()
  await agent.device.database.open_houses.update('4', { date: '2026-11-22' })
  await openToday(agent, '/today?date=2026-11-22')
  await expect.poll(parts).toEqual(['1:00 PM2010 Promontory Point LnOpen house · Gold River · until 3:00 PM'])
})

longTest('an invalid day in the address shows today', async () => {
  const agent = await anAgentAtWork()
  await openToday(agent, '/today?date=2026-02-31')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Today')
  await expect.element(page.getByText('Nothing is planned today.')).toBeVisible()
})

longTest.each([
  ['a phone', 390, '/today'],
  ['a wider screen', 1024, '/dashboard'],
])('the installed app starts, on %s of %i px, with %s', async (_, width, address) => {
  await page.viewport(width, 844)
  const opened = await openToday(await anAgentAtWork(), '/today?from=start')
  await expect.poll(() => opened.address()).toBe(address)
})

test('an appointment that is only on this device has its mark', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  await createRecord(device.replica, device.clock, {
    opId: device.ids.uuid(),
    entity: 'appointment',
    changes: { title: 'Notary', date: today, start_time: '12:00:00', end_time: '12:30:00', notes: '', location: '' },
  })
  await openToday(agent)
  await expect.element(next.getByText('Waiting')).toBeVisible()
  wakeAt('13:00')
  await expect.element(page.getByRole('listitem').getByText('Waiting')).toBeVisible()
})

longTest.each([
  ['light', 390],
  ['dark', 390],
  ['light', 320],
  ['light', 1280],
])('axe finds no problem and nothing overflows, %s at %i px', async (theme, width) => {
  await page.viewport(width, 844)
  document.documentElement.dataset['theme'] = theme
  const agent = await anAgentWithADay()
  await aTour(agent.device)
  await openToday(agent)
  await expect.element(next).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  delete document.documentElement.dataset['theme']
})

longTest('a showing names its client with Call and Text, and a stop names the client of its tour', async () => {
  const agent = await anAgentWithADay()
  const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example', phone_number: '(503) 555-0118' }
  await saved(agent.device, 'client', 7, jo)
  await aTour(agent.device)
  await openToday(agent)
  await expect.element(next.getByRole('link', { name: 'Jo Park', exact: true })).toHaveAttribute('href', '/clients/7')
  await expect.element(next.getByRole('link', { name: 'Call Jo Park' })).toHaveAttribute('href', 'tel:5035550118')
  await expect.element(next).toHaveTextContent('jo@mailbox.example')
  wakeAt('15:10')
  await expect.element(next).toHaveTextContent('51 Aiken Way')
  await expect.element(next.getByRole('link', { name: 'Text Jo Park' })).toHaveAttribute('href', 'sms:5035550118')
})

longTest.each([375, 320])(
  'at %i px the five interest buttons are in one line, and each is easy to press',
  async (width) => {
    await page.viewport(width, 740)
    const agent = await anAgentWithADay()
    await openToday(agent)
    wakeAt('11:10')
    await now.getByRole('button', { name: 'Held' }).click()
    const choices = page.getByRole('region', { name: 'Earlier' }).getByRole('button', { name: /^\d of 5$/ })
    await expect.poll(() => choices.elements().length).toBe(5)
    const boxes = choices.elements().map((choice) => choice.getBoundingClientRect())
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    for (const box of boxes) {
      expect(box.height).toBeGreaterThanOrEqual(44)
      // Narrower only if five buttons do not fit.
      expect(box.width).toBeGreaterThanOrEqual(width === 375 ? 44 : 30)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

longTest('the outcome of a showing is entered in two taps once it has begun; only then is it done', async () => {
  const agent = await anAgentWithADay()
  await openToday(agent)
  await expect.element(next).toBeVisible()
  await expect.element(page.getByText('How did it go?')).not.toBeInTheDocument()
  wakeAt('11:10')
  await now.getByRole('button', { name: 'Held' }).click()
  const earlier = page.getByRole('region', { name: 'Earlier' })
  await expect.element(earlier).toHaveTextContent(/5709 River Oak Way.*done/)
  await earlier.getByRole('button', { name: '5 of 5' }).click()
  await expect.element(earlier).toHaveTextContent('Held · interest 5 of 5')
  expect(await axeFindings()).toEqual([])
  const [change, ...others] = await agent.device.database.outbox.toArray()
  expect(change).toMatchObject({ entity: 'showing', kind: 'update', changes: { status: 'Held', interest: 5 } })
  expect(others).toEqual([])
})

longTest('the question that follows is scrolled into view, wherever the showing is in the day', async () => {
  await page.viewport(390, 500)
  const agent = await anAgentWithADay()
  await openToday(agent)
  wakeAt('11:10')
  await now.getByRole('button', { name: 'Held' }).click()
  await expect.element(page.getByRole('button', { name: '5 of 5' })).toBeInViewport({ ratio: 1 })
  expect(document.activeElement?.contains(page.getByRole('button', { name: '5 of 5' }).element())).toBe(true)
})

longTest('a showing cancelled on Today leaves the day, and Undo restores it', async () => {
  const agent = await anAgentWithADay()
  clockAt('11:40')
  await openToday(agent)
  const earlier = page.getByRole('region', { name: 'Earlier' })
  await earlier.getByRole('button', { name: 'Cancelled' }).click()
  await expect.element(earlier).not.toHaveTextContent('5709 River Oak Way')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(earlier).toHaveTextContent('5709 River Oak Way')
})

longTest('a new showing is on the day shown, at the chosen listing; the address can open its form', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  const view = await openToday(agent)
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByRole('button', { name: 'New Showing' }).click()
  await page.getByLabelText('Listing', { exact: true }).selectOptions('1')
  await expect.element(page.getByLabelText('Showing Date')).toHaveValue('2026-11-22')
  await page.getByLabelText('Client Email').fill('ann@mailbox.example')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'The day' })).toHaveTextContent('ann@mailbox.example')
  view.go('/today?new=showing')
  await expect.element(page.getByRole('dialog', { name: 'New Showing' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => view.address()).toBe('/today')
})
