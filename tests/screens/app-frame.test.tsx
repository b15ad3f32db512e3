import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { observed } from '#api/page-http-client.ts'
import { spokenStatus, syncStatusOf } from '#app/sync-status.ts'
import { watchCalls } from '#app/page/watch-calls.ts'
import { useWorkspace } from '#app/workspace.ts'
import { readErrorLog } from '#features/errors/error-reporter.ts'
import { useConnection, type Connection } from '#state/connection.ts'
import { watchInstallPrompt } from '#state/install-prompt.ts'
import { useSession } from '#state/session.ts'
import { offerUpdate } from '#state/update.ts'
import { startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { replaceLongTasks } from '#tests/support/long-tasks.ts'
import { anUnsentClient, mayaAtWork, movableTimers, openApp, openedDevice } from '#tests/support/whole-app.tsx'
import { longTest } from '#tests/support/long-test.ts'

// The app observes long tasks from the first test on that leaves it time.
const reportLongTask = replaceLongTasks()

beforeEach(() => page.viewport(1280, 900))

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function openAtWork(server: AccountServer, address = '/dashboard') {
  await mayaAtWork(server)
  return openApp(address)
}

test('after a navigation the focus is on the heading, and the title has changed', async () => {
  await openAtWork(startAccountServer())
  await expect.element(heading('Dashboard')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(heading('Settings')).toHaveFocus()
  await expect.poll(() => document.title).toBe('Settings · Fanlight')
})

longTest('a newer version is announced, waits for the agent, and can be postponed (B9)', async () => {
  await openAtWork(startAccountServer())
  await expect.element(heading('Dashboard')).toBeVisible()
  const accept = vi.fn()
  offerUpdate(accept)
  await expect.element(page.getByText('A new version is ready. Your drafts stay.')).toBeVisible()
  expect(accept).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.element(page.getByText('A new version is ready. Your drafts stay.')).not.toBeInTheDocument()
  offerUpdate(() => accept())
  await page.getByRole('button', { name: 'Update' }).click()
  // The old version may have to finish something first.
  await page.getByRole('button', { name: 'Updating...' }).click()
  expect(accept).toHaveBeenCalledOnce()
})

longTest('installing is offered once, after the first saved record', async () => {
  const server = startAccountServer()
  server.isReachable = false
  watchInstallPrompt()
  window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  await openAtWork(server)
  await expect.element(heading('Dashboard')).toBeVisible()
  const offer = page.getByRole('heading', { name: 'Keep Fanlight on your home screen' })
  expect(offer.elements()).toEqual([])
  await anUnsentClient(await openedDevice())
  await expect.element(offer).toBeVisible()
  await page.getByRole('button', { name: 'Not Now' }).click()
  await anUnsentClient(await openedDevice())
  await expect.poll(() => useConnection.getState().waitingCount).toBe(2)
  expect(offer.elements()).toEqual([])
})

longTest('a failed load is recorded for its area and in the log, and a network failure is not', async () => {
  const server = startAccountServer()
  server.answers.set('GET crm/clients/', { status: 500, body: { error: 'The shelf fell down.' } })
  const { passQuietTime } = movableTimers()
  await openAtWork(server)
  await expect.poll(() => useWorkspace.getState().state).toBe('open')
  await passQuietTime()
  await expect.poll(() => useSession.getState().areas.clients.error, { timeout: 10_000 }).toBe('The shelf fell down.')
  await expect
    .poll(() => readErrorLog().map(({ type, message }) => `${type} ${message}`))
    .toContain('api Error: GET crm/clients/ was answered with an error of the server')
  expect(useSession.getState().areas.listings.error).toBeNull()

  server.isReachable = false
  useConnection.getState().syncNow()
  await expect.poll(() => useConnection.getState().state).toBe('offline')
  expect(useSession.getState().areas.listings.error).toBeNull()
})

test('a failed load for one screen is shown there, and not in the area of a list', async () => {
  onTestFinished(watchCalls())
  const body = { error: 'The counter is broken.' }
  const client = observed(() => Promise.resolve({ kind: 'answered', status: 500, headers: {}, bodyKind: 'json', body }))
  const errorOfListings = () => useSession.getState().areas.listings.error
  for (const path of ['listings/7/dashboard/', 'listings/available/?tour_date=2026-11-25', 'listings/7/showings/']) {
    await client({ method: 'GET', path })
    expect(errorOfListings()).toBeNull()
  }
  await client({ method: 'GET', path: 'listings/?page_size=100' })
  expect(errorOfListings()).toBe('The counter is broken.')
})

test('a page that did not respond is reported to the server', async () => {
  const server = startAccountServer()
  server.answers.set('POST errors/report', { status: 204 })
  const { passQuietTime } = movableTimers()
  await openAtWork(server)
  await expect.poll(() => useWorkspace.getState().state).toBe('open')
  // Long tasks are observed once the screen has settled.
  await passQuietTime()
  const reports = () =>
    server.arrivals.filter(({ call }) => call === 'POST errors/report').map(({ body }) => body['type'])
  // The same problem is reported at most once a minute, so each has another duration.
  let durationMs = 0
  await expect.poll(() => (reportLongTask((durationMs += 1000)), reports())).toContain('performance')
})

test('the chip is empty until the waiting changes are counted', () => {
  const connection = useConnection.getInitialState()
  expect(syncStatusOf(connection, 1_000)).toBeUndefined()
  expect(syncStatusOf({ ...connection, isCounted: true }, 1_000)).toEqual({ state: 'saved' })
  expect(syncStatusOf({ ...connection, isCounted: true, waitingCount: 1 }, 1_000)).toEqual({
    state: 'waiting',
    count: 1,
  })
})

test('the chip says what needs the agent first, then why work waits, then how much', () => {
  const connection: Connection = { ...useConnection.getInitialState(), state: 'idle', isCounted: true }
  const chip = (change: Partial<Connection>) => syncStatusOf({ ...connection, ...change }, 1_000)
  expect(chip({})).toEqual({ state: 'saved' })
  expect(chip({ waitingCount: 2 })).toEqual({ state: 'waiting', count: 2 })
  expect(chip({ waitingCount: 2, state: 'sending' })).toEqual({ state: 'sending', count: 2 })
  expect(chip({ waitingCount: 3, state: 'offline' })).toEqual({ state: 'offline', count: 3 })
  expect(chip({ waitingCount: 3, state: 'server-error' })).toEqual({ state: 'server-error', count: 3 })
  expect(chip({ waitingCount: 3, needsAgentCount: 1, state: 'offline' })).toEqual({ state: 'attention', count: 1 })
  expect(chip({ waitingCount: 4, needsAgentCount: 1, state: 'needs-login' })).toEqual({
    state: 'needs-login',
    count: 4,
  })
  expect(chip({ waitingCount: 1, state: 'paused', nextAttemptAt: 61_000 })).toEqual({
    state: 'asked-to-wait',
    count: 1,
    retryInSeconds: 60,
  })
})

test('a screen reader announces a change once, not every second or record', () => {
  expect(spokenStatus({ state: 'asked-to-wait', count: 1, retryInSeconds: 59 })).toBe('Server asks to wait')
  expect(spokenStatus({ state: 'offline', count: 3 })).toBe('Offline')
  expect(spokenStatus({ state: 'server-error', count: 3 })).toBe('Server error')
  expect(spokenStatus({ state: 'sending', count: 3 })).toBe('')
  expect(spokenStatus({ state: 'saved' })).toBe('Everything is saved')
})
