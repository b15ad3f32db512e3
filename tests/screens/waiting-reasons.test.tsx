import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Operation } from '#core/sync/operation.ts'
import { type Connection, useConnection } from '#state/connection.ts'
import { offerUpdate } from '#state/update.ts'
import type { Device } from '#storage/device/device.ts'
import { storeUnsentCount } from '#storage/outbox/unsent-marker.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anUnsentClient, mayaAtWork, openApp, openedDevice } from '#tests/support/whole-app.tsx'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const hour = 3_600_000

async function aClientThatWaits(device: Device, left: Partial<Operation> = {}): Promise<void> {
  const opId = await anUnsentClient(device)
  await device.database.outbox.where({ opId }).modify(left)
}

async function theOutboxSays(connection: Partial<Connection>, left: Partial<Operation> = {}) {
  const agent = await anAgentAtWork()
  useConnection.setState(connection)
  await aClientThatWaits(agent.device, left)
  await openScreens(agent, '/outbox')
  await expect.element(page.getByRole('region', { name: 'Waiting' })).toBeVisible()
}

test('C9: a pause that the server asked for is shown with its end', async () => {
  const nextAttemptAt = new Date(2099, 0, 1, 10, 42).getTime()
  await theOutboxSays({ state: 'paused', serverKind: 'ours', waitingCount: 1, nextAttemptAt })
  await expect.element(page.getByText('The server asks to wait until 10:42 AM.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try now' })).toBeVisible()
})

longTest('J4: a server that requires a newer version is the reason shown, and the update starts here', async () => {
  await theOutboxSays({ state: 'outdated', serverKind: 'ours', waitingCount: 1 })
  await expect.element(page.getByText('The server needs a newer version of this app.')).toBeVisible()
  await expect.element(page.getByText('Looking for the new version...')).toBeVisible()
  const bringIn = vi.fn<() => void>()
  offerUpdate(bringIn)
  await page.getByRole('main').getByRole('button', { name: 'Update' }).click()
  expect(bringIn).toHaveBeenCalledOnce()
})

longTest(
  'C5: a network’s sign-in page is the reason shown; nothing is sent to it, and the change goes later',
  async () => {
    const server = startAccountServer()
    await mayaAtWork(server)
    await openApp('/outbox')
    const device = await openedDevice()
    await expect.poll(() => useConnection.getState().state, { timeout: 10_000 }).toBe('idle')
    const toServer = window.fetch
    onTestFinished(() => {
      window.fetch = toServer
    })
    const methods: string[] = []
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.includes('/api/')) return toServer(input, init)
      methods.push(request.method)
      return new Response('<html>Welcome to the café</html>', { headers: { 'content-type': 'text/html' } })
    }
    await aClientThatWaits(device)
    await expect.element(page.getByText('The server sent an answer that this app does not understand.')).toBeVisible()
    await expect.element(page.getByText(/may be a Wi-Fi sign-in page/)).toBeVisible()
    expect(new Set(methods)).toEqual(new Set(['GET']))
    expect(await device.database.outbox.count()).toBe(1)
  },
)

test('D1: changes that wait for a login say so, in the banner and beside the change', async () => {
  await theOutboxSays({ state: 'needs-login', serverKind: 'ours', waitingCount: 1 }, { state: 'needs-login' })
  await expect.element(page.getByText('Your session ended.')).toBeVisible()
  await expect.element(page.getByText('Waits until you log in again.')).toBeVisible()
})

test('a reason that holds several changes is shown once, at the first of them', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'needs-login', serverKind: 'ours', waitingCount: 2 })
  await aClientThatWaits(agent.device, { state: 'needs-login' })
  await aClientThatWaits(agent.device, { state: 'needs-login' })
  await openScreens(agent, '/outbox')
  const waiting = page.getByRole('region', { name: 'Waiting' })
  await expect.poll(() => waiting.getByRole('listitem').elements()).toHaveLength(2)
  expect(waiting.getByText('Waits until you log in again.').elements()).toHaveLength(1)
})

longTest('J3: a change of a newer version says that it waits for an app update', async () => {
  await theOutboxSays({ state: 'idle', serverKind: 'ours', waitingCount: 1 }, { format: 99, state: 'blocked' })
  await expect.element(page.getByText(/^Made with a newer version of this app/)).toBeVisible()
})

longTest('an edit behind a change with a lost answer says what it waits for, and until when', async () => {
  const agent = await anAgentAtWork()
  useConnection.setState({ state: 'idle', serverKind: 'ours', waitingCount: 2 })
  await aClientThatWaits(agent.device, { state: 'unknown', attempts: 1, nextAt: Date.now() + hour })
  const [first] = await agent.device.database.outbox.toArray()
  if (first === undefined) throw new Error('There is no operation.')
  const edit = { ...first, opId: crypto.randomUUID(), kind: 'update' as const, state: 'queued' as const }
  await agent.device.database.outbox.add({ ...edit, seq: first.seq + 1, attempts: 0, nextAt: 0 })
  await openScreens(agent, '/outbox')
  await expect.element(page.getByText(/checked before it is sent again.*Next try at/)).toBeVisible()
  await expect.element(page.getByText('Will be sent after an earlier change.')).toBeVisible()
})

longTest('B13: sending that was restarted twice is reported, and not before', async () => {
  await theOutboxSays({ state: 'idle', serverKind: 'ours', waitingCount: 1, restarts: 1 })
  await expect.element(page.getByText(/Sending got stuck/)).not.toBeInTheDocument()
  useConnection.setState({ restarts: 2 })
  await expect.element(page.getByText('Sending got stuck and was restarted 2 times.')).toBeVisible()
})

longTest('A12 H6 J7: a change that has waited for more than a day is reported with its location', async () => {
  await theOutboxSays({ state: 'idle', serverKind: 'ours', waitingCount: 1 }, { madeAt: Date.now() - 50 * hour })
  await expect.element(page.getByText('A change has waited for 2 days.')).toBeVisible()
  await expect.element(page.getByText(/Until it is sent it is on this device only/)).toBeVisible()
})

longTest('J7: a change of today is not reported as waiting long', async () => {
  await theOutboxSays({ state: 'idle', serverKind: 'ours', waitingCount: 1 }, { madeAt: Date.now() - 20 * hour })
  await expect.element(page.getByText(/has waited for/)).not.toBeInTheDocument()
})

test('A12: unsent changes that the browser deleted are always reported', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  storeUnsentCount(String(server.signedIn?.id), 3)
  await openApp('/dashboard')
  await expect.element(page.getByText('Unsent changes are gone')).toBeVisible()
  await expect.element(page.getByText(/3 changes had not reached the server/)).toBeVisible()
})

test('B12: the bar and the app’s icon count the waiting changes', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const badge = vi.fn<(count?: number) => Promise<void>>(() => Promise.resolve())
  const noBadge = vi.fn<() => Promise<void>>(() => Promise.resolve())
  for (const [name, value] of Object.entries({ setAppBadge: badge, clearAppBadge: noBadge })) {
    const original = Object.getOwnPropertyDescriptor(navigator, name)
    Object.defineProperty(navigator, name, { configurable: true, value })
    onTestFinished(() => {
      if (original === undefined) Reflect.deleteProperty(navigator, name)
      else Object.defineProperty(navigator, name, original)
    })
  }
  await openApp('/dashboard')
  const device = await openedDevice()
  server.isReachable = false
  await aClientThatWaits(device)
  await expect.poll(() => badge.mock.lastCall).toEqual([1])
  await aClientThatWaits(device)
  await expect.element(page.getByRole('button', { name: 'Sync status' })).toHaveTextContent('2 waiting')
  await expect.poll(() => badge.mock.lastCall).toEqual([2])
  noBadge.mockClear()
  await device.database.outbox.clear()
  await expect.poll(() => noBadge.mock.calls.length).toBeGreaterThan(0)
  expect(badge.mock.lastCall).not.toEqual([0])
})

longTest('A12: the browser is asked for persistent storage once there is data, until it agrees', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false)
  const persist = vi.spyOn(navigator.storage, 'persist').mockImplementation(() => {
    persisted.mockResolvedValue(true)
    return Promise.resolve(true)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await openApp('/dashboard')
  const device = await openedDevice()
  await expect.poll(() => useConnection.getState().state, { timeout: 10_000 }).toBe('idle')
  expect(persist).not.toHaveBeenCalled()
  server.isReachable = false
  await aClientThatWaits(device)
  await expect.poll(() => persist.mock.calls.length).toBe(1)
  const asked = persisted.mock.calls.length
  await aClientThatWaits(device)
  await expect.poll(() => persisted.mock.calls.length).toBeGreaterThan(asked)
  expect(persist).toHaveBeenCalledTimes(1)
})

longTest('A17: a page that returns from the browser’s cache asks the server again', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  await openApp('/dashboard')
  await openedDevice()
  await expect.poll(() => useConnection.getState().state, { timeout: 10_000 }).toBe('idle')
  const asked = () => server.arrivals.filter(({ call }) => call === 'GET sync/').length
  const before = asked()
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(asked).toBeGreaterThan(before)
})
