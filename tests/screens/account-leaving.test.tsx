import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshSession } from '#app/refresh-session.ts'
import { isLogoutPending } from '#state/pending-logout.ts'
import { useConnection } from '#state/connection.ts'
import { notify } from '#state/notifications.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { useSession } from '#state/session.ts'
import { listLocalAgents } from '#storage/opening/locate-devices.ts'
import { forgetAgent, rememberAgent, signedInAgent } from '#storage/device/remembered-agent.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { downloads } from '#tests/support/downloads.ts'
import { leaveKindUnknown, startAccountServer } from '#tests/support/account-server.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anUnsentClient, mayaAtWork, movableTimers, openApp, openedDevice } from '#tests/support/whole-app.tsx'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const question = () => page.getByRole('alertdialog')
const answer = (name: string) => question().getByRole('button', { name, exact: true })

// On a phone, Logout is under More.
beforeEach(() => page.viewport(1280, 900))

async function mayaAt(address = '/dashboard') {
  const server = startAccountServer()
  if (address === '/settings') leaveKindUnknown(server)
  const maya = await mayaAtWork(server)
  const app = await openApp(address)
  return { server, maya, app, device: await openedDevice() }
}

async function mayaWithUnsentWork(address?: string) {
  const all = await mayaAt(address)
  all.server.isReachable = false
  await anUnsentClient(all.device)
  return all
}

async function signIn(username: string): Promise<void> {
  await page.getByLabelText('Username', { exact: true }).fill(username)
  await page.getByLabelText('Password', { exact: true }).fill('a-long-and-quiet-river')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const logout = () => page.getByRole('button', { name: 'Logout' }).first().click()

test('logout with nothing waiting clears the agent’s data and leads to the login form', async () => {
  const { server, maya } = await mayaAt()
  await expect.element(heading('Dashboard')).toBeVisible()
  localStorage.setItem(`fanlight:recent-activity:${maya.id}`, '[]')
  await logout()
  await expect.element(heading('Login')).toBeVisible()
  expect((await listLocalAgents()).map(({ agentId }) => agentId)).not.toContain(String(maya.id))
  expect(localStorage.getItem(`fanlight:recent-activity:${maya.id}`)).toBeNull()
  expect(server.arrivals.map(({ call }) => call)).toContain('POST users/auth/logout/')
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null })
})

longTest('messages for one agent disappear when that agent leaves', async () => {
  await mayaAt()
  notify({ title: 'Called Samir?', duration: 0, action: { label: 'Log It', run: () => {} } })
  await expect.element(page.getByText('Called Samir?')).toBeVisible()
  await logout()
  await expect.element(heading('Login')).toBeVisible()
  await expect.poll(() => page.getByText('Called Samir?').elements()).toEqual([])
})

longTest('logout clears the agent’s data even if the call fails, and notifies the server later', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const first = await openApp('/dashboard')
  await openedDevice()
  server.isReachable = false
  await logout()
  await expect.element(heading('Login')).toBeVisible()
  expect(await listLocalAgents()).toEqual([])
  expect(isLogoutPending()).toBe(true)

  // The server still has her session; starting again must not sign anyone in with it.
  await first.close()
  server.isReachable = true
  await openApp('/dashboard')
  await expect.element(heading('Login')).toBeVisible()
  await expect.poll(() => isLogoutPending()).toBe(false)
  expect(server.signedIn).toBeNull()
  expect(useSession.getState().status).toBe('signed-out')
})

longTest('after an offline logout, a refused login does not sign in the old session when back online', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const first = await openApp('/dashboard')
  await openedDevice()
  server.isReachable = false
  await logout()
  await expect.element(heading('Login')).toBeVisible()
  await signIn('whoever')
  await expect.element(page.getByText(/Logging in needs a connection to the server/)).toBeVisible()
  await first.close()

  server.isReachable = true
  await openApp('/dashboard')
  await expect.element(heading('Login')).toBeVisible()
  await expect.poll(() => server.signedIn).toBeNull()
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null })
})

longTest('a logout refused for its CSRF token is tried again with a new one', async () => {
  const { server } = await mayaAt()
  server.answers.set('POST users/auth/logout/', { status: 403, body: { detail: 'No.', code: 'csrf_failed' } })
  await logout()
  await expect.element(heading('Login')).toBeVisible()
  expect(server.arrivals.filter(({ call }) => call === 'POST users/auth/logout/')).toHaveLength(2)
  expect(isLogoutPending()).toBe(true)
})

longTest('a logout says so if the device cannot list unsent work, and can be tried again', async () => {
  await mayaAt()
  const { database } = await openedDevice()
  vi.spyOn(database.attention, 'count').mockRejectedValueOnce(new Error('The disk could not be read.'))
  await logout()
  await expect.element(page.getByText('Not logged out')).toBeVisible()
  expect(useSession.getState().user?.username).toBe('maya')
  await logout()
  await expect.element(heading('Login')).toBeVisible()
})

test('logout with unsent work asks what to do with it, and Stay changes nothing (D5)', async () => {
  const { device } = await mayaWithUnsentWork()
  await logout()
  await expect.element(question()).toHaveTextContent('You have 1 unsent change')
  await answer('Stay').click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(await device.database.clients.count()).toBe(1)
})

test('work that this version cannot read counts as unsent, and is never deleted without asking', async () => {
  const { device } = await mayaAt()
  await device.database.attention.add({
    raw: { entity: 'hologram' },
    error: 'Unknown entity.',
    at: Date.now(),
  })
  await logout()
  await expect.element(question()).toHaveTextContent('You have 1 unsent change')
  await answer('Stay').click()
  expect(await device.database.attention.count()).toBe(1)
})

longTest('unsent work stays locked: the login form counts it, and only its agent gets it back', async () => {
  const { server, maya } = await mayaWithUnsentWork()
  server.addAccount({ username: 'noor' })
  await logout()
  await answer('Keep it locked on this device').click()
  await expect.element(heading('Login')).toBeVisible()
  await expect.element(page.getByText('maya has 1 unsent change locked on this device.')).toBeVisible()
  expect(page.getByText('Jo Park').elements()).toEqual([])

  server.isReachable = true
  server.answers.set('GET sync/', { status: 503 })
  await signIn('noor')
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(await (await openedDevice()).database.clients.count()).toBe(0)
  await logout()
  await expect.element(heading('Login')).toBeVisible()

  await signIn('maya')
  await expect.element(heading('Dashboard')).toBeVisible()
  await expect.poll(() => useSession.getState().user?.id).toBe(maya.id)
  expect(await (await openedDevice()).database.clients.count()).toBe(1)
})

longTest('D6: unsent work of a closed account stays locked, and is exported with its password', async () => {
  const { server, maya } = await mayaWithUnsentWork()
  // The administrator has closed the account, so her session and password are invalid.
  server.signedIn = null
  server.isReachable = true
  useConnection.getState().syncNow()
  await expect.element(heading('Login')).toBeVisible()
  const answerOfLogin = (status: number, body: object) => server.answers.set('POST users/auth/login/', { status, body })
  answerOfLogin(401, { detail: 'Invalid username or password.', code: 'invalid_credentials' })
  await signIn('maya')
  await expect.element(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Export everything' }).elements()).toEqual([])

  answerOfLogin(403, { detail: 'This account is closed.', code: 'account_closed', agent: maya.id })
  await signIn('maya')
  await expect.element(page.getByText('This account is closed.')).toBeVisible()
  await expect.element(page.getByText(/^1 unsent change is locked on this device and can’t be sent/)).toBeVisible()
  expect(page.getByText('Jo Park').elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
  const files = downloads()
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect.poll(() => files.length).toBe(1)
  const exported = JSON.parse(await (files[0] as Blob).text()) as Record<string, unknown>
  expect(exported).toMatchObject({ owner: String(maya.id), operations: [{ changes: { email: 'jo@example.com' } }] })
  expect(await listLocalAgents()).toMatchObject([{ agentId: String(maya.id), unsent: 1 }])
  expect(useSession.getState().status).toBe('locked')

  answerOfLogin(401, { detail: 'Invalid username or password.', code: 'invalid_credentials' })
  await signIn('noor')
  await expect.element(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Export everything' }).elements()).toEqual([])
})

longTest('an account is closed by keyboard with the password, and the device deletes its data', async () => {
  const { server } = await mayaAt('/settings')
  const form = page.getByRole('form', { name: 'Close Account' })
  const password = form.getByLabelText('Your Password')
  await expect.element(password).toBeVisible()
  // Later content above the form would move it under the top bar, where axe finds its buttons too small.
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument()
  ;(password.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription('Your Password is required.')
  await expect.element(password).toHaveFocus()
  form.element().scrollIntoView({ block: 'center' })
  await expect.poll(axeFindings).toEqual([])

  const wrong = 'This is not your password.'
  server.answers.set('POST users/close/', { status: 400, body: { current_password: [wrong] } })
  await userEvent.keyboard('not mine{Enter}')
  await expect.element(form.getByRole('alert')).toHaveTextContent(wrong)
  await expect.element(password).toHaveAccessibleDescription('Type it again.')
  await expect.element(heading('Settings')).toBeVisible()

  server.answers.set('POST users/close/', { status: 204 })
  await password.fill('a-long-and-quiet-river')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Login')).toBeVisible()
  await expect.element(page.getByText('Account Closed')).toBeVisible()
  expect(server.arrivals.findLast(({ call }) => call === 'POST users/close/')?.body).toEqual({
    current_password: 'a-long-and-quiet-river',
  })
  await expect.poll(() => listLocalAgents()).toEqual([])
})

longTest('answers to other calls while an account is being closed leave no data on the device', async () => {
  const { server } = await mayaAt('/settings')
  server.answers.set('POST users/close/', { status: 204 })
  const letGo = server.hold('POST users/close/')
  await page.getByRole('form', { name: 'Close Account' }).getByLabelText('Your Password').fill('a-long-and-quiet-river')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.arrivals.map(({ call }) => call)).toContain('POST users/close/')
  server.signedIn = null
  server.answers.delete('GET sync/')
  useConnection.getState().syncNow()
  await expect.poll(() => useConnection.getState().state).toBe('needs-login')
  letGo()
  await expect.element(page.getByText('Account Closed')).toBeVisible()
  await expect.element(heading('Login')).toBeVisible()
  await expect.poll(() => listLocalAgents()).toEqual([])
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null })
})

longTest('closing the account first offers a backup of everything', async () => {
  await mayaAt('/settings')
  await page.getByRole('form', { name: 'Close Account' }).getByRole('link', { name: 'Back Up First' }).click()
  await expect.element(page.getByRole('button', { name: 'Back Up', exact: true })).toBeVisible()
})

longTest('an account is not closed while it has changes that could not be sent afterwards', async () => {
  const { server } = await mayaWithUnsentWork('/settings')
  const form = page.getByRole('form', { name: 'Close Account' })
  await form.getByLabelText('Your Password').fill('a-long-and-quiet-river')
  // By keyboard, because the offline notice moves the button.
  await userEvent.keyboard('{Enter}')
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent(
      'You have 1 unsent change, which can’t be sent once your account is closed. Send or discard it in the Outbox first.',
    )
  await expect.element(form.getByLabelText('Your Password')).toHaveValue('a-long-and-quiet-river')
  expect(server.arrivals.map(({ call }) => call)).not.toContain('POST users/close/')
  expect(await listLocalAgents()).toHaveLength(1)
})

longTest('an account is not closed while the server cannot be reached', async () => {
  const { server } = await mayaAt('/settings')
  const form = page.getByRole('form', { name: 'Close Account' })
  await form.getByLabelText('Your Password').fill('a-long-and-quiet-river')
  server.isReachable = false
  // By keyboard, because the offline notice moves the button.
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByRole('alert')).toBeVisible()
  await expect.element(heading('Settings')).toBeVisible()
  expect(await listLocalAgents()).toHaveLength(1)
})

longTest('discarding unsent work requires ticking a named box (D5, J6)', async () => {
  await mayaWithUnsentWork()
  await logout()
  await answer('Discard').click({ force: true })
  await expect.element(question()).toHaveTextContent('Check the box to discard it.')
  expect((await listLocalAgents()).map(({ unsent }) => unsent)).toEqual([1])
  await question().getByRole('checkbox', { name: 'Discard 1 unsent change' }).click()
  await answer('Discard').click()
  await expect.element(heading('Login')).toBeVisible()
  expect(await listLocalAgents()).toEqual([])
})

longTest('if logout cannot clear the device, the agent stays signed in on the server and is asked again', async () => {
  const { server } = await mayaAt()
  await anUnsentClient(await openedDevice())
  server.answers.set('GET sync/', { status: 503 })
  const deletion = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => {
    throw new Error('The disk could not be written.')
  })
  await logout()
  await question().getByRole('checkbox', { name: 'Discard 1 unsent change' }).click()
  await answer('Discard').click()
  await expect.element(page.getByText('Not logged out')).toBeVisible()
  expect(deletion).toHaveBeenCalledOnce()
  await openedDevice()
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(server.signedIn?.username).toBe('maya')
  expect(isLogoutPending()).toBe(false)

  await logout()
  await question().getByRole('checkbox', { name: 'Discard 1 unsent change' }).click()
  await answer('Discard').click()
  await expect.element(heading('Login')).toBeVisible()
  expect(await listLocalAgents()).toEqual([])
  expect(server.signedIn).toBeNull()
})

longTest('the question stays while a last attempt sends, and Stay then cancels the logout', async () => {
  const { server, device } = await mayaWithUnsentWork()
  server.isReachable = true
  server.answers.set('GET sync/', { status: 503 })
  const letGo = server.hold('GET sync/')
  await logout()
  await expect.element(question()).toHaveTextContent('Trying to send it now')
  await answer('Stay').click()
  await expect.element(question()).not.toBeInTheDocument()
  letGo()
  await expect.poll(() => useConnection.getState().state).not.toBe('syncing')
  expect(useSession.getState().status).toBe('signed-in')
  expect(await device.database.clients.count()).toBe(1)
})

longTest('while a logout runs, neither Stay nor Escape pretends to stop it', async () => {
  const { server } = await mayaAt()
  await anUnsentClient(await openedDevice())
  server.answers.set('GET sync/', { status: 503 })
  await logout()
  await question().getByRole('checkbox', { name: 'Discard 1 unsent change' }).click()
  const letGo = server.hold('POST users/auth/logout/')
  await answer('Discard').click()
  await expect.element(answer('Stay')).toHaveAttribute('aria-disabled', 'true')
  await answer('Stay').click({ force: true })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => server.arrivals.map(({ call }) => call)).toContain('POST users/auth/logout/')
  await expect.element(question()).toBeVisible()
  letGo()
  await expect.element(heading('Login')).toBeVisible()
  expect(await listLocalAgents()).toEqual([])
})

longTest('an ended session leads to the login form, locks the data, and returns to the page after login', async () => {
  const server = startAccountServer()
  const maya = server.addAccount({ username: 'maya' })
  await rememberAgent(maya)
  server.isReachable = false
  const first = await openApp('/dashboard')
  await anUnsentClient(await openedDevice())
  await first.close()

  server.isReachable = true
  server.answers.set('GET sync/', { status: 503 })
  const { passQuietTime } = movableTimers()
  const app = await openApp('/clients')
  await openedDevice()
  await passQuietTime()
  await expect.element(heading('Login')).toBeVisible()
  await expect.element(page.getByText(/Your session ended\. Everything you changed is kept/)).toBeVisible()
  expect(page.getByText('Jo Park').elements()).toEqual([])
  expect(useSession.getState().status).toBe('locked')

  await signIn('maya')
  await expect.element(heading('Clients')).toBeVisible()
  expect(app.address()).toBe('/clients')
  await expect.element(page.getByRole('article', { name: 'Jo Park' })).toBeVisible()
})

longTest('signing out in another tab signs this one out', async () => {
  await mayaAt()
  await forgetAgent(String(useSession.getState().user?.id))
  announceSessionChange()
  await expect.element(heading('Login')).toBeVisible()
})

longTest('A17: a page returning from the browser’s cache follows a sign-out that it missed', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  // An answer about the profile would remember the agent again.
  const letGo = server.hold('GET users/profile/')
  await openApp('/dashboard')
  await openedDevice()
  await forgetAgent(String(useSession.getState().user?.id))
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(heading('Login')).toBeVisible()
  letGo()
})

longTest.each(['before', 'after'] as const)(
  'a profile answer that arrives %s this tab learns of a sign-out elsewhere signs no agent in',
  async (when) => {
    const server = startAccountServer()
    const maya = await mayaAtWork(server)
    const letGo = server.hold('GET users/profile/')
    const { passQuietTime } = movableTimers()
    await openApp('/dashboard')
    await openedDevice()
    await passQuietTime()
    // One request checks the agent, the other the session before sending.
    const timesAsked = () => server.arrivals.filter(({ call }) => call === 'GET users/profile/').length
    await expect.poll(timesAsked).toBe(2)
    const asked = refreshSession()
    await expect.poll(timesAsked).toBe(3)
    await forgetAgent(String(maya.id))
    if (when === 'before') await answered()
    announceSessionChange()
    if (when === 'after') {
      await expect.element(heading('Login')).toBeVisible()
      await answered()
    }
    await expect.element(heading('Login')).toBeVisible()
    expect(await signedInAgent()).toBeNull()

    async function answered() {
      letGo()
      await asked
    }
  },
)
