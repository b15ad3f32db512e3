import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DailyExposure, ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { storeDashboardCopy } from '#storage/reading/listing-dashboard-copies.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { downloads } from '#tests/support/downloads.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { clockAt } from '#tests/support/tour-screens.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { texts } from '#tests/support/texts.ts'
import { formatDate, formatDateWithYear, formatWeekday } from '#core/format/dates.ts'

beforeEach(() => page.viewport(1280, 900))

const weekStart = addDays(today, -6)
const dates = [6, 5, 4, 3, 2, 1, 0].map((days) => addDays(today, -days))

const zillow: DailyExposure = {
  dates,
  views: [38, 44, 41, 52, 61, 58, 74],
  likes: [6, 7, 5, 9, 12, 10, 14],
  saves: [2, 3, 3, 4, 6, 5, 8],
}

function aDashboard(daily_data: Record<string, DailyExposure> = {}): ListingDashboard {
  return {
    listing_address: '5709 River Oak Way',
    period: { start_date: weekStart, end_date: today },
    statistics: {
      showings_count: 0,
      open_houses_count: 0,
      visitors_count: 0,
      exposure_stats: { platforms: Object.keys(daily_data), daily_data },
    },
  }
}

function answering(dashboard: ListingDashboard): AccountServer {
  const server = startAccountServer()
  server.answers.set('GET listings/1/dashboard/', { status: 200, body: dashboard })
  return server
}

const realtor = { name: 'Maya Torres', email: 'maya@torreshomes.example', phone: '(916) 555-0142' }
const aListing = (device: Device) => saved(device, 'listing', 1, { realtor })
const open = (agent: Agent) => openScreens(agent, '/listings/1/dashboard')
const card = (name: string) => page.getByRole('region', { name, exact: true })
const chart = (platform: string) => page.getByRole('article', { name: platform })
const chartNames = () => texts(page.getByRole('heading', { level: 3 }))

/** An agent at work whose listing has the id 1. */
async function anAgentWithListing(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  return agent
}

longTest('the heading says the address and the week, from six days ago to today', async () => {
  answering(aDashboard())
  const agent = await anAgentWithListing()
  const opened = await open(agent)
  await expect.element(page.getByRole('heading', { level: 1, name: '5709 River Oak Way' })).toBeVisible()
  await expect
    .element(page.getByText(`${formatDateWithYear(weekStart)} to ${formatDateWithYear(today)}`).first())
    .toBeVisible()
  await page.getByRole('link', { name: 'Back to My Listings' }).click()
  await expect.poll(() => opened.address()).toBe('/my-listings')
})

longTest('the cards count showings, open houses and visitors of the past seven days on this device', async () => {
  // A visit counts once it has begun.
  clockAt('22:00')
  const server = startAccountServer()
  server.isReachable = false
  const agent = await anAgentAtWork()
  const { device } = agent
  await aListing(device)
  for (const [index, days] of [-6, 0, -7, 1].entries()) {
    await saved(device, 'showing', index + 1, { showing_date: addDays(today, days) })
  }
  await saved(device, 'showing', 9, { showing_date: today, listing_key: '2' })
  for (const [id, date] of [
    [1, weekStart],
    [2, addDays(today, -7)],
  ] as const) {
    await saved(device, 'open_house', id, { date })
    for (const visitor of [1, 2, 3]) {
      await saved(device, 'open_house_visit', 10 * id + visitor, { open_house_key: String(id) })
    }
  }
  await open(agent)
  await expect.element(card('Showings')).toHaveTextContent('2')
  await expect.element(card('Showings')).toHaveTextContent('scheduled showings in the past week')
  await expect.element(card('Open Houses')).toHaveTextContent('1')
  await expect.element(card('Open Houses')).toHaveTextContent('open house events in the past week')
  await expect.element(card('Visitors')).toHaveTextContent('3')
  await expect.element(card('Visitors')).toHaveTextContent('open house visitors in the past week')
})

longTest('a chart marks only the days that have figures, with every series’ name inside it', async () => {
  const isKnown = dates.map((_, index) => index === 3)
  const counts = isKnown.map((known) => (known ? 15 : 0))
  const recorded = { views: isKnown, likes: isKnown, saves: isKnown }
  const alone = { dates, views: counts, likes: counts, saves: counts, recorded }
  answering(aDashboard({ zillow: alone }))
  const agent = await anAgentWithListing()
  await open(agent)
  const image = chart('Zillow').getByRole('img')
  await expect.element(image).toBeVisible()
  const svg = image.element().closest('svg') ?? image.element().querySelector('svg')!
  expect([...svg.querySelectorAll('path[transform]')].map((mark) => mark.getAttribute('transform'))).toHaveLength(3)
  expect(svg.querySelectorAll('[transform*="null"]')).toHaveLength(0)
  const names = [...svg.querySelectorAll('text')].filter(({ textContent }) =>
    /^(Views|Likes|Saves)$/.test(textContent ?? ''),
  )
  const top = svg.getBoundingClientRect().top
  expect(names).toHaveLength(3)
  for (const name of names) expect(name.getBoundingClientRect().top).toBeGreaterThanOrEqual(top)
})

longTest('each platform has a chart, in the order zillow, redfin, realtor, then others', async () => {
  answering(aDashboard({ trulia: zillow, realtor: zillow, homes: zillow, redfin: zillow, zillow }))
  const agent = await anAgentWithListing()
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow', 'Redfin', 'Realtor', 'Homes', 'Trulia'])
  const image = chart('Zillow').getByRole('img')
  await expect
    .element(image)
    .toHaveAccessibleName(
      'Zillow: Views rose from 38 to 74 over 7 days, Likes rose from 6 to 14, Saves rose from 2 to 8.',
    )
  const labels = () => [...image.element().querySelectorAll('text')].map((text) => text.textContent)
  await expect.poll(labels).toEqual(expect.arrayContaining(['Days Ago', 'Count', 'Views', 'Likes', 'Saves']))
  expect(labels()).toEqual(expect.arrayContaining(['6', '5', '4', '3', '2', '1', '0', '20', '80']))
})

longTest('a day of a chart is asked by pointing at it, by touch and with the arrow keys', async () => {
  answering(aDashboard({ zillow }))
  const agent = await anAgentWithListing()
  await open(agent)
  const days = chart('Zillow').getByRole('slider', { name: 'Days of Zillow' })
  const words = (daysAgo: number) => formatDate(addDays(today, -daysAgo), today)
  await expect.element(days).toBeInTheDocument()
  days.element().focus()
  await expect.element(days).toHaveAttribute('aria-valuetext', `${words(0)}: Views 74, Likes 14, Saves 8`)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(days).toHaveAttribute('aria-valuetext', `${words(1)}: Views 58, Likes 10, Saves 5`)
  await expect.element(chart('Zillow').getByText(words(1))).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(chart('Zillow').getByText(words(6))).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chart('Zillow').getByText(words(6))).not.toBeInTheDocument()
  const image = chart('Zillow').getByRole('img').element().getBoundingClientRect()
  // The first day is at the left end of the lines, the last one at their right end.
  const point = (type: string, pointerType: string, x: number) => {
    const place = { clientX: image.left + x, clientY: image.top + 100 }
    const there = document.elementFromPoint(place.clientX, place.clientY)
    there?.dispatchEvent(new PointerEvent(type, { ...place, bubbles: true, pointerType }))
  }
  point('pointermove', 'mouse', 60)
  await expect.element(chart('Zillow').getByText(words(6))).toBeVisible()
  point('pointerdown', 'touch', image.width - 66)
  await expect.element(chart('Zillow').getByText(words(0))).toBeVisible()
  await expect.element(days).toHaveFocus()
})

longTest('a week is compared with the one before in words, and a platform without figures for it says so', async () => {
  const before = aDashboard({ zillow: { ...zillow, views: [30, 30, 30, 30, 30, 30, 20] } })
  answering({ ...aDashboard({ zillow, redfin: zillow }), previous: before })
  const agent = await anAgentWithListing()
  for (const [id, days] of [-1, -8, -9].entries()) {
    await saved(agent.device, 'showing', id + 1, { showing_date: addDays(today, days) })
  }
  await open(agent)
  await expect.element(chart('Zillow')).toHaveTextContent('368 views ▲ 168 more than the week before (+84%)')
  await expect.element(chart('Redfin')).toHaveTextContent('368 views no figures for the week before')
  await expect.element(card('Showings')).toHaveTextContent('▼ 1 fewer than the week before')
  await expect.element(card('Visitors')).toHaveTextContent('same as the week before')
})

longTest('a day without recorded figures is no day without views', async () => {
  const isRecorded = [1, 1, 1, 1, 1, 1, 0].map(Boolean)
  const recorded = { views: isRecorded, likes: isRecorded, saves: isRecorded }
  answering(aDashboard({ zillow: { ...zillow, views: [38, 44, 41, 52, 61, 58, 0], recorded } }))
  const agent = await anAgentWithListing()
  await open(agent)
  await expect.element(chart('Zillow').getByRole('img')).toHaveAccessibleName(/^Zillow: Views rose from 38 to 58 /)
  await chart('Zillow').getByText('Show as table').click()
  await expect.element(chart('Zillow').getByRole('row').last()).toHaveTextContent('0–––')
})

longTest('the charts of all platforms have one scale, and the weekday stands under each number', async () => {
  const few = { dates, views: [1, 1, 1, 1, 1, 1, 2], likes: zillow.saves, saves: [0, 0, 0, 0, 0, 0, 1] }
  answering(aDashboard({ zillow, redfin: few }))
  const agent = await anAgentWithListing()
  await open(agent)
  const labels = (platform: string) =>
    [...chart(platform).getByRole('img').element().querySelectorAll('text')].map((text) => text.textContent)
  await expect.poll(() => labels('Redfin')).toContain('80')
  expect(labels('Redfin')).toEqual(labels('Zillow'))
  expect(labels('Zillow')).toEqual(expect.arrayContaining(dates.map(formatWeekday)))
})

longTest('each chart has its numbers as a table', async () => {
  answering(aDashboard({ zillow }))
  const agent = await anAgentWithListing()
  await open(agent)
  await chart('Zillow').getByText('Show as table').click()
  const rows = () =>
    chart('Zillow')
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
  await expect
    .poll(rows)
    .toEqual([
      'Days Ago Views Likes Saves',
      '6 38 6 2',
      '5 44 7 3',
      '4 41 5 3',
      '3 52 9 4',
      '2 61 12 6',
      '1 58 10 5',
      '0 74 14 8',
    ])
})

async function withFigures(): Promise<Agent> {
  useConnection.setState({ serverKind: 'ours' })
  const agent = await anAgentWithListing()
  await open(agent)
  return agent
}

/** Stands for the server's confirmation of all readings, in the agent's version 8. */
async function confirmReadings({ device }: Agent): Promise<void> {
  await device.database.outbox.clear()
  await device.database.exposure_readings.toCollection().modify({ version: 8 })
}

longTest('figures are typed in where they are missing, and the charts show them at once', async () => {
  const server = answering({ ...aDashboard(), version: 7 })
  const agent = await withFigures()
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
  await sheet.getByLabelText('Platform').selectOptions('Redfin')
  await sheet.getByLabelText(`Views, ${formatDate(today, today)}`).fill('many')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(sheet.getByLabelText(`Views, ${formatDate(today, today)}`))
    .toHaveAccessibleDescription('Views must be a whole number.')
  expect(await axeFindings()).toEqual([])
  await sheet.getByLabelText(`Views, ${formatDate(today, today)}`).fill('1,030')
  await sheet.getByLabelText(`Likes, ${formatDate(addDays(today, -2), today)}`).fill('3')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(chartNames).toEqual(['Redfin'])
  await expect.element(sheet).not.toBeInTheDocument()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([
    { kind: 'create', changes: { platform: 'redfin', date: addDays(today, -2), likes: 3 } },
    { kind: 'create', changes: { platform: 'redfin', date: today, views: 1030 } },
  ])
  const answer = { ...aDashboard({ redfin: zillow }), version: 8 }
  server.answers.set('GET listings/1/dashboard/', { status: 200, body: answer })
  const release = server.hold('GET listings/1/dashboard/')
  await confirmReadings(agent)
  // The copy of version 7 does not have them yet.
  await expect.element(chart('Redfin')).toHaveTextContent('1,030 views')
  release()
  await expect.element(chart('Redfin')).toHaveTextContent('368 views')
  // What is known opens the form the next time.
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  await sheet.getByLabelText('Platform').selectOptions('Redfin')
  await expect.element(sheet.getByLabelText(`Views, ${formatDate(today, today)}`)).toHaveValue('74')
})

longTest('on a phone each row of figures stays in line, and the last stands above the buttons', async () => {
  await page.viewport(390, 844)
  answering(aDashboard())
  await withFigures()
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
  const field = (series: string, daysAgo: number) =>
    sheet.getByLabelText(`${series}, ${formatDate(addDays(today, -daysAgo), today)}`)
  const box = (locator: { element: () => Element }) => locator.element().getBoundingClientRect()
  await field('Likes', 5).fill('12.5')
  const save = sheet.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.element(field('Likes', 5)).toHaveAttribute('aria-invalid', 'true')
  const day = box(sheet.getByText(formatDate(addDays(today, -5), today), { exact: true }))
  for (const series of ['Views', 'Likes', 'Saves'])
    expect(Math.abs(box(field(series, 5)).top - day.top)).toBeLessThan(2)
  // Nothing shows below the buttons, which stand at the end of the window.
  expect(save.element().parentElement!.getBoundingClientRect().bottom).toBeCloseTo(844)
  sheet.element().scrollTo(0, sheet.element().scrollHeight)
  await expect.poll(() => box(field('Views', 7)).bottom).toBeLessThan(box(save).top)
})

longTest(
  'figures typed offline wait on this device, are in the charts, and stay there once they are sent',
  async () => {
    const server = answering({ ...aDashboard(), version: 7 })
    const agent = await withFigures()
    await expect.element(page.getByRole('heading', { name: 'No Platform Exposure Data' })).toBeVisible()
    await page.getByRole('button', { name: 'Enter Figures' }).click()
    const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
    const views = sheet.getByLabelText(`Views, ${formatDate(today, today)}`)
    await views.fill('12')
    server.isReachable = false
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.poll(chartNames).toEqual(['Zillow'])
    const waits = page.getByText('Waiting: 1 day’s figures go to the server when it can be reached.')
    await expect.element(waits).toBeVisible()
    await page.getByText('Values', { exact: true }).click()
    await expect.element(page.getByText(`${formatDate(today, today)}, Zillow: 12 views`)).toBeVisible()
    // Clearing a count is a newer reading.
    await page.getByRole('button', { name: 'Enter Figures' }).click()
    await expect.element(views).toHaveValue('12')
    await views.fill('')
    await sheet.getByLabelText(`Likes, ${formatDate(today, today)}`).fill('3')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect.element(chart('Zillow')).toHaveTextContent('0 views')
    await confirmReadings(agent)
    await expect.element(waits).not.toBeInTheDocument()
    await expect.poll(chartNames).toEqual(['Zillow'])
  },
)

longTest('figures that the server refused are named, are in no chart, and lead to the Outbox', async () => {
  answering(aDashboard())
  const agent = await withFigures()
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
  await sheet.getByLabelText(`Views, ${formatDate(today, today)}`).fill('12')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(chartNames).toEqual(['Zillow'])
  const refusal = { status: 400, code: null, message: 'Choose one of your listings.', fieldErrors: {}, at: Date.now() }
  await agent.device.database.outbox.toCollection().modify({ state: 'attention', refusal })
  const banner = page.getByRole('alert')
  await expect.element(banner).toHaveTextContent(/Choose one of your listings\. 1 day’s figures were not saved there\./)
  await expect.poll(chartNames).toEqual([])
  await expect.element(banner.getByRole('link', { name: 'Open Outbox' })).toHaveAttribute('href', '/outbox')
})

longTest('figures whose deletion the server refused are not said to wait, nor to be unsaved', async () => {
  answering(aDashboard())
  const agent = await withFigures()
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter Figures' })
  await sheet.getByLabelText(`Views, ${formatDate(today, today)}`).fill('12')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(chartNames).toEqual(['Zillow'])
  const refusal = { status: 403, code: null, message: 'This is not allowed.', fieldErrors: {}, at: Date.now() }
  await agent.device.database.outbox.toCollection().modify({ kind: 'delete', changes: {}, state: 'attention', refusal })
  const banner = page.getByRole('alert')
  await expect
    .element(banner)
    .toHaveTextContent('Needs fixing: This is not allowed. 1 figure was not taken back there.')
  expect(document.body.textContent).not.toMatch(/taken back when|days’ figures/)
})

longTest('what was typed yesterday is still there today, beside its own day', async () => {
  const server = answering(aDashboard())
  server.isReachable = false
  const agent = await anAgentWithListing()
  const yesterday = await open(agent)
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const views = page.getByLabelText(`Views, ${formatDate(addDays(today, -6), today)}`)
  await views.fill('12')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await yesterday.unmount()
  const { clock } = agent.device
  const device: Device = { ...agent.device, clock: { ...clock, now: () => clock.now() + 24 * 60 * 60 * 1000 } }
  await open({ ...agent, device })
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  await expect.element(views).toHaveValue('12')
})

longTest('the server is asked for the week of the agent’s own date', async () => {
  const asked: string[] = []
  answering(aDashboard())
  const counted = window.fetch
  window.fetch = async (input, init) => {
    asked.push(new URL(new Request(input, init).url).search)
    return counted(input, init)
  }
  const agent = await anAgentWithListing()
  await open(agent)
  await expect.poll(() => asked).toContain(`?today=${today}`)
})

longTest('without a network the last copy stands, and says how old it is', async () => {
  const server = startAccountServer()
  server.isReachable = false
  const agent = await anAgentWithListing()
  const at = new Date()
  at.setDate(at.getDate() - 1)
  at.setHours(10, 42, 0, 0)
  await storeDashboardCopy(agent.device, '1', { dashboard: aDashboard({ zillow }), at: at.getTime() })
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  await expect.element(page.getByText('As of yesterday, 10:42 AM').first()).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
})

test('a server that answers with an error is told of only when this device has no copy', async () => {
  const server = startAccountServer()
  server.answers.set('GET listings/1/dashboard/', { status: 500, body: { error: 'Broken.' } })
  const agent = await anAgentWithListing()
  const opened = await open(agent)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Broken.')
  await opened.unmount()
  server.answers.set('GET listings/1/dashboard/', { status: 500, body: {} })
  const silent = await open(agent)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load dashboard data')
  await silent.unmount()
  const old = { dashboard: aDashboard({ zillow }), at: Date.now() - 3_600_000 }
  await storeDashboardCopy(agent.device, '1', old)
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  expect(page.getByRole('alert').query()).toBeNull()
})

longTest('the report for the seller is never seen on the screen, and holds the week', async () => {
  clockAt('22:00')
  answering(aDashboard({ zillow }))
  const agent = await anAgentWithListing()
  await saved(agent.device, 'showing', 1, { showing_date: today })
  await saved(agent.device, 'open_house', 1, { date: addDays(today, 5), start_time: '13:00', end_time: '15:00' })
  await saved(agent.device, 'open_house', 2, { date: addDays(today, 9) })
  await saved(agent.device, 'open_house', 3, { date: addDays(today, -1) })
  const opened = await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  await expect.element(page.getByRole('button', { name: 'Print Seller Report' })).toBeVisible()
  const report = document.querySelector('body > article')
  expect(report?.textContent).toContain('Showings1▲ 1 more than the week before')
  expect(report?.textContent).toContain(`Next Open House${formatDate(addDays(today, 5), today)}, 1:00 PM – 3:00 PM`)
  expect(report?.textContent).toContain(`As of ${formatDateWithYear(today)}`)
  expect(report?.textContent).toContain('5709 River Oak Way')
  expect(report?.textContent).toContain('$582,000 · For Sale')
  const sums = [...(report?.querySelectorAll('tbody tr > *') ?? [])].map((cell) => cell.firstChild?.textContent)
  expect(sums.slice(0, 4)).toEqual(['Zillow', '368', '63', '31'])
  expect(report?.textContent).toContain('Maya Torres · (916) 555-0142 · maya@torreshomes.example')
  expect(getComputedStyle(report as Element).display).toBe('none')
  await opened.unmount()
  expect(document.querySelector('body > article')).toBeNull()
})

longTest('Share Seller Report shares a PDF with the photo, or downloads it where sharing is missing', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1, { property: { address: '5709 River Oak Way', city: 'Sacramento' } })
  await saved(agent.device, 'listing_image', 2)
  await open(agent)
  const files = downloads()
  const shared: ShareData[] = []
  // The share sheet is the device's own; a test can only stand where it begins.
  const sheet = { canShare: vi.fn(() => true), share: async (data: ShareData) => void shared.push(data) }
  Object.defineProperties(navigator, Object.getOwnPropertyDescriptors(sheet))
  onTestFinished(() => Object.keys(sheet).forEach((name) => Reflect.deleteProperty(navigator, name)))
  const share = page.getByRole('button', { name: 'Share Seller Report' })
  await share.click()
  await expect.poll(() => shared).toHaveLength(1)
  const [file] = shared[0]?.files ?? []
  expect(file).toMatchObject({ name: 'seller-report-5709-river-oak-way.pdf', type: 'application/pdf' })
  expect(await file?.text()).toContain('5709 River Oak Way')
  expect(files).toEqual([])
  sheet.canShare.mockReturnValue(false)
  await share.click()
  await expect.poll(() => files).toEqual([file])
  await expect.element(page.getByText('seller-report-5709-river-oak-way.pdf')).toBeVisible()
  expect(shared).toHaveLength(1)
})

longTest('a report is shared and printed once the server has said whether there are figures', async () => {
  const server = startAccountServer()
  server.answers.set('GET listings/1/dashboard/', { status: 200, body: aDashboard({ zillow }) })
  const arrive = server.hold('GET listings/1/dashboard/')
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1)
  await open(agent)
  const ways = ['Share Seller Report', 'Print Seller Report'].map((name) => page.getByRole('button', { name }))
  for (const way of ways) await expect.element(way).toHaveAttribute('aria-disabled', 'true')
  arrive()
  for (const way of ways) await expect.element(way).toHaveAttribute('aria-disabled', 'false')
  expect(document.querySelector('[aria-label="Seller report"]')?.textContent).toContain('Zillow')
})

longTest('the agent’s own sentence is saved on this device without a network, and stands on the report', async () => {
  const server = startAccountServer()
  server.isReachable = false
  const agent = await anAgentWithListing()
  await open(agent)
  await page.getByRole('button', { name: 'Write a Note' }).click()
  const sheet = page.getByRole('dialog', { name: 'Note to the seller' })
  await sheet.getByLabelText('Your Note').fill('Two families come back on Friday.')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.element(card('Your Note to the Seller')).toHaveTextContent('Two families come back on Friday.')
  expect(document.querySelector('[aria-label="Seller report"]')?.textContent).toContain('Two families come back')
  const [operation] = await agent.device.database.outbox.toArray()
  expect(operation).toMatchObject({ entity: 'listing', changes: { seller_note: 'Two families come back on Friday.' } })
  await page.getByRole('button', { name: 'Edit Note' }).click()
  await expect.element(sheet.getByLabelText('Your Note')).toHaveValue('Two families come back on Friday.')
})

longTest('what of the report its PDF cannot show is said before it is shared', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1, { realtor, seller_note: 'Two families, José too.' })
  await open(agent)
  await expect.element(card('Your Note to the Seller')).toHaveTextContent('José')
  await expect.element(card('Your Note to the Seller')).not.toHaveTextContent('cannot show')
  await agent.device.database.listings.update('1', { seller_note: 'Good news 😀' })
  await expect
    .element(card('Your Note to the Seller'))
    .toHaveTextContent('The PDF cannot show 😀. Print Seller Report can.')
})

longTest('axe finds nothing, and nothing sticks out, wide and narrow', async () => {
  answering(aDashboard({ zillow, redfin: zillow }))
  const agent = await anAgentWithListing()
  await open(agent)
  await expect.element(chart('Redfin').getByRole('img')).toBeVisible()
  await chart('Zillow').getByText('Show as table').click()
  for (const width of [1280, 320]) {
    await page.viewport(width, 900)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    expect(await axeFindings(), `${width}`).toEqual([])
  }
})

longTest('what buyers said in the week stands on the page and in the seller report, without their names', async () => {
  answering(aDashboard())
  const agent = await anAgentWithListing()
  const said = { client_email: 'jo@mailbox.example', status: 'Held', price_opinion: 'High' } as const
  const yesterday = addDays(today, -1)
  await saved(agent.device, 'client', 7, { email: 'jo@mailbox.example' })
  await saved(agent.device, 'showing', 1, {
    ...said,
    showing_date: yesterday,
    interest: 4,
    feedback_for_seller: 'Loves the yard.',
    feedback: 'Would pay 510k.',
  })
  await saved(agent.device, 'showing', 2, { ...said, showing_date: addDays(today, -3), interest: 3 })
  await saved(agent.device, 'showing', 3, { showing_date: addDays(today, -2) })
  await saved(agent.device, 'showing', 4, {
    ...said,
    showing_date: addDays(today, -7),
    feedback_for_seller: 'Long ago.',
  })
  await open(agent)
  const feedback = card('Buyer Feedback')
  await expect.element(feedback).toHaveTextContent('2 showings held · average interest 3.5 of 5 · price: 2 too high')
  await expect
    .element(feedback)
    .toHaveTextContent(
      `${formatDate(yesterday, today)}, 10:45 AM · Held · interest 4 of 5 · price too highLoves the yard.`,
    )
  await expect.element(feedback).toHaveTextContent('1 showing has no outcome yet.')
  await expect.element(feedback.getByRole('link')).toHaveAttribute('href', '/listings/1')
  const report = document.querySelector('[aria-label="Seller report"]')?.textContent ?? ''
  expect(report).toContain('Loves the yard.')
  for (const hidden of ['Jo Park', 'jo@mailbox.example', 'Long ago.', 'no outcome', '510k'])
    expect(report).not.toContain(hidden)
  expect(await axeFindings()).toEqual([])
})
