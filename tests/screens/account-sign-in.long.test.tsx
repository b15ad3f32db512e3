import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSession } from '#state/session.ts'
import { rememberAgent } from '#storage/device/remembered-agent.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { mayaAtWork, openApp } from '#tests/support/whole-app.tsx'

const password = 'a-long-and-quiet-river'
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const field = (label: string) => page.getByLabelText(label, { exact: true })
const loginButton = () => page.getByRole('button', { name: 'Login', exact: true })

async function fillLogin(username: string, secret = password): Promise<void> {
  await field('Username').fill(username)
  await field('Password').fill(secret)
}

async function createAccount(username: string): Promise<void> {
  await fillLogin(username)
  await field('Email').fill(`${username}@example.com`)
  await field('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

test("only 'Loading authentication state...' shows until the device has its agent", async () => {
  startAccountServer()
  const app = await openApp('/', { startNow: false })
  await expect.element(page.getByText('Loading authentication state...')).toBeVisible()
  expect(page.getByRole('heading').elements()).toEqual([])
  app.start()
  await expect.element(heading('Every door you open today, in one place.')).toBeVisible()
  expect(page.getByText('Loading authentication state...').elements()).toEqual([])
})

test('a private page shows no login form until the server has checked the session', async () => {
  const { href } = window.location
  window.history.replaceState(window.history.state, '', '/dashboard')
  onTestFinished(() => window.history.replaceState(window.history.state, '', href))
  const server = startAccountServer()
  server.signedIn = server.addAccount({ username: 'maya' })
  const release = server.hold('GET users/profile/')
  await openApp('/dashboard')
  await expect.poll(() => server.arrivals.some(({ call }) => call === 'GET users/profile/')).toBe(true)
  await expect.element(page.getByText('Loading authentication state...')).toBeVisible()
  expect(loginButton().elements()).toEqual([])
  release()
  await expect.element(heading('Dashboard')).toBeVisible()
})

test('a first visit to the home page sends no request', async () => {
  const server = startAccountServer()
  await openApp('/')
  await expect.element(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register')
  await expect.element(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  expect(server.arrivals).toEqual([])
})

test('with a keyboard, Login puts the focus in its first empty field', async () => {
  startAccountServer()
  await openApp('/login')
  await expect.element(field('Username')).toHaveFocus()
})

test('each blank field of the login is marked until something is typed into it', async () => {
  const server = startAccountServer()
  await openApp('/login')
  await field('Username').fill('   ')
  await loginButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter both username and password.')
  expect(server.arrivals.filter(({ call }) => call === 'POST users/auth/login/')).toEqual([])
  await expect.element(field('Username')).toHaveAccessibleDescription('Username is required.')
  await expect.element(field('Password')).toHaveAccessibleDescription('Password is required.')
  await expect.element(field('Username')).toHaveAttribute('aria-invalid', 'true')
  await field('Username').fill('maya')
  await expect.element(field('Username')).not.toHaveAttribute('aria-invalid')
  await loginButton().click()
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  expect(await axeFindings()).toEqual([])
})

test('each blank field of the registration is marked, and the first of them has the focus', async () => {
  startAccountServer()
  await openApp('/register')
  await field('Username').fill('maya')
  await field('Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please fill in all required fields.')
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('Email')).toHaveAccessibleDescription('Email is required.')
  await expect.element(field('Confirm Password')).toHaveAccessibleDescription('Confirm Password is required.')
  await expect.element(field('Username')).not.toHaveAttribute('aria-invalid')
  await expect.element(field('Password')).not.toHaveAttribute('aria-invalid')
})

test('the success message of a registration disappears on the next login attempt', async () => {
  const server = startAccountServer()
  server.addAccount({ username: 'maya' })
  const app = await openApp('/register')
  await createAccount('noor')
  const news = page.getByText('Registration successful! Please log in with your credentials.')
  await expect.element(news).toBeVisible()
  expect(app.address()).toBe('/login')
  await fillLogin('noor', 'wrong')
  await loginButton().click()
  await expect.element(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  await expect.element(news).not.toBeInTheDocument()
})

test('a wrong password shows its sentence, and the fields keep their text', async () => {
  const server = startAccountServer()
  server.addAccount({ username: 'maya' })
  await openApp('/login')
  await fillLogin('maya', 'wrong')
  await loginButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid username or password. Please try again.')
  await expect.element(field('Username')).toHaveValue('maya')
  await expect.element(loginButton()).toBeVisible()
})

test("during login the button reads 'Logging in...' and a second submit is ignored", async () => {
  const server = startAccountServer()
  server.addAccount({ username: 'maya' })
  const release = server.hold('POST users/auth/login/')
  await openApp('/login')
  await fillLogin('maya')
  await loginButton().click()
  await expect.element(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await field('Password').click()
  await userEvent.keyboard('{Enter}')
  release()
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(server.arrivals.filter(({ call }) => call === 'POST users/auth/login/')).toHaveLength(1)
})

test('a private page leads to the login form, and back to the page after signing in', async () => {
  const server = startAccountServer()
  server.addAccount({ username: 'maya' })
  const app = await openApp('/clients?category=Buyers')
  await expect.element(heading('Login')).toBeVisible()
  await fillLogin('maya')
  await loginButton().click()
  await expect.element(heading('Clients')).toBeVisible()
  await expect.poll(() => document.querySelector('main:focus-within')).not.toBeNull()
  expect(app.address()).toBe('/clients?category=Buyers')
})

test('an agent who is signed in is redirected from the login form to the dashboard', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  const app = await openApp('/login')
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(app.address()).toBe('/dashboard')
})

test('offline, a remembered agent can continue to work', async () => {
  const server = startAccountServer()
  server.isReachable = false
  await rememberAgent(server.addAccount({ username: 'maya', first_name: 'Maya' }))
  const app = await openApp('/dashboard')
  await expect.element(heading('Dashboard')).toBeVisible()
  app.go('/')
  await expect.element(heading('Welcome back, Maya!')).toBeVisible()
  expect(useSession.getState().status).toBe('signed-in')
})

test('an error of the server signs no agent out', async () => {
  const server = startAccountServer()
  const maya = server.addAccount({ username: 'maya' })
  await rememberAgent(maya)
  server.answers.set('GET users/profile/', { status: 503, body: { detail: 'Busy.' } })
  await openApp('/dashboard')
  await expect.element(heading('Dashboard')).toBeVisible()
  // The session check waits until the screen has settled.
  await expect.poll(() => server.arrivals.map(({ call }) => call), { timeout: 10_000 }).toContain('GET users/profile/')
  expect(useSession.getState().status).toBe('signed-in')
})

test('the session check does not clear a login error for ten seconds', async () => {
  const { beginSignIn, sessionEnded, signInFailed } = await import('#state/session.ts')
  beginSignIn(1_000_000)
  signInFailed('Invalid username or password. Please try again.', null)
  sessionEnded(1_000_000 + 9_999)
  expect(useSession.getState().authError).toBe('Invalid username or password. Please try again.')
  sessionEnded(1_000_000 + 10_000)
  expect(useSession.getState().authError).toBeNull()
})

test('an invalid email and password are marked together, before any request', async () => {
  const server = startAccountServer()
  await openApp('/register')
  const create = page.getByRole('button', { name: 'Create Account' })
  await field('Username').fill('maya')
  await field('Email').fill('maya@example')
  await field('Password').fill('short')
  await field('Confirm Password').fill('short')
  await create.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Password must be at least 8 characters long')
  await expect.element(field('Email')).toHaveAccessibleDescription('Enter a valid email address.')
  await expect.element(field('Email')).toHaveFocus()
  await field('Password').fill(password)
  await field('Confirm Password').fill(password)
  await create.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Enter a valid email address\.$/)
  expect(server.arrivals.filter(({ call }) => call.startsWith('POST users/'))).toEqual([])
})

test('a registration refused only for its CSRF token is sent again with a new one', async () => {
  const server = startAccountServer()
  const refusal = {
    detail:
      'This page is out of date (its CSRF token is missing or wrong), so nothing was changed. Reload it and try again.',
    code: 'csrf_failed',
  }
  server.answers.set('POST users/register/', () => {
    server.answers.set('POST users/register/', { status: 201, body: {} })
    return { status: 403, body: refusal }
  })
  await openApp('/register')
  await createAccount('maya')
  await expect.element(page.getByText('Registration successful! Please log in with your credentials.')).toBeVisible()
  expect(server.arrivals.filter(({ call }) => call === 'POST users/register/')).toHaveLength(2)
})

test('registering sends four blank optional fields, and leads to the login form with a message', async () => {
  const server = startAccountServer()
  const release = server.hold('POST users/register/')
  const app = await openApp('/register')
  await createAccount('maya')
  await expect.element(page.getByRole('button', { name: 'Creating account...' })).toBeVisible()
  release()
  await expect.element(page.getByText('Registration successful! Please log in with your credentials.')).toBeVisible()
  expect(app.address()).toBe('/login')
  expect(server.arrivals.find(({ call }) => call === 'POST users/register/')?.body).toEqual({
    username: 'maya',
    email: 'maya@example.com',
    password,
    password2: password,
    first_name: '',
    last_name: '',
    license_number: '',
    phone_number: '',
  })
  await fillLogin('maya')
  await loginButton().click()
  await expect.element(heading('Dashboard')).toBeVisible()
})

test('the server’s field errors are shown in order, the first of each', async () => {
  const server = startAccountServer()
  server.answers.set('POST users/register/', {
    status: 400,
    body: { email: ['Taken.'], username: ['A user with that username already exists.', 'second'] },
  })
  await openApp('/register')
  await createAccount('maya')
  await expect.element(page.getByRole('alert')).toHaveTextContent('A user with that username already exists.')
  await expect.element(field('Username')).toHaveFocus()
  await expect.element(field('Username')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Email')).toHaveAccessibleDescription('Taken.')
})

test('registering again after a lost answer says that the account may exist already', async () => {
  const server = startAccountServer()
  const taken = (what: string) => [`A user with that ${what} already exists.`]
  server.answers.set('POST users/register/', {
    status: 400,
    body: { username: taken('username'), email: taken('email') },
  })
  await openApp('/register')
  await createAccount('maya')
  await expect.element(page.getByRole('alert')).toHaveTextContent('A user with that username already exists.')
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription(/If you just registered, your account may already exist: try logging in\./)
})

test('offline, the login form says that it needs the server, and blames no credentials', async () => {
  const server = startAccountServer()
  server.isReachable = false
  await openApp('/login')
  await field('Username').fill('maya')
  await field('Password').fill('a-long-and-quiet-river')
  await loginButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Logging in needs a connection to the server.')
  for (const words of ['Unable to connect', 'check your credentials'])
    expect(document.body.textContent).not.toContain(words)
})

test('behind a network’s sign-in page, the login form says that it needs the server', async () => {
  startAccountServer()
  const toServer = window.fetch
  const page200 = () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })
  window.fetch = async (input, init) =>
    new Request(input, init).url.includes('/api/') ? page200() : toServer(input, init)
  await openApp('/login')
  await field('Username').fill('maya')
  await field('Password').fill('a-long-and-quiet-river')
  await loginButton().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Logging in needs a connection to the server.')
  expect(document.body.textContent).not.toContain('check your credentials')
  window.fetch = toServer
})

test('when signed out, any address of the agent’s pages leads to the login form, even an unknown one', async () => {
  startAccountServer()
  const app = await openApp('/clients/12/nothing')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(app.address()).toBe('/login?next=%2Fclients%2F12%2Fnothing')
})

async function fillReset(code: string): Promise<void> {
  await field('Username').fill('maya')
  await field('Code').fill(code)
  await field('New Password').fill('a wide and slow river')
  await field('Confirm New Password').fill('a wide and slow river')
}
const resetButton = page.getByRole('button', { name: 'Reset Password' })

test('a forgotten password is replaced with a code, and Login confirms it', async () => {
  const server = startAccountServer()
  server.answers.set('POST users/password/reset/', { status: 204 })
  const app = await openApp('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect.element(heading('Reset Password')).toBeVisible()
  await expect
    .element(page.getByText(/The administrator of Fanlight in your office makes the code for you\./))
    .toBeVisible()
  expect(await axeFindings()).toEqual([])
  await fillReset('7K2M-09XT-QF4V-B3HD')
  await resetButton.click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Your password has been changed' }))
    .toHaveTextContent('all devices were logged out. API tokens and the calendar address were revoked. Please log in')
  expect(app.address()).toBe('/login')
  await expect.element(field('Username')).toHaveValue('maya')
  expect(server.arrivals.find(({ call }) => call === 'POST users/password/reset/')?.body).toEqual({
    username: 'maya',
    reset_code: '7K2M-09XT-QF4V-B3HD',
    new_password: 'a wide and slow river',
    new_password2: 'a wide and slow river',
  })
})

test('a refused code is reported, and the fields keep their text', async () => {
  const server = startAccountServer()
  const detail = 'This code does not match the username, or it was used or has expired. Ask for another one.'
  server.answers.set('POST users/password/reset/', { status: 400, body: { detail, code: 'invalid_code' } })
  await openApp('/reset-password')
  await resetButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please fill in all required fields.')
  await expect.element(field('Code')).toHaveAccessibleDescription('Code is required.')
  await fillReset('0000')
  await resetButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(detail)
  expect(page.getByText('invalid_code').elements()).toEqual([])
  await expect.element(field('Code')).toHaveFocus()
  await expect.element(field('New Password')).toHaveValue('a wide and slow river')
})

test('the form says if the server accepts no codes, or is unreachable', async () => {
  const server = startAccountServer()
  server.answers.set('POST users/password/reset/', { status: 404, body: { detail: 'Not found.' } })
  await openApp('/reset-password')
  await fillReset('7K2M')
  await resetButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This server does not accept codes.')
  server.isReachable = false
  await resetButton.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached. Please try again.')
})

test('on a server that sends email, a link is requested, and its page asks only for the new password', async () => {
  const server = startAccountServer()
  server.answers.set('GET users/password/forgotten/', { status: 200, body: { by: 'mail' } })
  server.answers.set('POST users/password/forgotten/', { status: 202, body: { detail: 'On its way.' } })
  server.answers.set('POST users/password/reset/', { status: 204 })
  await openApp('/reset-password')
  const send = page.getByRole('button', { name: 'Email Me a Link' })
  await send.click()
  await expect.element(field('Username or Email')).toHaveAccessibleDescription('Username or Email is required.')
  await field('Username or Email').fill('maya@example.com')
  await send.click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'If there is an account for maya@example.com' }))
    .toBeVisible()
  expect(await axeFindings()).toEqual([])
  const app = await openApp('/reset-password#username=maya&code=7K2M-09XT')
  await expect.element(page.getByText('Choose a new password for maya.')).toBeVisible()
  expect(page.getByLabelText('Code').elements()).toEqual([])
  await field('New Password').fill('a wide and slow river')
  await field('Confirm New Password').fill('a wide and slow river')
  await resetButton.click()
  await expect.poll(() => app.address()).toBe('/login')
  expect(server.arrivals.find(({ call }) => call === 'POST users/password/reset/')?.body).toMatchObject({
    username: 'maya',
    reset_code: '7K2M-09XT',
  })
})

test('an expired link of an email is reported, and leads to a request for another', async () => {
  const server = startAccountServer()
  server.answers.set('GET users/password/forgotten/', { status: 200, body: { by: 'mail' } })
  const detail = 'This username and code do not go together.'
  server.answers.set('POST users/password/reset/', { status: 400, body: { detail, code: 'invalid_code' } })
  const app = await openApp('/reset-password#username=maya&code=7K2M-09XT')
  await field('New Password').fill('a wide and slow river')
  await field('Confirm New Password').fill('a wide and slow river')
  await resetButton.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This link has been used, is older than an hour, or is not the newest. Ask for another one.')
  await page.getByRole('link', { name: 'Email Me Another Link' }).click()
  await expect.element(field('Username or Email')).toBeVisible()
  expect(app.address()).toBe('/reset-password')
})

test('on a server that sends email, a code from the administrator works as well', async () => {
  const server = startAccountServer()
  server.answers.set('GET users/password/forgotten/', { status: 200, body: { by: 'mail' } })
  await openApp('/reset-password')
  await page.getByRole('button', { name: 'I have a code from my administrator' }).click()
  await expect.element(field('Code')).toBeVisible()
})

test('a logged-in agent is referred to Settings instead', async () => {
  const server = startAccountServer()
  await mayaAtWork(server)
  await openApp('/reset-password')
  await expect.element(page.getByText(/You are logged in as maya\./)).toBeVisible()
  expect(resetButton.elements()).toEqual([])
})

test('with registration closed or by invitation only, Register says so instead of its form', async () => {
  const server = startAccountServer()
  const create = page.getByRole('button', { name: 'Create Account' })
  server.answers.set('GET users/register/', { status: 200, body: { registration: 'closed' } })
  const app = await openApp('/register')
  await expect.element(page.getByText('Registration is closed on this server.')).toBeVisible()
  expect(create.elements()).toEqual([])
  await expect.element(page.getByText('Already registered?')).toBeVisible()
  server.answers.set('GET users/register/', { status: 200, body: { registration: 'invite' } })
  app.go('/login')
  await expect.element(heading('Login')).toBeVisible()
  app.go('/register')
  await expect.element(page.getByText(/^This server needs an invitation\./)).toBeVisible()
  expect(create.elements()).toEqual([])
  expect(await axeFindings()).toEqual([])
})

test.each(['#', '?'])('the link of an invitation opens the form, which sends the invitation (%s)', async (mark) => {
  const server = startAccountServer()
  server.answers.set('GET users/register/', { status: 200, body: { registration: 'invite' } })
  const app = await openApp(`/register${mark}invite=a-long-secret`)
  await createAccount('noor')
  await expect.poll(app.address).toBe('/login')
  const sent = server.arrivals.find(({ call }) => call === 'POST users/register/')
  expect(sent?.body['invite']).toBe('a-long-secret')
})
