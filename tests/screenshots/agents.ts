import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { addClient, register, untilWorkerControls } from '../support/journey-steps.ts'
import type { BuiltServer } from '../support/built-server.ts'
import { watchShifts } from '../support/layout-shift.ts'
import type { Places } from './places.ts'

export type AgentName = 'full' | 'new' | 'guest' | 'loading' | 'failed' | 'offline' | 'conflict' | 'kiosk'

type Words = { username: string; password: string }

/** Returns a browser context that is ready for the agent's pictures, with the clock in the middle of the working day. */
export async function arrive(
  browser: Browser,
  server: BuiltServer,
  name: AgentName,
  places: Places,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    baseURL: server.origin,
    reducedMotion: 'reduce',
    // Requests of a worker cannot be held back.
    serviceWorkers: name === 'loading' || name === 'failed' ? 'block' : 'allow',
  })
  await context.clock.setFixedTime(`${new Date().toLocaleDateString('sv-SE')}T10:10:00`)
  await watchShifts(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  if (name !== 'guest') await settleIn(page, server, name, places)
  await page.close()
  return context
}

async function settleIn(page: Page, server: BuiltServer, name: AgentName, places: Places): Promise<void> {
  const words = demoAgent(server)
  if (name === 'new') {
    words.username = `new-${Math.random().toString(36).slice(2, 8)}`
    words.password = await register(page, server.origin, words.username).then(() => 'a-long-and-quiet-river')
  }
  if (name === 'loading' || name === 'failed') {
    await cutOff(page.context(), name)
    await logIn(page, words)
    return
  }
  await logIn(page, words)
  await untilWorkerControls(page)
  if (name !== 'new') await page.goto('/clients').then(() => page.getByRole('article').nth(5).waitFor())
  await weather[name]?.(page, places)
}

async function logIn(page: Page, { username, password }: Words): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

function demoAgent({ printed }: BuiltServer): Words {
  const word = (label: string) => new RegExp(`${label}: (\\S+)`).exec(printed.join('\n'))?.[1] ?? ''
  return { username: word('Username'), password: word('Password') }
}

/** Holds back the agent's data permanently, or refuses it. */
async function cutOff(context: BrowserContext, how: 'loading' | 'failed'): Promise<void> {
  await context.route(/\/api\/(?!users\/(auth|profile))/, (route) =>
    how === 'failed' ? route.fulfill({ status: 500, json: { detail: 'The database is being mended.' } }) : undefined,
  )
}

const weather: Partial<Record<AgentName, (page: Page, places: Places) => Promise<unknown>>> = {
  offline: async (page) => {
    await page.context().setOffline(true)
    await addClient(page, '', { firstName: 'Waiting', lastName: 'Woodward', email: 'waiting@example.com' })
  },
  conflict: async (page, { clientId = '' }) => {
    const context = page.context()
    await context.setOffline(true)
    await changePhone(page, clientId, '(503) 555-0142')
    const headers = { 'X-CSRFToken': (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '' }
    const data = { phone_number: `(503) 555-0${Math.floor(Math.random() * 900) + 100}` }
    await page.request.patch(`/api/crm/clients/${clientId}/`, { headers, data })
    await context.setOffline(false)
    await page.goto('/outbox')
    await page.getByText('Conflict').first().waitFor()
  },
  kiosk: async (page, { openHouseId = '' }) => {
    await page.goto(`/open-houses/${openHouseId}/kiosk`)
    await page.getByLabel('PIN', { exact: true }).fill('2580')
    await page.getByLabel('Repeat PIN').fill('2580')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Tap to sign in' }).waitFor()
  },
}

async function changePhone(page: Page, clientId: string, phone: string): Promise<void> {
  await page.goto(`/clients/edit/${clientId}`)
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByRole('button', { name: 'Update Client' }).click()
  await page.getByText(/has been updated successfully/).waitFor()
}
