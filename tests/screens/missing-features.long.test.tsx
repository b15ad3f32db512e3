import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { lockRespondent } from '#storage/survey/respondent-lock.ts'
import { openSurveyStore } from '#storage/survey/survey-store.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { downloads } from '#tests/support/downloads.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { anUnsentClient, openApp, openedDevice } from '#tests/support/whole-app.tsx'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

function without(owner: object, ...names: string[]): void {
  for (const name of names) {
    const feature = Object.getOwnPropertyDescriptor(owner, name)
    if (feature === undefined) continue
    Reflect.deleteProperty(owner, name)
    onTestFinished(() => void Object.defineProperty(owner, name, feature))
  }
}

async function openAppOf(username: string, address = '/dashboard') {
  const server = startAccountServer()
  server.signedIn = server.addAccount({ username })
  await rememberAgent(server.signedIn)
  const app = await openApp(address)
  return { server, app }
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('without BroadcastChannel, signing in and logging out work', async () => {
  without(window, 'BroadcastChannel')
  const server = startAccountServer()
  server.addAccount({ username: 'maya' })
  await openApp('/login')
  await page.getByLabelText('Username', { exact: true }).fill('maya')
  await page.getByLabelText('Password', { exact: true }).fill('a-long-and-quiet-river')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.element(heading('Dashboard')).toBeVisible()
  await openedDevice()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect.element(heading('Login')).toBeVisible()
})

test.each([
  ['Background Sync', { getRegistration: () => Promise.resolve({}) }],
  ['a service worker, as on a page without HTTPS', undefined],
])('without %s, an open page sends waiting changes', async (_, serviceWorker) => {
  without(Navigator.prototype, 'serviceWorker')
  if (serviceWorker !== undefined) {
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  }
  const { server } = await openAppOf('maya')
  const device = await openedDevice()
  server.isReachable = false
  await anUnsentClient(device)
  await expect.element(page.getByRole('button', { name: 'Sync status' })).toHaveTextContent('1 waiting')
  server.isReachable = true
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => server.arrivals.map(({ call }) => call)).toContain('POST crm/clients/')
})

test('without the locks API, an open page sends waiting changes', async () => {
  without(Navigator.prototype, 'locks')
  const { server } = await openAppOf('maya')
  await anUnsentClient(await openedDevice())
  await expect.poll(() => server.arrivals.map(({ call }) => call)).toContain('POST crm/clients/')
})

test('without the locks API one tab at a time sends survey answers, and any tab may continue them', async () => {
  without(Navigator.prototype, 'locks')
  const name = `missing-features-${crypto.randomUUID()}`
  const [store, other] = [await openSurveyStore(name), await openSurveyStore(name)]
  onTestFinished(async () => {
    other.close()
    await store.database.delete()
  })
  const whileHeld: string[] = []
  const hold = () => other.senderLock.hold(() => Promise.resolve(), { steal: false })
  await store.senderLock.hold(async () => void whileHeld.push(await hold()), { steal: false })
  expect([...whileHeld, await hold()]).toEqual(['busy', 'done'])
  expect([await lockRespondent('1'), await lockRespondent('1')]).not.toContain(null)
})

test('without badges, only the bar counts waiting changes', async () => {
  without(Navigator.prototype, 'setAppBadge', 'clearAppBadge')
  const { server } = await openAppOf('maya')
  const device = await openedDevice()
  server.isReachable = false
  await anUnsentClient(device)
  await expect.element(page.getByRole('button', { name: 'Sync status' })).toHaveTextContent('1 waiting')
})

test.each([
  ['persistent storage and its size', StorageManager.prototype, ['persist', 'persisted', 'estimate']],
  ['a storage manager, as on a page without HTTPS', Navigator.prototype, ['storage']],
])('without %s, Settings says that the data may be cleared, and shows no figures', async (_, owner, names) => {
  without(owner, ...names)
  await openAppOf('maya', '/settings?tab=data')
  const card = page.getByRole('region', { name: 'Storage on this device' })
  await expect.element(card).toHaveTextContent('The browser may clear it when the device is full.')
  await expect.element(card).not.toHaveTextContent('used')
  await card.getByRole('button', { name: 'Ask the Browser to Keep It' }).click()
  await expect.element(page.getByText('The browser did not agree.')).toBeVisible()
})

test('without a share sheet, a seller report is downloaded', async () => {
  without(Navigator.prototype, 'share', 'canShare')
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1, { property: { address: '5709 River Oak Way', city: 'Sacramento' } })
  await openScreens(agent, '/listings/1/dashboard')
  const files = downloads()
  await page.getByRole('button', { name: 'Share Seller Report' }).click()
  await expect.poll(() => files).toHaveLength(1)
  await expect.element(page.getByText('seller-report-5709-river-oak-way.pdf')).toBeVisible()
})
