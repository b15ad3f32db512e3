import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useConnection } from '#state/connection.ts'
import { useInstallPrompt } from '#state/install-prompt.ts'
import { useSession } from '#state/session.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { aListing, aSavedPhoto } from '#tests/support/listing-screens.ts'
import { longTest } from '#tests/support/long-test.ts'
import { openApp } from '#tests/support/whole-app.tsx'
import { anAgentAtWork, anAgentOnANewDevice, openScreens } from '#tests/support/workspace-screens.tsx'

const field = (label: string) => page.getByLabelText(label, { exact: true })

async function register() {
  startAccountServer()
  const app = await openApp('/register')
  await field('Username').fill('maya')
  await field('Email').fill('maya@example.com')
  await field('Password').fill('a-long-and-quiet-river')
  await field('Confirm Password').fill('a-long-and-quiet-river')
  await page.getByRole('button', { name: 'Create Account' }).click()
  return app
}

const steps = () => page.getByRole('region', { name: 'First steps' })

test('after registering, pressing Login is enough', async () => {
  const app = await register()
  await expect.element(field('Username')).toHaveValue('maya')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(app.address).toBe('/dashboard')
})

longTest('a password typed at registration is forgotten once the agent has left Login', async () => {
  const app = await register()
  await expect.element(field('Password')).toHaveValue('a-long-and-quiet-river')
  await page.getByRole('form').getByRole('link', { name: 'Register' }).click()
  await expect.poll(app.address).toBe('/register')
  await page.getByRole('form').getByRole('link', { name: 'Login' }).click()
  await expect.element(field('Password')).toHaveValue('')
})

longTest('Today and Dashboard list the first steps, each with a link to where it is done', async () => {
  const agent = await anAgentAtWork()
  const { go } = await openScreens(agent, '/today')
  await expect.element(steps().getByRole('link', { name: 'Your name and phone' })).toHaveAttribute('href', '/settings')
  await expect
    .element(steps().getByRole('link', { name: 'First listing with a photo' }))
    .toHaveAttribute('href', '/listings/new')
  await expect
    .element(steps().getByRole('link', { name: 'Bring your contacts' }))
    .toHaveAttribute('href', '/clients/import')
  await expect
    .element(steps().getByRole('link', { name: /^Put it on this/ }))
    .toHaveAttribute('href', '/settings?tab=app')
  expect(await axeFindings()).toEqual([])
  go('/dashboard')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect.element(steps()).toBeVisible()
})

longTest('a first step is ticked once it is true on the device, and the list disappears when all are', async () => {
  const agent = await anAgentAtWork()
  await openScreens(agent, '/today')
  await expect.element(steps().getByText('0 of 4 done')).toBeVisible()
  await agent.device.database.clients.put({
    key: 'jo',
    first_name: 'Jo',
    last_name: 'Lee',
    email: 'jo@example.com',
    category: 'Buyer',
  })
  await expect.element(steps().getByText('Bring your contacts (done)')).toBeVisible()
  await aListing(agent.device, 7)
  await expect
    .element(steps().getByRole('link', { name: 'First listing with a photo' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/listings\/edit\//))
  await aSavedPhoto(agent.device, 70, '7', '/front.jpg')
  await expect.element(steps().getByText('First listing with a photo (done)')).toBeVisible()
  useSession.setState(({ user }) => ({ user: user && { ...user, phone_number: '(503) 555-0100' } }))
  await expect.element(steps().getByText('3 of 4 done')).toBeVisible()
  useInstallPrompt.setState({ installMethod: 'installed' })
  await expect.element(steps()).not.toBeInTheDocument()
})

longTest('dismissed first steps stay away on this device', async () => {
  const agent = await anAgentAtWork()
  const { go } = await openScreens(agent, '/today')
  await steps().getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect.element(steps()).not.toBeInTheDocument()
  go('/dashboard')
  await expect.element(page.getByText('Quick Actions')).toBeVisible()
  expect(steps().elements()).toEqual([])
})

test('first steps reserve their space during the first load, and none if it cannot run', async () => {
  const agent = await anAgentOnANewDevice()
  useConnection.setState({ state: 'sending' })
  await openScreens(agent, '/dashboard')
  const step = page.getByText('Bring your contacts')
  await expect.element(step).toBeInTheDocument()
  await expect.element(step).not.toBeVisible()
  useConnection.setState({ state: 'offline', lastReachedAt: null })
  await expect.element(step).not.toBeInTheDocument()
})
