import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useConnection } from '#state/connection.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { setTextSize } from '#tests/support/text-size.ts'
import {
  aTour,
  button,
  clockAt,
  open,
  operations,
  region,
  someListings,
  today,
  tomorrow,
} from '#tests/support/tour-screens.ts'
import {
  type Agent,
  anAgentAtWork,
  anAgentOnANewDevice,
  openScreens,
  pressRightAfterTyping,
} from '#tests/support/workspace-screens.tsx'
import { holdTable } from '#tests/support/hold-table.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

beforeEach(async () => {
  await page.viewport(1280, 900)
  clockAt('08:00')
})

const card = (name: string) => page.getByRole('article', { name })
const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((element) => /Tour #\d+/.exec(element.textContent)?.[0])

async function anAgentWithHomes(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await someListings(agent.device)
  return agent
}

longTest.each([
  [[], 'This tour has no stops. Edit it to choose homes and plan the route.'],
  [
    [
      {
        listing_id: 1,
        listing_address: '1 Elm St',
        reason: 'not_enough_time',
        missing_minutes: 25,
        is_approximate: false,
      },
    ],
    'No home fits into this day. Edit the tour to give it more time.',
  ],
])('a tour without stops says so, and says if no home fits', async (dropped, words) => {
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, { stops: [], dropped })
  await open(agent, '/tours/1')
  await expect
    .element(page.getByRole('region', { name: 'Tour Route' }).getByText(/^(This tour|No home)/))
    .toHaveTextContent(words)
})

longTest(
  'My Tours shows client, status, day, stops, miles and minutes of tours, and finds and sorts them',
  async () => {
    const agent = await anAgentAtWork()
    await saved(agent.device, 'client', 4, { first_name: 'Ada', last_name: 'Lane', email: 'Buyer1@mailbox.example' })
    await aTour(agent.device, 1)
    await aTour(agent.device, 2, { tour_date: today, status: 'in_progress' })
    await aTour(agent.device, 3, {
      tour_date: addDays(today, 2),
      status: 'cancelled',
      stops: [],
      created_at: '2026-10-01T09:00:00Z',
    })
    const { address } = await open(agent, '/tours')
    await expect.element(page.getByRole('heading', { level: 1, name: 'My Tours' })).toBeVisible()
    const first = card('Tour #1')
    for (const words of ['buyer1@mailbox.example', 'Scheduled', formatDate(tomorrow, today), '9:00 AM – 11:45 AM']) {
      await expect.element(first).toHaveTextContent(words)
    }
    await expect.element(first).toHaveTextContent(/3 stops\s*6\.8 mi\s*165 min/)
    await expect.element(card('Tour #3')).toHaveTextContent('Preferred 9:00 AM – 5:00 PM')
    await expect.element(first.getByRole('heading')).toHaveTextContent('Ada Lane · tomorrow 9:00 AM')
    await expect
      .element(card('Tour #2').getByRole('heading'))
      .toHaveTextContent('buyer2@mailbox.example · today 9:00 AM')
    expect(titles()).toEqual(['Tour #2', 'Tour #1', 'Tour #3'])
    await button(/^Tour Date/).click()
    await expect.poll(titles).toEqual(['Tour #3', 'Tour #1', 'Tour #2'])
    await button(/^Tour Date/).click()
    await expect.poll(titles).toEqual(['Tour #2', 'Tour #1', 'Tour #3'])
    expect(address()).toContain('sort=tour_date')
    await button('Upcoming First').click()
    await expect.poll(address).not.toContain('sort')
    await button(/^Created/).click()
    await expect.poll(titles).toEqual(['Tour #2', 'Tour #1', 'Tour #3'])
    await page.getByLabelText('Status', { exact: true }).selectOptions('cancelled')
    await expect.poll(titles).toEqual(['Tour #3'])
    await page.getByLabelText('Status', { exact: true }).selectOptions('')
    await page.getByRole('searchbox').fill('ada lane')
    await expect.poll(titles).toEqual(['Tour #1'])
    await page.getByRole('searchbox').fill('in progress')
    await expect.poll(titles).toEqual(['Tour #2'])
    await page.getByRole('searchbox').fill('nobody')
    await expect.element(page.getByRole('heading', { name: 'No tours found' })).toBeVisible()
    await expect.poll(address).toContain('search=nobody')
    await button('Clear').click()
    await expect.poll(titles).toHaveLength(3)
    expect(address()).not.toContain('search')
    expect(await axeFindings()).toEqual([])
  },
)

longTest('a tour opened right after typing opens, and the search does not return to the list', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  const view = await openScreens(agent, '/tours')
  await pressRightAfterTyping('buyer', page.getByRole('link', { name: 'View Tour #1' }), '/tours/$tourId')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tour #1' })).toBeVisible()
  expect(view.address()).toBe('/tours/1')
})

longTest('a tour shows overview, route, sketch and figures; a deleted listing keeps its stop', async () => {
  const agent = await anAgentWithHomes()
  await agent.device.database.listings.update('2', { status: 'Sold' })
  await aTour(agent.device, 1, {
    lunch: { start_time: '12:00:00', end_time: '12:45:00' },
    dropped: [
      {
        listing_id: 9,
        listing_address: '77 Far Ln',
        reason: 'not_enough_time',
        missing_minutes: 20,
        is_approximate: true,
      },
    ],
  })
  await open(agent, '/tours/1')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('buyer1@mailbox.example · tomorrow 9:00 AM · Tour #1')
  await saved(agent.device, 'client', 1, { first_name: 'Ada', last_name: 'Lane', email: 'buyer1@mailbox.example' })
  await expect.element(heading).toHaveTextContent('Ada Lane · tomorrow 9:00 AM · Tour #1')
  const overview = region('Overview')
  for (const words of ['Scheduled', '9:00 AM – 11:45 AM', '165 min', '6.8 mi', formatDate(tomorrow, today)]) {
    await expect.element(overview).toHaveTextContent(words)
  }
  await expect.element(region('Tour Statistics')).toHaveTextContent(/Properties\s*3.*Average min per stop\s*45/)
  const route = region('Tour Route')
  await expect.element(route).toHaveTextContent(/9:00 AM.*9 Elm St.*12 min · 3\.4 mi.*10:00 AM.*21 Oak Way/)
  await expect.element(route.getByText('no longer listed')).toBeVisible()
  await expect.element(route.getByRole('heading', { name: 'Lunch' })).toBeVisible()
  await expect.element(route).toHaveTextContent('77 Far Ln: ≈ 20 min short.')
  await expect.element(page.getByRole('img', { name: /: 1, 9 Elm St\. 12 min to 2, 21 Oak Way\./ })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Directions to 9 Elm St' }))
    .toHaveAttribute('href', expect.stringContaining('destination=9%20Elm%20St%2C%20Carmichael'))
  expect(await axeFindings()).toEqual([])
})

longTest('the route shows own visits between two homes, with the drives there and on', async () => {
  const agent = await anAgentAtWork()
  await someListings(agent.device, 3)
  await aTour(agent.device)
  await agent.device.database.showings.put({
    key: '7',
    id: 7,
    listing: 3,
    listing_key: '3',
    client_email: 'other@mailbox.example',
    showing_date: tomorrow,
    start_time: '09:55:00',
    end_time: '10:10:00',
    realtor: null,
  })
  await open(agent, '/tours/1')
  const route = region('Tour Route')
  const there =
    '9 Elm St.*leave 9:45 AM.*Drive 9 min · 2.4 mi9:55 AMShowing at 305 Pine RdYour other plans · until 10:10 AMDirections'
  // The showing was added after the plan, so the next drive is too short.
  await expect
    .element(route)
    .toHaveTextContent(new RegExp(`${there}Drive 6 min · 1.3 mi · you’d be 16 min late10:00 AM21 Oak Way`))
  expect(await axeFindings()).toEqual([])
  await agent.device.database.showings.clear()
  await expect.element(route).not.toHaveTextContent('Showing at')
})

test('the miles of a tour are said to be its own if drives to own visits are beside them', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device)
  await open(agent, '/tours/1')
  await expect.element(region('Overview')).toHaveTextContent(/Total distance\s*6\.8 mi\s*Properties/)
  await expect.element(region('Tour Statistics')).not.toHaveTextContent('between stops')
  await saved(agent.device, 'showing', 7, {
    listing: 3,
    listing_key: '3',
    start_time: '09:55:00',
    end_time: '10:10:00',
  })
  await expect.element(region('Overview')).toHaveTextContent(/Total distance\s*6\.8 mi between stops\s*Properties/)
  await expect
    .element(region('Tour Statistics'))
    .toHaveTextContent('Miles are between stops only. Drives to your other events of the day are not counted.')
})

longTest('quick actions move the tour on, each as its own step, and ask before reopening it', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await open(agent, '/tours/1')
  const overview = region('Overview')
  await button('Mark as Completed').click({ force: true })
  await expect.element(page.getByText('A tour must be in progress before it is completed.')).toBeVisible()
  await button('Mark as In Progress').click()
  await expect.element(overview).toHaveTextContent('In Progress')
  await button('Mark as Completed').click()
  await expect.element(overview).toHaveTextContent('Completed')
  expect(await operations(agent.device)).toMatchObject([
    { kind: 'update', changes: { status: 'in_progress' } },
    { kind: 'update', changes: { status: 'completed' } },
  ])
  await button('Mark as In Progress').click()
  await expect.element(page.getByRole('alertdialog', { name: 'Open this tour again?' })).toBeVisible()
  await button('Open Again').click()
  await expect.element(overview).toHaveTextContent('In Progress')
})

longTest('a cancelled tour is restored by one press, or reopened as it was planned', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await open(agent, '/tours/1')
  const overview = region('Overview')
  await button('Cancel Tour').click()
  await expect.element(overview).toHaveTextContent('Cancelled')
  await button('Undo').click()
  await expect.element(overview).toHaveTextContent('Scheduled')
  await button('Cancel Tour').click()
  await expect.element(overview).toHaveTextContent('Cancelled')
  await button('Reopen Tour').click()
  await button('Open Again').click()
  await expect.element(overview).toHaveTextContent('Scheduled')
})

test('a lunch that is longer than the form’s 90 minutes stays while other fields are edited', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device, 1, { preferences: { ...defaultTourPreferences, lunch_duration: 120 } })
  await open(agent, '/tours/1')
  await button('Reschedule').click()
  await expect.element(page.getByLabelText('Lunch Minutes')).toHaveValue(120)
  await page.getByLabelText('Client Email').fill('new@example.com')
  await button('Update Tour').click()
  await expect.poll(async () => (await operations(agent.device)).length).toBe(1)
  const [operation] = await operations(agent.device)
  expect(operation?.changes).toEqual({ client_email: 'new@example.com' })
})

test('Send Reminder opens the share sheet, or a mail where that fails; closing the sheet is enough', async () => {
  const mails: string[] = []
  const onNavigate = (event: NavigateEvent) => {
    if (!event.destination.url.startsWith('mailto:')) return
    mails.push(event.destination.url)
    event.preventDefault()
  }
  window.navigation.addEventListener('navigate', onNavigate)
  const share = vi.fn<(data: ShareData) => Promise<void>>()
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  onTestFinished(() => {
    window.navigation.removeEventListener('navigate', onNavigate)
    Reflect.deleteProperty(navigator, 'share')
  })
  const agent = await anAgentAtWork()
  await aTour(agent.device)
  await open(agent, '/tours/1')
  share.mockResolvedValueOnce()
  await button('Send Reminder').click()
  expect(share.mock.lastCall?.[0].text).toContain('9 Elm St, Carmichael')
  share.mockRejectedValueOnce(new DOMException('Closed.', 'AbortError'))
  await button('Send Reminder').click()
  expect(mails).toEqual([])
  share.mockRejectedValueOnce(new DOMException('Not allowed.', 'NotAllowedError'))
  await button('Send Reminder').click()
  await expect.poll(() => mails.length).toBe(1)
  expect(decodeURIComponent(mails[0]!)).toMatch(/^mailto:buyer1@mailbox\.example.*9 Elm St/s)
})

longTest('Reschedule opens the form at its date, and the tour is planned again offline', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device)
  await open(agent, '/tours/1')
  await button('Reschedule').click()
  await expect.element(page.getByLabelText('Tour Date')).toHaveFocus()
  await page.getByLabelText('Tour Date').fill(addDays(today, 5))
  await page.getByLabelText('Preferred Start Time').fill('10:00')
  await page.getByLabelText('Maximum Minutes per Property').fill('30')
  await button('Update Tour').click()
  await expect.element(region('Overview')).toHaveTextContent(formatDate(addDays(today, 5), today))
  const [operation] = await operations(agent.device)
  expect(operation).toMatchObject({
    kind: 'update',
    changes: {
      tour_date: addDays(today, 5),
      start_time: '10:00:00',
      preferences: { min_duration_per_property: '30', max_duration_per_property: '30', lunch_duration: '45' },
    },
  })
  const stops = operation?.changes['stops'] as {
    estimated_arrival: string
    stop_id: string
    duration_minutes: number
  }[]
  expect(stops).toHaveLength(3)
  expect(stops[0]).toMatchObject({ estimated_arrival: '10:00:00', duration_minutes: 30 })
  expect(stops.map(({ stop_id }) => stop_id).toSorted()).toEqual(['1', '2', '3'])
})

longTest('a tour saved before its homes are read keeps all of them, and calls none of them deleted', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device)
  const { database } = agent.device
  const read = holdTable(database.available_listings)
  await open(agent, '/tours/1?edit=date')
  await page.getByLabelText('Tour Date').fill(addDays(today, 5))
  await expect.element(page.getByText('no longer listed')).not.toBeInTheDocument()
  await button('Update Tour').click()
  await expect.element(button('Updating Tour...')).toBeVisible()
  await read()
  await expect.poll(() => database.outbox.count()).toBe(1)
  const [operation] = await operations(agent.device)
  expect(operation?.changes['stops']).toHaveLength(3)
  expect(operation?.changes).not.toHaveProperty('dropped')
})

longTest('a home not yet fetched to this device keeps its visit when its tour is changed', async () => {
  const agent = await anAgentOnANewDevice()
  await someListings(agent.device, 2)
  await aTour(agent.device)
  await open(agent, '/tours/1?edit=all')
  await page.getByLabelText('Maximum Minutes per Property').fill('30')
  await expect.element(page.getByText('305 Pine Rd').first()).toBeVisible()
  await button('Update Tour').click()
  await expect.poll(() => agent.device.database.outbox.count()).toBe(1)
  const [operation] = await operations(agent.device)
  expect(operation?.changes['stops']).toHaveLength(3)
  expect(operation?.changes).not.toHaveProperty('dropped')
})

longTest('a home missing after a full fetch is left out when its tour is changed', async () => {
  const agent = await anAgentAtWork()
  await someListings(agent.device, 2)
  await aTour(agent.device)
  await open(agent, '/tours/1?edit=all')
  await page.getByLabelText('Maximum Minutes per Property').fill('30')
  await expect.element(page.getByText('Carmichael · no longer listed')).toBeVisible()
  await button('Update Tour').click()
  await expect.poll(() => agent.device.database.outbox.count()).toBe(1)
  const [operation] = await operations(agent.device)
  expect(operation?.changes['stops']).toHaveLength(2)
  expect(operation?.changes['dropped']).toMatchObject([{ listing_id: 3, reason: 'no_longer_listed' }])
})

longTest('the form of a tour shows the plan’s outcome, and saves the plan that it shows', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device)
  await open(agent, '/tours/1?edit=all')
  await expect.element(page.getByRole('link', { name: 'Back to the tour' })).toHaveAttribute('href', '/tours/1')
  // Until a change, the outcome is that of the tour's own plan.
  const outcome = page.getByText(/^3 homes · /)
  await expect.element(outcome).toHaveTextContent('3 homes · 9:00 AM – 11:45 AM · 6.8 mi')
  await expect.element(page.getByText('The planner sets the order. Move a home to set your own.')).toBeVisible()
  await button('Move Down 9 Elm St').click()
  await expect.element(page.getByText('Visited in this order.')).toBeVisible()
  const stop = (name: RegExp) => page.getByRole('region', { name: /^Day timeline/ }).getByRole('button', { name })
  await expect.element(stop(/^Stop 1 at 21 Oak Way/)).toBeVisible()
  await stop(/^Stop 2 at 9 Elm St/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Less Time' }).click()
  await expect.element(page.getByRole('dialog').getByText('55 min, as you set it')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('switch', { name: 'Include Lunch Break' })).not.toBeChecked()
  await expect.element(stop(/^Stop 2 at 9 Elm St .*AM$/)).toBeVisible()
  await expect.poll(() => outcome.element().getAttribute('aria-busy')).toBe('false')
  const shown = outcome.element().textContent
  await button('Update Tour').click()
  await expect.element(page.getByRole('heading', { level: 1, name: / · Tour #1$/ })).toBeVisible()
  const tour = await agent.device.database.tours.get('1')
  expect(tour).toMatchObject({ planning: 'given', visit_lengths: [{ listing_id: 1, minutes: 55 }] })
  expect(tour?.stops.map(({ listing_id, stop_id }) => [listing_id, stop_id])).toEqual([
    [2, '2'],
    [1, '1'],
    [3, '3'],
  ])
  expect(tour?.stops[1]?.duration_minutes).toBe(55)
  expect(shown).toContain(formatTime(tour?.stops[2]?.estimated_departure ?? ''))
})

longTest('homes are in the order of their stops; one moved and put back leaves the order to the planner', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device, 1, { selected_listings: [3, 1, 2] })
  await open(agent, '/tours/1?edit=all')
  const homes = () =>
    region('Selected listings')
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent?.replace(/Carmichael.*/, ''))
  await expect.poll(homes).toEqual(['19 Elm St', '221 Oak Way', expect.stringMatching(/^3/)])
  await button('Move Down 9 Elm St').click()
  await expect.poll(homes).toEqual(['121 Oak Way', '29 Elm St', expect.stringMatching(/^3/)])
  await expect.element(page.getByText('Visited in this order.')).toBeVisible()
  await button('Move Up 9 Elm St').click()
  const hint = page.getByText('The planner sets the order. Move a home to set your own.')
  await expect.element(hint).toBeVisible()
  await agent.device.database.tours.toCollection().modify(({ stops }) => {
    for (const stop of stops) stop.order = 4 - stop.order
  })
  await page.getByLabelText('Maximum Minutes per Property').fill('45')
  await expect.element(hint).toBeVisible()
  await button('Update Tour').click()
  await expect.element(page.getByRole('heading', { level: 1, name: / · Tour #1$/ })).toBeVisible()
  const [operation] = await operations(agent.device)
  expect(Object.keys(operation?.changes ?? {})).not.toContain('selected_listings')
  expect(Object.keys(operation?.changes ?? {})).not.toContain('planning')
})

longTest('a changed tour of today is planned from now on, unless it has begun', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device, 1, { tour_date: today })
  clockAt('10:32')
  const { go } = await open(agent, '/tours/1?edit=all')
  const outcome = page.getByText(/^3 homes · /)
  await expect.element(outcome).toHaveTextContent('3 homes · 9:00 AM – ')
  await page.getByLabelText('Maximum Minutes per Property').fill('45')
  await expect.element(outcome).toHaveTextContent('3 homes · 10:35 AM – ')
  await button('Update Tour').click()
  await expect.element(page.getByRole('heading', { level: 1, name: / · Tour #1$/ })).toBeVisible()
  const tour = await agent.device.database.tours.get('1')
  expect(tour).toMatchObject({ start_time: '09:00:00', stops: [{ estimated_arrival: '10:35:00' }, {}, {}] })
  await agent.device.database.tours.update('1', { status: 'in_progress' })
  go('/tours/1?edit=all')
  await page.getByLabelText('Maximum Minutes per Property').fill('30')
  await expect.element(outcome).toHaveTextContent('3 homes · 9:00 AM – ')
})

longTest('the tour sheet leaves out unknown visit lengths', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device)
  await agent.device.database.tours.toCollection().modify(({ stops }) => {
    delete stops[1]!.duration_minutes
  })
  await open(agent, '/tours/1')
  const paper = () => document.querySelector('article[aria-label="Tour sheet"]')?.textContent
  await expect.poll(paper).toContain('1. 9 Elm StCarmichael · 45 min')
  expect(paper()).toMatch(/2\. 21 Oak WayCarmichael(?! · \d+ min)/)
})

longTest('a tour is duplicated for another day, with its homes, times and minutes', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device, 1, {
    planning: 'given',
    status: 'completed',
    tour_date: addDays(today, -1),
    end_time: '15:00:00',
    visit_lengths: [{ listing_id: 3, minutes: 25 }],
  })
  await open(agent, '/tours/1')
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create Tour' })).toBeVisible()
  await expect.element(page.getByLabelText('Client Email')).toHaveValue('buyer1@mailbox.example')
  await expect.element(page.getByRole('switch', { name: 'Intelligent Mode' })).not.toBeChecked()
  await expect.element(page.getByLabelText('Tour Date')).toHaveValue(today)
  await page.getByLabelText('Tour Date').fill(addDays(today, 9))
  await expect.element(page.getByText(/^3 homes · 9:00 AM – /)).toBeVisible()
  await button('Create Tour').click()
  await expect.poll(() => agent.device.database.tours.count()).toBe(2)
  const made = (await agent.device.database.tours.toArray()).find(({ id }) => id === undefined)
  expect(made).toMatchObject({ status: 'scheduled', end_time: '15:00:00', planning: 'given', steps: [] })
  expect(made?.stops.map(({ listing_id }) => listing_id)).toEqual([1, 2, 3])
  expect(made?.stops[2]?.duration_minutes).toBe(25)
})

longTest('a copy of a tour shows which of its homes is no longer listed, and is planned without it', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device)
  await agent.device.database.listings.update('2', { status: 'Sold' })
  await open(agent, '/tours/1')
  await page.getByRole('link', { name: 'Duplicate' }).click()
  const gone = region('Selected listings').getByRole('listitem').filter({ hasText: '21 Oak Way' })
  await expect.element(gone).toHaveTextContent('no longer listed')
  await expect.element(page.getByLabelText('Tour Date')).toHaveValue(addDays(today, 2))
  await page.getByLabelText('Tour Date').fill(addDays(today, 9))
  await expect.element(page.getByText(/^2 homes · 9:00 AM – /)).toBeVisible()
  await button('Create Tour').click()
  await expect.poll(() => agent.device.database.tours.count()).toBe(2)
  const made = (await agent.device.database.tours.toArray()).find(({ id }) => id === undefined)
  expect(made?.selected_listings).toEqual([1, 3])
})

longTest('the form of a tour shows no plan while a time is wrong or no home is chosen', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device)
  await open(agent, '/tours/1?edit=all')
  const outcome = page.getByText(/^3 homes · /)
  const stops = page.getByRole('region', { name: /^Day timeline/ }).getByRole('button', { name: /^Stop/ })
  await expect.element(outcome).toBeVisible()
  await page.getByLabelText('Preferred End Time').fill('')
  await expect.element(page.getByText('Not planned. Preferred End Time: Enter a time.')).toBeVisible()
  await expect.element(outcome).not.toBeInTheDocument()
  await expect.poll(() => stops.elements()).toEqual([])
  await page.getByLabelText('Preferred End Time').fill('17:00')
  await expect.element(outcome).toBeVisible()
  for (const home of ['9 Elm St', '21 Oak Way', '305 Pine Rd']) await button(`Remove ${home}`).click()
  await expect.poll(() => stops.elements()).toEqual([])
})

longTest('a stop with a deleted listing keeps its address in the form’s day, and a fixed length', async () => {
  const agent = await anAgentWithHomes()
  useConnection.setState({ state: 'offline' })
  await aTour(agent.device, 1, { selected_listings: [1, 2] })
  await agent.device.database.tours.toCollection().modify(({ stops }) => {
    stops[2]!.listing_id = null
  })
  await open(agent, '/tours/1?edit=all')
  await page.getByRole('button', { name: /^Stop 3 at 305 Pine Rd/ }).click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByText('305 Pine Rd')).toBeVisible()
  expect(sheet.getByRole('button', { name: 'More Time' }).query()).toBeNull()
})

longTest('the form needs two homes, a client and valid minutes, and says so when pressed', async () => {
  const agent = await anAgentWithHomes()
  await aTour(agent.device)
  await open(agent, '/tours/1?edit=all')
  const submit = button('Update Tour')
  await button('Remove 9 Elm St').click()
  await button('Remove 21 Oak Way').click()
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabelText('Client Email').fill(' ')
  await page.getByLabelText('Minimum Minutes per Property').fill('10')
  await submit.click({ force: true })
  for (const message of [
    'Please enter a client email address.',
    'Please select at least two properties for the tour.',
    'Minimum Minutes per Property must be a whole number from 15 to 120.',
  ]) {
    await expect.element(page.getByText(message).first()).toBeVisible()
  }
  expect(await operations(agent.device)).toEqual([])
  await page.getByLabelText('Include Lunch Break').click()
  await expect.element(page.getByLabelText('Lunch Minutes')).toBeEnabled()
  await page.getByLabelText('Include Lunch Break').click()
  await expect.element(page.getByLabelText('Lunch Minutes')).toBeDisabled()
  expect(await axeFindings()).toEqual([])
})

longTest('a tour of one stop can be saved if its selection is unchanged', async () => {
  const agent = await anAgentAtWork()
  await someListings(agent.device, 1)
  await aTour(agent.device, 1, { selected_listings: [1] })
  await open(agent, '/tours/1?edit=all')
  await page.getByLabelText('Client Email').fill('sam@mailbox.example')
  await button('Update Tour').click()
  await expect.element(page.getByText('sam@mailbox.example', { exact: true })).toBeVisible()
  const [operation] = await operations(agent.device)
  expect(operation?.changes).toEqual({ client_email: 'sam@mailbox.example' })
})

test('a plan that the server changed is reported on the tour until the agent accepts it', async () => {
  const agent = await anAgentAtWork()
  await aTour(agent.device, 1, {
    stops_shown_here: [
      { order: 1, listing_address: '21 Oak Way', listing_id: 2, estimated_arrival: '13:00:00' },
      { order: 2, listing_address: '9 Elm St', listing_id: 1, estimated_arrival: '14:00:00' },
    ],
  })
  await open(agent, '/tours/1')
  await expect.element(page.getByText('The server planned this tour differently.')).toBeVisible()
  await expect.element(page.getByText('1:00 PM 21 Oak Way')).toBeVisible()
  await button('Keep the Server’s Plan').click()
  await expect.element(page.getByText('The server planned this tour differently.')).not.toBeInTheDocument()
})

const sheets = () =>
  [...document.querySelectorAll<HTMLElement>('body > article')].map((sheet) => [sheet.ariaLabel, sheet.className])
const rated = (stop_id: string, rating: number | null, note: string) =>
  ({
    id: `rated-${stop_id}`,
    kind: 'rated',
    stop_id,
    at: '12:00:00',
    minutes: null,
    rating,
    note,
    undoes: null,
  }) as const

longTest('the printed comparison has price, facts, rating and note of each home, the best rated first', async () => {
  const agent = await anAgentWithHomes()
  const { database } = agent.device
  const oak = await database.listings.get('2')
  await database.listings.put({
    ...oak!,
    property: { ...oak!.property, bedrooms: 3, bathrooms: 2, square_feet: 1480 },
  })
  const skipped = { ...rated('3', null, ''), id: 'skip', kind: 'skipped' } as const
  const steps = [rated('1', 2, 'Too dark'), rated('2', 5, 'Loved the garden'), skipped]
  await aTour(agent.device, 1, { status: 'completed', steps })
  await open(agent, '/tours/1')
  const paper = () => document.querySelector('article[aria-label="Comparison of the homes"]')?.textContent
  await saved(agent.device, 'client', 3, { first_name: 'Jo', last_name: 'Park', email: 'buyer1@mailbox.example' })
  await expect
    .poll(() => [...document.querySelectorAll('article h1')].map(({ textContent }) => textContent))
    .toEqual([expect.stringMatching(/^Jo Park · \w+ \d/), expect.stringMatching(/^Jo Park · \w+ \d/)])
  await expect.poll(paper).toContain('Tour #1 · buyer1@mailbox.example')
  await expect
    .poll(paper)
    .toMatch(
      /21 Oak WayCarmichael · 3 beds · 2 baths · 1,480 ft²\$300,0005 of 5Loved the garden9 Elm StCarmichael\$300,0002 of 5Too darkNot visited: 305 Pine Rd$/,
    )
  // The page has two sheets, and only the requested one is printed.
  const seenByPrinter: unknown[] = []
  vi.spyOn(window, 'print').mockImplementation(() => void seenByPrinter.push(sheets()))
  await button('Print Comparison').click()
  dispatchEvent(new Event('afterprint'))
  await button('Print Tour Sheet').click()
  const [first, second, third, fourth] = (seenByPrinter as string[][][]).flat()
  expect(first?.[1]).toBe(fourth?.[1])
  expect(second?.[1]).toBe(third?.[1])
  expect(first?.[1]).not.toBe(second?.[1])
  expect([first?.[0], second?.[0]]).toEqual(['Tour sheet', 'Comparison of the homes'])
})

longTest.each(['/tours', '/tours/1', '/tours/1?edit=all', '/tours/1/run'])(
  '%s does not scroll horizontally at 320 px, and axe finds no problem in the dark theme',
  async (address) => {
    await page.viewport(320, 700)
    document.documentElement.dataset['theme'] = 'dark'
    onTestFinished(() => {
      delete document.documentElement.dataset['theme']
    })
    const agent = await anAgentWithHomes()
    await aTour(agent.device, 1, { client_email: `${'long.'.repeat(10)}name@mailbox.example` })
    await open(agent, address)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .element(
        page
          .getByRole('main')
          .getByText(/9 Elm St|Tour #1/)
          .first(),
      )
      .toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(await axeFindings()).toEqual([])
    setTextSize('200%')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  },
)
