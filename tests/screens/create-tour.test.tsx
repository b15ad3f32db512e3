import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { zipPlacesFile } from '#core/domain/addresses/zip-tables.ts'
import { estimateDrive, metersPerMile } from '#core/domain/travel/driving.ts'
import { addDays, secondsOfDay } from '#core/domain/time/wall-clock.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { holdTable } from '#tests/support/hold-table.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { aTour, clockAt, today, tomorrow } from '#tests/support/tour-screens.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

beforeEach(async () => {
  await page.viewport(1280, 900)
  clockAt('08:00')
})

async function fiveHomes(device: Device): Promise<void> {
  const home = (id: number, longitude: number) => ({
    key: String(id),
    id,
    listing_price: 400_000,
    description: '',
    status: 'For Sale',
    created_at: '2026-11-01T09:00:00Z',
    property: {
      address: `${id} Oak Way`,
      city: 'Carmichael',
      state: 'CA',
      zip_code: '95608',
      latitude: 38.6,
      longitude,
    },
  })
  const homes = [1, 2, 3, 4, 5].map((id) => home(id, -121.4 + id * 0.04))
  await device.database.listings.bulkPut(homes)
}

async function openCreateTour() {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'offline' })
  await fiveHomes(agent.device)
  const screen = await openScreens(agent, '/tours/new')
  await expect.element(button('Add 1 Oak Way')).toBeVisible()
  return { ...screen, device: agent.device }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const selected = page.getByRole('region', { name: 'Selected listings' })
const route = page.getByRole('region', { name: 'Route' })
const chosen = () =>
  selected
    .getByRole('listitem')
    .elements()
    .map((item) => /\d Oak Way/.exec(item.textContent)?.[0])

async function addHomes(...ids: number[]): Promise<void> {
  for (const id of ids) await button(`Add ${id} Oak Way`).click()
}

async function pressCreate(): Promise<void> {
  button('Create Tour').element().focus()
  await userEvent.keyboard('{Enter}')
}

async function savedTour(device: Device): Promise<TourRow> {
  await expect.poll(() => device.database.tours.count()).toBe(1)
  const [tour] = await device.database.tours.toArray()
  if (tour === undefined) throw new Error('There is no tour.')
  return tour
}

longTest('a home that another agent lists says so beside its address', async () => {
  const { device } = await openCreateTour()
  const place = { latitude: 38.6, longitude: -121.2 }
  const property = { address: '6 Oak Way', city: 'Carmichael', state: 'CA', zip_code: '95608', ...place }
  await device.database.available_listings.put({ key: '6', id: 6, status: 'For Sale', property })
  await button('Add 6 Oak Way').click()
  await addHomes(1)
  await expect.element(selected.getByText('listed by another agent')).toBeVisible()
  expect(selected.getByText('listed by another agent').element().getBoundingClientRect().width).toBeGreaterThan(50)
  expect(page.getByText('listed by another agent').elements()).toHaveLength(1)
})

longTest('without listings and email the button looks disabled, and a press says what is missing', async () => {
  const { device } = await openCreateTour()
  await expect.element(button('Create Tour')).toHaveAttribute('aria-disabled', 'true')
  await page.viewport(390, 844)
  await expect.element(page.getByText('Choose a client and at least one home.')).toBeVisible()
  await pressCreate()
  await expect.element(page.getByText('Please enter a client email address.').first()).toBeVisible()
  await expect.element(page.getByText('Please select at least one listing for the tour.').first()).toBeVisible()
  expect(await device.database.outbox.count()).toBe(0)
})

longTest('on a phone the error of the focused field is shown above the bar of the button', async () => {
  await openCreateTour()
  await page.viewport(390, 844)
  await pressCreate()
  await expect.element(field('Client Email')).toHaveFocus()
  const error = page.getByText('Please enter a client email address.').last().element()
  const bar = button('Create Tour').element().closest('[data-bottom-actions]')
  await expect
    .poll(() => error.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(bar?.getBoundingClientRect().top ?? 0)
})

longTest('listings are added, moved up and down, and removed', async () => {
  await openCreateTour()
  await addHomes(1, 2, 3)
  expect(chosen()).toEqual(['1 Oak Way', '2 Oak Way', '3 Oak Way'])
  await button('Move Up 3 Oak Way').click()
  expect(chosen()).toEqual(['1 Oak Way', '3 Oak Way', '2 Oak Way'])
  await button('Move Down 1 Oak Way').click()
  expect(chosen()).toEqual(['3 Oak Way', '1 Oak Way', '2 Oak Way'])
  await button('Remove 1 Oak Way').click()
  expect(chosen()).toEqual(['3 Oak Way', '2 Oak Way'])
  await expect.element(button('Add 1 Oak Way')).toBeVisible()
  await expect.element(button('Move Up 3 Oak Way')).toHaveAttribute('aria-disabled', 'true')
})

longTest('the focus stays in the list when its row is removed', async () => {
  await openCreateTour()
  const add = button('Add 2 Oak Way')
  await expect.element(add).toBeVisible()
  add.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Add 3 Oak Way')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(chosen).toEqual(['2 Oak Way', '3 Oak Way'])
  button('Remove 3 Oak Way').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove 2 Oak Way')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: 'Listings' })).toHaveFocus()
})

test('the plan shown is the plan saved', async () => {
  const { device, address } = await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await field('Client Email').fill(' jo@mailbox.example ')
  await addHomes(1, 5, 2, 4)
  await expect.element(route.getByText('+1 more')).toBeVisible()
  await expect.element(route.getByText(/^Saves .* miles/)).toBeVisible()
  const shownFirst = () => route.getByRole('listitem').first().element().textContent
  await expect.poll(shownFirst).toMatch(/1 Oak Way/)
  await expect.element(timeline.getByRole('button', { name: /^Stop 4/ })).toBeVisible()
  const numbers = () =>
    selected
      .getByRole('listitem')
      .elements()
      .map((row) => row.firstElementChild?.textContent)
  await expect.poll(numbers).toEqual(['1', '4', '2', '3'])
  const firstStop = timeline.getByRole('button', { name: /^Stop 1/ }).element().textContent
  await button('Create Tour').click()
  const tour = await savedTour(device)
  expect(tour).toMatchObject({ client_email: 'jo@mailbox.example', tour_date: tomorrow, status: 'scheduled' })
  expect(tour.selected_listings).toEqual([1, 5, 2, 4])
  expect(tour.stops.map(({ listing_id }) => listing_id)).toEqual([1, 2, 4, 5])
  expect(firstStop).toContain(formatTime(tour.stops[0]?.estimated_arrival ?? ''))
  const [operation] = await device.database.outbox.toArray()
  expect(operation).toMatchObject({ entity: 'tour', kind: 'create' })
  await expect.poll(address).toBe(`/tours/${tour.key}`)
})

longTest('the message about a new tour has the client’s name, or the email if it has none', async () => {
  const { device } = await openCreateTour()
  await saved(device, 'client', 7, { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example' })
  await addHomes(1, 2)
  await field('Client Email').fill('jo@mailbox.example')
  await button('Create Tour').click()
  await expect.element(page.getByText('The tour for Jo Park has been added.').first()).toBeInTheDocument()
})

longTest('without Intelligent Mode the agent’s order stays, and a better one is named', async () => {
  const { device } = await openCreateTour()
  await field('Client Email').fill('jo@mailbox.example')
  await addHomes(1, 5, 2, 4)
  await field('Intelligent Mode').click()
  await expect.element(page.getByText(/^Another order saves/)).toBeVisible()
  expect(route.query()).toBeNull()
  await button('Create Tour').click()
  const tour = await savedTour(device)
  expect(tour.stops.map(({ listing_id }) => listing_id)).toEqual([1, 5, 2, 4])
})

longTest('a lunch is left out without Intelligent Mode, too', async () => {
  const { device } = await openCreateTour()
  await field('Client Email').fill('jo@mailbox.example')
  await addHomes(1, 2)
  await field('Lunch Minutes').fill('999')
  await field('Include Lunch Break').click()
  await field('Intelligent Mode').click()
  await button('Create Tour').click()
  const tour = await savedTour(device)
  expect(tour.preferences.include_lunch_break).toBe(false)
  expect(tour.lunch).toBeNull()
})

longTest('durations outside 15 to 120 minutes are refused; blank ones become 30, 60 and 45', async () => {
  const { device } = await openCreateTour()
  await field('Client Email').fill('jo@mailbox.example')
  await addHomes(1)
  await field('Minimum Minutes per Property').fill('14')
  await field('Lunch Minutes').fill('121')
  await pressCreate()
  await expect
    .element(page.getByText('Minimum Minutes per Property must be a whole number from 15 to 120.').first())
    .toBeVisible()
  await expect.element(page.getByText('Lunch Minutes must be a whole number from 15 to 120.').first()).toBeVisible()
  // A message about two fields disappears when either of them is corrected.
  const contradiction = page.getByText('Maximum Minutes per Property must not be less than the minimum.')
  await field('Minimum Minutes per Property').fill('90')
  await field('Lunch Minutes').clear()
  await pressCreate()
  await expect.element(contradiction.first()).toBeVisible()
  await field('Minimum Minutes per Property').clear()
  await expect.element(contradiction.first()).not.toBeInTheDocument()
  for (const name of ['Maximum Minutes per Property', 'Lunch Minutes']) await field(name).clear()
  await button('Create Tour').click()
  const { preferences } = await savedTour(device)
  expect(preferences).toEqual({
    min_duration_per_property: 30,
    max_duration_per_property: 60,
    include_lunch_break: true,
    lunch_duration: 45,
  })
})

function busyFrom(device: Device, start_time: string): Promise<void> {
  return saved(device, 'appointment', 1, { title: 'Inspection', date: tomorrow, start_time, end_time: '17:00:00' })
}

longTest('a tour that ends before it starts is refused in the words of its fields', async () => {
  await openCreateTour()
  await addHomes(1)
  await field('Client Email').fill('buyer@mailbox.example')
  await field('Preferred Start Time').fill('15:00')
  await field('Preferred End Time').fill('10:00')
  await pressCreate()
  const message = 'Preferred End Time must be after Preferred Start Time.'
  await expect.element(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible()
  await expect.element(field('Preferred End Time')).toHaveAccessibleDescription(message)
})

longTest('beside the button are the plan’s outcome and links to the reasons and another day', async () => {
  const { device } = await openCreateTour()
  await busyFrom(device, '09:30:00')
  await field('Tour Date').fill(tomorrow)
  await addHomes(1, 2)
  await expect.element(page.getByText(/^1 of 2 homes · 9:00 AM – 9:30 AM · 0\.0 mi$/)).toBeVisible()
  const why = page.getByText('2 Oak Way: 40 min short')
  await expect.element(why).toBeVisible()
  await button('See why').click()
  expect(document.activeElement?.textContent).toContain('Does not fit')
  await expect.element(route.getByText(/^There is no time for lunch/)).toBeVisible()
  await page.getByRole('button', { name: /^Try / }).click()
  await expect.element(field('Tour Date')).toHaveValue(addDays(tomorrow, 1))
  await expect.element(page.getByText(/^2 homes · \d+:\d+ [AP]M – \d+:\d+ [AP]M · \d+\.\d mi$/)).toBeVisible()
  await expect.element(why).not.toBeInTheDocument()
})

longTest('a new tour starts on a day with hours left, and one of today is planned from now on', async () => {
  clockAt('18:20')
  await openCreateTour()
  await expect.element(field('Tour Date')).toHaveValue(tomorrow)
  await expect.element(field('Preferred Start Time')).toHaveValue('09:00')
  await addHomes(1)
  await expect.element(page.getByText(/^1 home · 9:00 AM – /)).toBeVisible()
  // A past tour can be entered; its times are not treated as upcoming.
  const passed = page.getByText('These times have passed.')
  await expect.element(passed).not.toBeInTheDocument()
  await field('Tour Date').fill(today)
  await expect.element(passed).toBeVisible()
  await expect.element(page.getByText(/^1 home · 9:00 AM – .* · already passed$/)).toBeVisible()
  await field('Preferred End Time').fill('20:00')
  await expect.element(passed).not.toBeInTheDocument()
  await expect.element(page.getByText(/^1 home · 6:20 PM – /)).toBeVisible()
  await expect.element(field('Preferred Start Time')).toHaveAccessibleDescription('Planned from 6:20 PM')
  await field('Tour Date').fill(addDays(today, -3))
  await button(`Try ${formatDate(today, today)}`).click()
  await expect.element(field('Tour Date')).toHaveValue(today)
})

longTest('the plan is drawn with its stops and drives, and stays visible with its button', async () => {
  const { device } = await openCreateTour()
  await saved(device, 'showing', 3, { showing_date: tomorrow, listing: 5, listing_key: '5' })
  await field('Tour Date').fill(tomorrow)
  await addHomes(1, 2, 3)
  const sketch = page.getByRole('img', { name: /^Sketch of the route, north up: .+ \d+ min to 2, \d Oak Way\./ })
  await expect.element(sketch).toHaveAccessibleName(/Showing at 5 Oak Way\./)
  const outcome = page.getByText(/^3 homes · /)
  await expect.element(outcome).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 60 && bottom <= innerHeight
  }
  await expect.poll(() => isInSight(button('Create Tour').element())).toBe(true)
  expect(isInSight(outcome.element())).toBe(true)
})

longTest('nothing on the page moves while a plan is made or a time is typed', async () => {
  await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await addHomes(1, 2, 3, 4)
  await expect.element(route.getByText('+1 more')).toBeVisible()
  const day = page.getByRole('region', { name: 'Day', exact: true })
  const top = () => Math.round(day.element().getBoundingClientRect().top + scrollY)
  const place = top()
  const places = new Set<number>()
  const watching = new MutationObserver(() => places.add(top()))
  watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  await field('Preferred End Time').fill('08:00')
  await field('Tour Date').fill(addDays(tomorrow, 1))
  await field('Preferred End Time').fill('16:00')
  await expect.element(page.getByText(/^4 homes · /)).toBeVisible()
  watching.disconnect()
  expect([...places]).toEqual([place])
})

longTest('while a time is wrong, the error is shown, and not the previous plan', async () => {
  await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await addHomes(1, 2)
  const outcome = page.getByText(/^2 homes · /)
  await expect.element(outcome).toBeVisible()
  await field('Preferred End Time').fill('08:00')
  const problem = 'Not planned. Preferred End Time must be after Preferred Start Time.'
  await expect.element(page.getByRole('status').getByText(problem)).toBeVisible()
  await expect.element(outcome).not.toBeInTheDocument()
  await expect.element(stop(/^Stop 1/)).not.toBeInTheDocument()
  await expect.element(route.getByText('not up to date')).toBeVisible()
  await field('Preferred End Time').fill('16:00')
  await expect.element(outcome).toBeVisible()
  await expect.element(stop(/^Stop 1/)).toBeVisible()
})

const timeline = page.getByRole('region', { name: /^Day timeline/ })
const stop = (name: RegExp) => timeline.getByRole('button', { name })

/** Drags the end of a slab by some pixels and drops it there. */
function dragEnd(slab: Element, by: number, drop = by): void {
  const { right, top } = slab.getBoundingClientRect()
  const fire = (type: string, x: number) => {
    const at = { clientX: x, clientY: top + 10, button: 0, detail: 1, pointerType: 'mouse' }
    const what = type === 'click' ? new MouseEvent(type, at) : new PointerEvent(type, { bubbles: true, ...at })
    ;(document.elementFromPoint(x, top + 10) ?? document.body).dispatchEvent(what)
  }
  fire('pointerdown', right - 4)
  fire('pointermove', right - 4 + by / 2)
  fire('pointermove', right - 4 + by)
  fire('pointermove', right - 4 + drop)
  fire('pointerup', right - 4 + drop)
  fire('click', right - 4 + drop)
}

longTest('a visit gets longer by dragging the end of its stop, by M and arrows, and by presses', async () => {
  const { device } = await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await field('Client Email').fill('jo@mailbox.example')
  await field('Maximum Minutes per Property').fill('30')
  await field('Include Lunch Break').click()
  await addHomes(1, 2)
  const first = stop(/^Stop 1 at 1 Oak Way 9:00 AM – 9:30 AM$/)
  await expect.element(first).toBeVisible()
  first.element().scrollIntoView({ block: 'center' })
  const slab = first.element().getBoundingClientRect()
  dragEnd(first.element(), slab.width)
  const longer = stop(/^Stop 1 at 1 Oak Way 9:00 AM – 10:00 AM$/)
  await expect.element(longer).toBeVisible()
  expect(page.getByRole('dialog').query()).toBeNull()
  await expect.element(page.getByText(/^2 homes · 9:00 AM – 10:40 AM · /)).toBeVisible()
  const second = stop(/^Stop 2/)
  ;(second.element() as HTMLElement).focus()
  await userEvent.keyboard('m{ArrowRight}{ArrowRight}{ArrowRight}{Escape}')
  await userEvent.keyboard('m{ArrowRight}{ArrowRight}')
  await expect.element(timeline.getByRole('status')).toHaveTextContent('40 min')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^2 homes · 9:00 AM – 10:50 AM · /)).toBeVisible()
  await expect.element(second).toHaveFocus()
  await longer.click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByText('60 min, as you set it')).toBeVisible()
  await sheet.getByRole('button', { name: 'More Time' }).click()
  await expect.element(sheet.getByText('9:00 AM – 10:05 AM')).toBeVisible()
  await sheet.getByRole('button', { name: 'Let the Planner Decide' }).click()
  await expect.element(sheet.getByText('9:00 AM – 9:30 AM')).toBeVisible()
  await sheet.getByRole('button', { name: 'More Time' }).click()
  await expect.element(sheet.getByText('35 min, as you set it')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Create Tour').click()
  const tour = await savedTour(device)
  expect(tour.stops.map(({ duration_minutes }) => duration_minutes)).toEqual([35, 40])
  expect(tour.visit_lengths).toEqual([
    { listing_id: 2, minutes: 40 },
    { listing_id: 1, minutes: 35 },
  ])
})

longTest('a visit of odd minutes made longer and put back has its former length, by mouse and keyboard', async () => {
  const { device } = await openCreateTour()
  await field('Client Email').fill('jo@mailbox.example')
  await field('Tour Date').fill(tomorrow)
  await field('Minimum Minutes per Property').fill('17')
  await field('Maximum Minutes per Property').fill('17')
  await addHomes(1)
  const slab = stop(/^Stop 1 at 1 Oak Way 9:00 AM – 9:17 AM$/)
  await expect.element(slab).toBeVisible()
  slab.element().scrollIntoView({ block: 'center' })
  dragEnd(slab.element(), 40, 0)
  ;(slab.element() as HTMLElement).focus()
  await userEvent.keyboard('m{ArrowLeft}{ArrowLeft}{ArrowRight}')
  await expect.element(timeline.getByRole('status')).toHaveTextContent('17 min')
  await userEvent.keyboard('{Enter}')
  await button('Create Tour').click()
  expect((await savedTour(device)).visit_lengths).toEqual([])
})

longTest('on a phone a stop of the day is pressed to get more time', async () => {
  await page.viewport(390, 844)
  await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await field('Maximum Minutes per Property').fill('30')
  await addHomes(1)
  const day = page.getByRole('list', { name: /^Day timeline/ })
  await day.getByRole('button', { name: /^1 Oak Way Stop 1/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More Time' }).click()
  await expect.element(page.getByRole('dialog').getByText('9:00 AM – 9:35 AM')).toBeVisible()
})

longTest('on a narrow screen the hours scroll, names stay, and a tooltip shows the whole slab', async () => {
  await openCreateTour()
  await field('Tour Date').fill(tomorrow)
  await field('Preferred Start Time').fill('07:00')
  await field('Preferred End Time').fill('20:00')
  await addHomes(1)
  await expect.element(stop(/^Stop 1/)).toHaveAttribute('title', 'Stop 1 at 1 Oak Way 7:00 AM – 8:00 AM')
  const area = timeline.element()
  expect(area.scrollWidth).toBeGreaterThan(area.clientWidth)
  area.scrollLeft = 200
  const name = timeline.getByText('1 Oak Way', { exact: true }).first().element()
  expect(name.getBoundingClientRect().left - area.getBoundingClientRect().left).toBeLessThan(30)
  expect(document.documentElement.scrollWidth).toBe(1280)
})

longTest('own visits keep their color in the day, homes show price and rooms, and each slab its place', async () => {
  const { device } = await openCreateTour()
  await saved(device, 'showing', 3, { showing_date: tomorrow, listing: 2, listing_key: '2' })
  await saved(device, 'open_house', 4, { date: tomorrow, listing: 1, listing_key: '1' })
  await field('Tour Date').fill(tomorrow)
  await expect.element(page.getByText('Carmichael · $400,000').first()).toBeVisible()
  const showing = timeline.getByRole('button', { name: /^Showing at 2 Oak Way/ })
  await expect.element(showing).toHaveAttribute('data-kind', 'showing')
  await addHomes(1, 2)
  await expect.element(timeline.getByRole('list', { name: '2 Oak Way', exact: true })).toBeVisible()
  await expect.element(timeline.getByRole('button', { name: /^Showing at 2 Oak Way 10:45 AM/ })).toBeVisible()
  await expect.element(timeline.getByRole('button', { name: /^Stop 1 at \d Oak Way/ })).toBeVisible()
  await expect.element(selected.getByText(/^Intelligent Mode proposes the order/)).toBeVisible()
})

longTest('drives lead to another tour of the day and on from it, on its page, too', async () => {
  const { device } = await openCreateTour()
  const door = (order: number, listing: number, estimated_arrival: string, estimated_departure: string) => {
    const duration_minutes = (secondsOfDay(estimated_departure) - secondsOfDay(estimated_arrival)) / 60
    const times = { duration_minutes, estimated_arrival, estimated_departure }
    const place = { latitude: 38.6, longitude: -121.4 + listing * 0.04 }
    return { order, listing_id: listing, listing_address: `${listing} Oak Way`, ...times, ...place }
  }
  await aTour(device, 7, {
    tour_date: tomorrow,
    stops: [door(1, 4, '10:00:00', '11:00:00'), door(2, 5, '11:30:00', '15:00:00')],
  })
  await field('Tour Date').fill(tomorrow)
  await field('Client Email').fill('jo@mailbox.example')
  await field('Include Lunch Break').click()
  await addHomes(1, 2)
  await expect.element(timeline.getByRole('button', { name: /· Tour #7/ })).toBeVisible()
  await expect.element(timeline.getByRole('button', { name: /^Stop 2/ })).toBeVisible()
  await button('Create Tour').click()
  await expect.poll(() => device.database.tours.count()).toBe(2)
  const made = (await device.database.tours.toArray()).find(({ id }) => id === undefined)!
  const way = (from: number, to: number) =>
    estimateDrive(
      { latitude: 38.6, longitude: -121.4 + from * 0.04 },
      { latitude: 38.6, longitude: -121.4 + to * 0.04 },
    )
  const [first, last] = [made.stops[0]!, made.stops[1]!]
  const isBefore = secondsOfDay(first.estimated_arrival!) < secondsOfDay('10:00:00')
  const [before, after] = isBefore ? [first, last] : [null, first]
  if (before !== null)
    expect(secondsOfDay(before.estimated_departure!) + way(Number(before.listing_id), 4).seconds).toBeLessThanOrEqual(
      secondsOfDay('10:00:00'),
    )
  expect(secondsOfDay(after.estimated_arrival!)).toBeGreaterThanOrEqual(
    secondsOfDay('15:00:00') + way(5, Number(after.listing_id)).seconds,
  )
  expect(made.total_distance).toBe(Math.round((way(1, 2).metres / metersPerMile) * 10) / 10)
})

longTest('a tour whose homes do not fit into the day cannot be saved, and says why', async () => {
  const { device } = await openCreateTour()
  await busyFrom(device, '09:20:00')
  await field('Tour Date').fill(tomorrow)
  await field('Client Email').fill('jo@mailbox.example')
  await addHomes(1)
  await expect.element(page.getByText('You have no free time long enough for a visit on this day.')).toBeVisible()
  await expect.element(route.getByText('None of these homes fits into this day.')).toBeVisible()
  await field('Intelligent Mode').click()
  await expect.element(page.getByText(/your other appointments leave no room/)).toBeVisible()
  const none = 'None of these homes fits into this day. Change the day or the times.'
  await expect.element(page.getByRole('status').getByText(none)).toBeVisible()
  await expect.element(button('Create Tour')).toHaveAttribute('aria-disabled', 'true')
  await pressCreate()
  await expect.element(selected.getByText(none)).toBeVisible()
  expect(await device.database.tours.count()).toBe(0)
})

longTest('a showing has its color in every row of the day and in the month, and every row has a name', async () => {
  const { device } = await openCreateTour()
  const at = (listing: number) => ({ showing_date: tomorrow, listing, listing_key: String(listing) })
  await saved(device, 'showing', 21, { ...at(1), start_time: '10:00:00', end_time: '10:30:00' })
  await saved(device, 'showing', 22, { ...at(2), start_time: '12:00:00', end_time: '12:30:00' })
  await field('Tour Date').fill(tomorrow)
  await addHomes(1)
  const inRow = (name: string) => timeline.getByRole('list', { name }).getByRole('button', { name: /^Showing/ })
  await expect.element(inRow('1 Oak Way')).toHaveAttribute('data-kind', 'showing')
  await expect.element(inRow('You')).toHaveAttribute('data-kind', 'showing')
  await page.getByRole('button', { name: formatDate(tomorrow, tomorrow), exact: true }).click()
  const chips = () => [...document.querySelectorAll('.sx__month-grid-event')].map(({ className }) => className)
  await expect.poll(chips).toHaveLength(2)
  for (const chip of chips()) expect(chip).toContain('showing')
})

longTest('the arrows of the day change the tour’s date, and its heading opens the month', async () => {
  await openCreateTour()
  await field('Tour Date').fill('2026-11-28')
  await button('Next day').click()
  await expect.element(field('Tour Date')).toHaveValue('2026-11-29')
  await page.getByRole('button', { name: /^Sun, Nov 29/ }).click()
  await expect.element(page.getByRole('region', { name: 'November 2026' })).toBeVisible()
  await page.getByRole('button', { name: /^Thursday, November 12, 2026/ }).click()
  await expect.element(field('Tour Date')).toHaveValue('2026-11-12')
})

longTest('axe finds no problem on the page, on a desktop and on a phone', async () => {
  await openCreateTour()
  await addHomes(1, 2, 3, 4)
  await expect.element(route.getByText('+1 more')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await page.viewport(390, 844)
  await expect.element(page.getByRole('list', { name: /^Day timeline/ })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(390)
})

longTest('a tour created before its day has been read is planned into that day', async () => {
  const { device } = await openCreateTour()
  await addHomes(1, 2)
  await field('Client Email').fill('jo@mailbox.example')
  const read = holdTable(device.database.appointments)
  await field('Tour Date').fill(addDays(today, 9))
  await pressCreate()
  await expect.element(button('Creating Tour...')).toBeVisible()
  await read()
  expect(await savedTour(device)).toMatchObject({ tour_date: addDays(today, 9), selected_listings: [1, 2] })
})

/** Two homes chosen for a tour, one without a location, while the ZIP places are loading. */
async function aHomeWithoutPlace() {
  // Tests of other files may have cached them.
  for (const name of await caches.keys()) await caches.delete(name)
  const { device } = await openCreateTour()
  const real = window.fetch.bind(window)
  let load = () => {}
  let fail = () => {}
  const held = new Promise<void>((resolve, reject) => {
    load = resolve
    fail = () => reject(new Error('There is no network.'))
  })
  const fetching = vi.spyOn(window, 'fetch').mockImplementation(async (...asked) => {
    if (asked[0] === zipPlacesFile) await held
    return real(...asked)
  })
  onTestFinished(() => fetching.mockRestore())
  const unplaced = { 'property.city': 'Elverta', 'property.latitude': null, 'property.longitude': null }
  await device.database.listings.update('1', unplaced)
  await addHomes(1, 2)
  await field('Client Email').fill('jo@mailbox.example')
  await expect.poll(() => fetching.mock.calls.some(([asked]) => asked === zipPlacesFile)).toBe(true)
  return { device, load, fail }
}

longTest('a tour is saved without ZIP places if they cannot be loaded', async () => {
  const { device, fail } = await aHomeWithoutPlace()
  vi.spyOn(device.clock, 'sleep').mockResolvedValue(undefined)
  await pressCreate()
  const { stops, dropped } = await savedTour(device)
  expect(stops).toHaveLength(1)
  expect(dropped).toMatchObject([{ listing_id: 1, reason: 'no_location' }])
  fail()
  await expect(loadZipPlaces()).rejects.toThrow('There is no network.')
})

longTest('a home without a location is planned at its ZIP code, even before the ZIP places are loaded', async () => {
  const { device, load } = await aHomeWithoutPlace()
  vi.spyOn(device.clock, 'sleep').mockReturnValue(new Promise(() => {}))
  await pressCreate()
  await expect.element(button('Creating Tour...')).toBeVisible()
  load()
  const { stops, dropped } = await savedTour(device)
  expect(stops).toHaveLength(2)
  expect(dropped).toEqual([])
})
