// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DailyExposure, ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { addDays, fullDateInWords } from '#core/domain/wall-clock.ts'
import type { Device } from '#storage/device.ts'
import { keepDashboardCopy } from '#storage/listing-dashboard-copies.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

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
const chartNames = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent)

test('the heading says the address and the week, from six days ago to today', async () => {
  answering(aDashboard())
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  const opened = await open(agent)
  await expect.element(page.getByRole('heading', { level: 1, name: '5709 River Oak Way' })).toBeVisible()
  await expect
    .element(page.getByText(`${fullDateInWords(weekStart)} to ${fullDateInWords(today)}`).first())
    .toBeVisible()
  await page.getByRole('link', { name: 'Back to My Listings' }).click()
  await expect.poll(() => opened.address()).toBe('/my-listings')
})

test('the cards count showings, open houses and visitors of the past seven days on this device', async () => {
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

test('each platform has a chart, in the order zillow, redfin, realtor, then others', async () => {
  answering(aDashboard({ trulia: zillow, realtor: zillow, homes: zillow, redfin: zillow, zillow }))
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow', 'Redfin', 'Realtor', 'Homes', 'Trulia'])
  const image = chart('Zillow').getByRole('img')
  await expect
    .element(image)
    .toHaveAccessibleName(
      'Zillow: Views rose from 38 to 74 over 7 days, Likes rose from 6 to 14, Saves rose from 2 to 8.',
    )
  const texts = () => [...image.element().querySelectorAll('text')].map((text) => text.textContent)
  await expect.poll(texts).toEqual(expect.arrayContaining(['Days Ago', 'Count', 'Views', 'Likes', 'Saves']))
  expect(texts()).toEqual(expect.arrayContaining(['6', '5', '4', '3', '2', '1', '0', '20', '80']))
})

test('each chart has its numbers as a table', async () => {
  answering(aDashboard({ zillow }))
  const agent = await anAgentAtWork()
  await aListing(agent.device)
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

test('without figures the page says so', async () => {
  answering(aDashboard())
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  await open(agent)
  await expect.element(page.getByRole('heading', { name: 'No Platform Exposure Data' })).toBeVisible()
})

test('the server is asked for the week of the agent’s own date', async () => {
  const asked: string[] = []
  answering(aDashboard())
  const counted = window.fetch
  window.fetch = async (input, init) => {
    asked.push(new URL(new Request(input, init).url).search)
    return counted(input, init)
  }
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  await open(agent)
  await expect.poll(() => asked).toContain(`?today=${today}`)
})

test('without a network the last copy stands, and says how old it is', async () => {
  const server = startAccountServer()
  server.isReachable = false
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  const at = new Date()
  at.setDate(at.getDate() - 1)
  at.setHours(10, 42, 0, 0)
  await keepDashboardCopy(agent.device.database, '1', { dashboard: aDashboard({ zillow }), at: at.getTime() })
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  await expect.element(page.getByText('As of yesterday, 10:42 AM').first()).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
})

test('a server that answers with an error is told of only when this device has no copy', async () => {
  const server = startAccountServer()
  server.answers.set('GET listings/1/dashboard/', { status: 500, body: { error: 'Broken.' } })
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  const opened = await open(agent)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Broken.')
  await opened.unmount()
  server.answers.set('GET listings/1/dashboard/', { status: 500, body: {} })
  const silent = await open(agent)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load dashboard data')
  await silent.unmount()
  const old = { dashboard: aDashboard({ zillow }), at: Date.now() - 3_600_000 }
  await keepDashboardCopy(agent.device.database, '1', old)
  await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  expect(page.getByRole('alert').query()).toBeNull()
})

test('a listing that this device does not have is not found', async () => {
  startAccountServer()
  await open(await anAgentAtWork())
  await expect.element(page.getByRole('heading', { level: 1, name: 'Listing not found.' })).toBeVisible()
})

test('the report for the seller is never seen on the screen, and holds the week', async () => {
  answering(aDashboard({ zillow }))
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  await saved(agent.device, 'showing', 1, { showing_date: today })
  const opened = await open(agent)
  await expect.poll(chartNames).toEqual(['Zillow'])
  await expect.element(page.getByRole('button', { name: 'Print seller report' })).toBeVisible()
  const report = document.querySelector('body > article')
  expect(report?.textContent).toContain('5709 River Oak Way')
  expect(report?.textContent).toContain('$582,000 · For Sale')
  expect(report?.textContent).toContain('Zillow3686331')
  expect(report?.textContent).toContain('Maya Torres · (916) 555-0142 · maya@torreshomes.example')
  expect(getComputedStyle(report as Element).display).toBe('none')
  await opened.unmount()
  expect(document.querySelector('body > article')).toBeNull()
})

test('axe finds nothing, and nothing sticks out, wide and narrow', async () => {
  answering(aDashboard({ zillow, redfin: zillow }))
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  await open(agent)
  await expect.element(chart('Redfin').getByRole('img')).toBeVisible()
  await chart('Zillow').getByText('Show as table').click()
  for (const width of [1280, 320]) {
    await page.viewport(width, 900)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    expect(await axeFindings(), `${width}`).toEqual([])
  }
})

test('what buyers said in the week stands on the page and in the seller report, without their names', async () => {
  answering(aDashboard())
  const agent = await anAgentAtWork()
  await aListing(agent.device)
  const said = { client_email: 'jo@mailbox.example', status: 'Held', price_opinion: 'High' } as const
  const yesterday = addDays(today, -1)
  await saved(agent.device, 'client', 7, { email: 'jo@mailbox.example' })
  await saved(agent.device, 'showing', 1, {
    ...said,
    showing_date: yesterday,
    interest: 4,
    feedback: 'Loves the yard.',
  })
  await saved(agent.device, 'showing', 2, { ...said, showing_date: addDays(today, -3), interest: 3 })
  await saved(agent.device, 'showing', 3, { showing_date: addDays(today, -2) })
  await saved(agent.device, 'showing', 4, { ...said, showing_date: addDays(today, -7), feedback: 'Long ago.' })
  await open(agent)
  const feedback = card('Buyer Feedback')
  await expect.element(feedback).toHaveTextContent('2 held · mean interest 3.5 of 5 · price: 2 high')
  await expect.element(feedback).toHaveTextContent(`“Loves the yard.” ${fullDateInWords(yesterday)} · interest 4 of 5`)
  await expect.element(feedback).toHaveTextContent('1 showing has no outcome yet.')
  await expect.element(feedback.getByRole('link')).toHaveAttribute('href', '/listings/1')
  const report = document.querySelector('[aria-label="Seller report"]')?.textContent ?? ''
  expect(report).toContain('“Loves the yard.”')
  for (const hidden of ['Jo Park', 'jo@mailbox.example', 'Long ago.', 'no outcome'])
    expect(report).not.toContain(hidden)
  expect(await axeFindings()).toEqual([])
})
