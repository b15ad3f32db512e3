import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useWorkspace } from '#app/workspace.ts'
import { leaveKindUnknown, startAccountServer, type AccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/whole-app.tsx'

/** Storage throws, as in a private window or a frame whose site data is blocked. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError')
  }
  for (const [owner, name] of waysToKeep) {
    const before = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    Object.defineProperty(owner, name, { ...before, value: refuse })
    onTestFinished(() => void Object.defineProperty(owner, name, before))
  }
}

const waysToKeep = [
  [IDBFactory.prototype, 'open'],
  // Databases opened by an earlier test of this file stay open.
  [IDBDatabase.prototype, 'transaction'],
  [Storage.prototype, 'setItem'],
  [Storage.prototype, 'getItem'],
] as const

/** The page starts with storage refused; the cleanup after the test has it again. */
async function openRefused(address: string) {
  const app = await openApp(address, { startNow: false })
  refuseStorage()
  app.start()
  return app
}

function aServerThatKnowsMaya(): AccountServer {
  const server = startAccountServer()
  server.addAccount({ username: 'maya', first_name: 'Maya' })
  return server
}

async function signIn(): Promise<void> {
  await page.getByLabelText('Username').fill('maya')
  await page.getByLabelText('Password', { exact: true }).fill('a-long-and-quiet-river')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function fillClient(): Promise<void> {
  await page.getByLabelText('First Name').fill('Jo')
  await page.getByLabelText('Last Name').fill('Park')
  await page.getByLabelText('Email').fill('jo@example.com')
  await page.getByRole('button', { name: 'Create Client' }).click()
}

/** Loading the screens may take a busy machine a while. */
const patiently = { timeout: 10_000 }

const banner = () => page.getByText('This browser doesn’t allow storage, so nothing is saved on this device.')
const created = () => page.getByText('Jo Park has been added successfully.')

test('A7: without storage the agent works online only, and every page says so', async () => {
  const server = aServerThatKnowsMaya()
  server.answers.set('POST crm/clients/', { status: 201, body: { ...jo, id: 31 } })
  const letGo = server.hold('POST crm/clients/')
  const app = await openRefused('/login?next=/clients/new')
  await signIn()
  await expect.element(banner()).toBeVisible()
  expect(await axeFindings()).toEqual([])

  await fillClient()
  await expect.poll(() => server.arrivals.map(({ call }) => call), patiently).toContain('POST crm/clients/')
  await expect.element(page.getByRole('button', { name: 'Creating Client...' })).toBeVisible()
  await expect.element(created()).not.toBeInTheDocument()
  letGo()
  await expect.element(created()).toBeVisible()
  await expect.poll(app.address, patiently).toBe('/clients')
  await expect.element(page.getByRole('article', { name: 'Jo Park' })).toBeVisible()
  await expect.element(banner()).toBeVisible()
})

test('A7: without storage and server nothing is called saved, and the form keeps its text', async () => {
  const server = aServerThatKnowsMaya()
  await openRefused('/login?next=/clients/new')
  await signIn()
  await expect.element(banner()).toBeVisible()
  server.isReachable = false
  await fillClient()

  await expect.element(page.getByText('Failed to create client. Please try again.')).toBeVisible()
  await expect.element(page.getByText('this browser keeps no data, so it is not saved')).toBeVisible()
  await expect.element(created()).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('First Name')).toHaveValue('Jo')
  const workspace = useWorkspace.getState()
  expect(workspace.state === 'open' && (await workspace.device.database.clients.count())).toBe(0)

  server.isReachable = true
  server.answers.set('POST crm/clients/', { status: 201, body: { ...jo, id: 31 } })
  await page.getByRole('button', { name: 'Create Client' }).click()
  await expect.element(created()).toBeVisible()
  expect(server.arrivals.filter(({ call }) => call === 'POST crm/clients/')).toHaveLength(1)
})

test('A7: without storage a refusal is shown in the form, and nothing of it remains', async () => {
  const server = aServerThatKnowsMaya()
  server.answers.set('POST crm/clients/', { status: 400, body: { email: ['A client with this email exists.'] } })
  await openRefused('/login?next=/clients/new')
  await signIn()
  await expect.element(banner()).toBeVisible()
  await fillClient()
  await expect.element(page.getByText('A client with this email exists.')).toBeVisible()
  const workspace = useWorkspace.getState()
  expect(workspace.state === 'open' && (await workspace.device.database.outbox.count())).toBe(0)
})

test('A7: without storage a profile that the server has saved is called saved', async () => {
  const server = aServerThatKnowsMaya()
  leaveKindUnknown(server)
  const app = await openRefused('/login?next=/settings')
  await signIn()
  await page.getByLabelText('First Name').fill('Mayara')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  expect(server.signedIn?.first_name).toBe('Mayara')
  app.go('/')
  await expect.element(page.getByRole('heading', { name: 'Welcome back, Mayara!' })).toBeVisible()
})

test('A7: without storage signing out works', async () => {
  aServerThatKnowsMaya()
  const app = await openRefused('/login?next=/clients')
  await signIn()
  await expect.element(banner()).toBeVisible()
  app.go('/more')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(app.address()).toBe('/login')
})

const jo = {
  first_name: 'Jo',
  last_name: 'Park',
  email: 'jo@example.com',
  phone_number: '',
  notes: '',
  category: 'Buyer',
}
