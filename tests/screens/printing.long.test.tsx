import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatWeek } from '#core/domain/time/calendar-days.ts'
import { showListingsAsTable } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { aListing, sitAtADesk } from '#tests/support/listing-screens.ts'
import { emulatePrint } from '#tests/support/emulate-print.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import { useProgressiveList } from '#ui/lists/use-progressive-list.ts'

test('a printed listing is a sheet for visitors, without buttons and other clients’ names', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  useSession.setState(({ user }) => ({
    user: user && { ...user, email: 'maya@torreshomes.example', license_number: 'OR-204' },
  }))
  await aListing(agent.device, 7, { listing_price: 582_000, description: 'A bright corner house.' })
  await saved(agent.device, 'showing', 3, { listing_key: '7', showing_date: today, client_email: 'jo@example.com' })
  await openScreens(agent, '/listings/7')
  await expect.element(page.getByText('jo@example.com').first()).toBeVisible()
  await emulatePrint()
  for (const words of ['$582,000', 'A bright corner house.', 'License OR-204', 'maya@torreshomes.example', 'Bedrooms'])
    await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(page.getByText('jo@example.com').first()).not.toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(page.getByRole('navigation').elements()).toEqual([])
})

test('a printed list has neither buttons nor fields', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 7, { first_name: 'Jo', last_name: 'Park' })
  await openScreens(agent, '/clients')
  await expect.element(page.getByRole('article')).toBeVisible()
  await emulatePrint()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
  expect(page.getByRole('main').getByRole('searchbox').elements()).toEqual([])
})

test('the printed Dashboard leaves out mere links', async () => {
  await sitAtADesk()
  await openScreens(await anAgentAtWork(), '/dashboard')
  await expect.element(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await emulatePrint()
  await expect.element(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Quick Actions' }).elements()).toEqual([])
  expect(page.getByRole('heading', { name: 'First steps' }).elements()).toEqual([])
})

test('the printed listing shows the whole photo, and the agent’s contact beside it', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await openScreens(agent, '/listings/7')
  const realtor = page.getByRole('region', { name: 'Realtor Information' })
  await expect.element(realtor).toBeVisible()
  await emulatePrint()
  const photo = () => document.querySelector('[class*="photo_"]')!.getBoundingClientRect()
  await expect.poll(() => photo().width / photo().height).toBeCloseTo(1.6, 1)
  const { left, bottom } = realtor.element().getBoundingClientRect()
  expect(left).toBeGreaterThan(photo().right)
  expect(bottom).toBeLessThan(photo().bottom)
})

test('a printed list begins on its first page, with whole emails', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  const email = 'theodora.vandermeulen-castellanos@mailbox.example'
  for (const id of [7, 8]) await saved(agent.device, 'client', id, { email })
  await openScreens(agent, '/clients')
  await expect.element(page.getByText(email).first()).toBeVisible()
  await emulatePrint()
  const line = page.getByText(email).first().element()
  await expect.poll(() => line.scrollWidth - line.clientWidth).toBe(0)
  // With padding below the list, Chromium would start it on a new page to keep both together.
  expect(getComputedStyle(page.getByRole('main').element()).paddingBlockEnd).toBe('0px')
  expect(getComputedStyle(page.getByRole('region', { name: 'Client list' }).element()).breakInside).toBe('auto')
})

test('a printed week stays a week, with all hours that have events, in its colors', async () => {
  await sitAtADesk()
  const agent = await anAgentAtWork()
  await saved(agent.device, 'appointment', 1, { title: 'Early', start_time: '05:30:00', end_time: '06:00:00' })
  await saved(agent.device, 'appointment', 2, { title: 'Late', start_time: '21:00:00', end_time: '22:15:00' })
  await openScreens(agent, '/dashboard?view=week')
  const week = page.getByRole('region', { name: `Appointments, ${formatWeek(today)}` })
  await expect.element(week.getByText('Early')).toBeInTheDocument()
  await emulatePrint()
  const edges = (element: Element) => element.getBoundingClientRect()
  await expect.poll(() => edges(week.element()).width).toBeLessThan(700)
  for (const title of ['Early', 'Late']) {
    const event = edges(week.getByRole('button', { name: title }).element())
    expect(event.top).toBeGreaterThan(edges(week.element()).top)
    expect(event.bottom).toBeLessThan(edges(week.element()).bottom)
  }
  expect(getComputedStyle(week.element()).printColorAdjust).toBe('exact')
})

test('listings in a table are printed as a table as wide as the page', async () => {
  await sitAtADesk()
  showListingsAsTable(true)
  onTestFinished(() => showListingsAsTable(false))
  const agent = await anAgentAtWork()
  for (let id = 1; id <= 12; id += 1) await aListing(agent.device, id)
  await openScreens(agent, '/my-listings')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(13)
  await emulatePrint()
  const table = page.getByRole('table', { name: 'Listings' })
  await expect.poll(() => table.element().getBoundingClientRect().width).toBeLessThan(700)
  await expect.element(table).toBeVisible()
  expect(page.getByRole('row').elements().length).toBe(13)
  const size = table.getByText('4 bd').first().element()
  expect(size.getClientRects().length).toBe(1)
  expect(size.getBoundingClientRect().height).toBeLessThan(70)
})

test('drawing in progress is finished before printing', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index)
  const place = document.createElement('div')
  const counts: number[] = []
  function Numbers() {
    useEffect(() => {
      queueMicrotask(() => {
        counts.push(place.childElementCount)
        dispatchEvent(new Event('beforeprint'))
        counts.push(place.childElementCount)
      })
    }, [])
    return useProgressiveList(numbers, 1).map((number) => <data key={number} value={number} />)
  }
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  root.render(<Numbers />)
  await expect.poll(() => counts).toEqual([1, 40])
})
