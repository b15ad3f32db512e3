import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createRecord } from '#core/sync/writing/create-record.ts'
import type { Device } from '#storage/device/device.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { addRecord } from '#records/saving/commands.ts'
import { useConnection } from '#state/connection.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { saved, today } from '#tests/support/saved-rows.ts'
import { mayaAtWork, openApp, openedDevice } from '#tests/support/whole-app.tsx'

beforeEach(() => page.viewport(1280, 900))

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const card = (name: string) => page.getByRole('region', { name })

async function openDashboard(
  server: AccountServer,
): Promise<{ device: Device; app: Awaited<ReturnType<typeof openApp>> }> {
  await mayaAtWork(server, { first_name: 'Maya' })
  const app = await openApp('/dashboard')
  await expect.element(heading('Dashboard')).toBeVisible()
  return { device: await openedDevice(), app }
}

test('the cards count local records: For Sale and Pending as active, and unsent clients', async () => {
  const server = startAccountServer()
  server.answers.set('GET sync/', { status: 503 })
  const { device } = await openDashboard(server)
  await saved(device, 'listing', 1, { status: 'For Sale' })
  await saved(device, 'listing', 2, { status: 'Pending' })
  await saved(device, 'listing', 3, { status: 'Sold' })
  await addRecord(device, 'client', { opId: crypto.randomUUID(), changes: { first_name: 'Jo', last_name: 'Park' } })
  await saved(device, 'tour', 1, { status: 'scheduled', tour_date: '2999-01-01' })
  await saved(device, 'tour', 2, { status: 'in_progress', tour_date: today })
  await saved(device, 'tour', 3, { status: 'cancelled', tour_date: '2999-01-01' })
  await saved(device, 'tour', 4, { status: 'scheduled', tour_date: '2020-01-01' })
  await expect.element(card('Active Listings')).toHaveTextContent('2')
  await expect.element(card('Total Clients')).toHaveTextContent('1')
  await expect.element(card('Upcoming Tours')).toHaveTextContent('2')
})

longTest('offline the Dashboard is shown, with the server’s last number of tours', async () => {
  const server = startAccountServer()
  server.isReachable = false
  const maya = server.addAccount({ username: 'maya' })
  const stats = { active_listings: 4, total_listings: 5, total_clients: 6, upcoming_tours: 3 }
  localStorage.setItem(`fanlight:dashboard:${maya.id}`, JSON.stringify({ stats, at: Date.now() - 3_600_000 }))
  await rememberAgent(maya)
  await openApp('/dashboard')
  await expect.element(card('Upcoming Tours')).toHaveTextContent(/3.*As of \d+:\d\d [AP]M/)
  await expect.element(card('Active Listings')).toHaveTextContent('4')
})

test('figures younger than five minutes are not requested again; older ones are', async () => {
  const server = startAccountServer()
  const maya = server.addAccount({ username: 'maya' })
  server.signedIn = maya
  const stats = { active_listings: 4, total_listings: 5, total_clients: 6, upcoming_tours: 3 }
  const keep = (minutesAgo: number) =>
    localStorage.setItem(
      `fanlight:dashboard:${maya.id}`,
      JSON.stringify({ stats, at: Date.now() - minutesAgo * 60_000 }),
    )
  const asked = () => server.arrivals.filter(({ call }) => call === 'GET users/dashboard/').length
  await rememberAgent(maya)
  keep(4)
  await openApp('/dashboard')
  await expect.element(card('Upcoming Tours')).toBeVisible()
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
  await expect.element(heading('Clients')).toBeVisible()
  expect(asked()).toBe(0)
  keep(6)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect.poll(asked).toBe(1)
})

longTest('a device without data says so when the server answers with an error', async () => {
  const server = startAccountServer()
  server.answers.set('GET sync/', { status: 503 })
  server.answers.set('GET users/dashboard/', { status: 500, body: { error: 'Broken.' } })
  await openDashboard(server)
  await expect.element(page.getByText('Failed to load dashboard stats.')).toBeVisible()
})

longTest('the server’s figures are requested when it can be reached again', async () => {
  const server = startAccountServer()
  server.isReachable = false
  await mayaAtWork(server)
  await openApp('/dashboard')
  await expect.element(page.getByText('No dashboard data available')).toBeVisible()
  await expect.poll(() => useConnection.getState().state).toBe('offline')
  const asked = () => server.arrivals.filter(({ call }) => call === 'GET users/dashboard/').length
  const askedBefore = asked()
  server.isReachable = true
  useConnection.getState().syncNow()
  await expect.poll(asked).toBeGreaterThan(askedBefore)
})

longTest('each quick action leads to its page and is recorded', async () => {
  const { app } = await openDashboard(startAccountServer())
  await expect.element(page.getByText('No recent activity')).toBeVisible()
  for (const [action, address, label] of [
    ['Create New Listing', '/listings/new', 'Began a new listing'],
    ['View My Listings', '/my-listings', 'Viewed listings'],
    ['Manage Clients', '/clients', 'Viewed clients'],
    ['Add New Client', '/clients/new', 'Began a new client'],
  ] as const) {
    await card('Quick Actions').getByRole('link', { name: action }).click()
    await expect.poll(() => app.address()).toBe(address)
    app.go('/dashboard')
    await expect.element(card('Recent Activity').getByRole('listitem').first()).toHaveTextContent(label)
  }
  expect(card('Recent Activity').getByRole('listitem').elements()).toHaveLength(4)
})

longTest('recent activity shows the last five, newest first, and survives a reload', async () => {
  const server = startAccountServer()
  const { app } = await openDashboard(server)
  for (const type of [
    'view_clients',
    'delete_client',
    'delete_listing',
    'edit_listing',
    'create_client',
    'view_listings',
  ] as const) {
    recordActivity(type)
  }
  const entries = card('Recent Activity').getByRole('listitem')
  await expect
    .poll(() => entries.elements().map((entry) => entry.children[1]?.textContent))
    .toEqual(['Viewed listings', 'Added a new client', 'Performed an action', 'Deleted a listing', 'Deleted a client'])
  await app.close()
  await openApp('/dashboard')
  await expect.element(entries.first()).toHaveTextContent('Viewed listings')
})

longTest('below the greeting the current and the next event are shown, and lead to Today', async () => {
  vi.setSystemTime(new Date('2026-11-21T09:40:00'))
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { device } = await openDashboard(startAccountServer())
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Nothing is planned today' })).toBeVisible()
  const appointment = { title: 'Notary', date: '2026-11-21', end_time: '12:00:00', notes: '', location: '' }
  for (const start_time of ['11:00:00', '10:30:00', '09:30:00']) {
    await createRecord(device.replica, device.clock, {
      opId: device.ids.uuid(),
      entity: 'appointment',
      changes: { ...appointment, start_time },
    })
  }
  await page.getByRole('link', { name: 'Now: Notary until 12:00 PM, and Notary at 10:30 AM' }).click()
  await expect.element(heading('Today')).toBeVisible()
})

longTest('a Dashboard left open overnight greets the morning, and counts the tours of the new day', async () => {
  vi.setSystemTime(new Date('2026-11-21T23:40:00'))
  onTestFinished(() => void vi.useRealTimers())
  const { device } = await openDashboard(startAccountServer())
  await saved(device, 'tour', 1, { status: 'scheduled', tour_date: '2026-11-21' })
  await expect.element(card('Upcoming Tours')).toHaveTextContent('1')
  await expect.element(page.getByText(/Good evening, Maya.* Saturday, Nov 21/)).toBeVisible()
  vi.setSystemTime(new Date('2026-11-22T08:00:00'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(/Good morning, Maya.* Sunday, Nov 22/)).toBeVisible()
  await expect.element(card('Upcoming Tours')).toHaveTextContent('0')
})
