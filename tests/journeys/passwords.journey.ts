import { type BrowserContext, expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import {
  addClient,
  password,
  recordsOnServer,
  registerAndLogIn,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'

const changed = 'two lanterns above the door'

async function tryToLogIn(page: Page, username: string, word: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The old password is refused, the new one signs in, and waiting changes are sent. */
async function logInWithNewPassword(
  page: Page,
  username: string,
  { oldPassword, newPassword }: Record<'oldPassword' | 'newPassword', string>,
) {
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await tryToLogIn(page, username, oldPassword)
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  await tryToLogIn(page, username, newPassword)
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Login', exact: true })).toBeHidden()
  await untilEverythingIsSent(page)
}

const emails = async (phone: BrowserContext, origin: string) =>
  (await recordsOnServer(phone, origin, 'crm/clients/')).map(({ email }) => String(email)).toSorted()

test('a new password logs other devices out, and their waiting changes are sent after login', async ({
  browser,
  context: carried,
  page: phone,
  server: { origin },
}) => {
  await registerAndLogIn(phone, origin, 'pass')
  const laptop = await browser.newContext(blockServiceWorker)
  const desk = await laptop.newPage()
  await desk.goto(`${origin}/login`)
  await tryToLogIn(desk, 'pass', password)
  await expect(desk).toHaveURL(/\/dashboard$/)

  await carried.setOffline(true)
  await addClient(phone, origin, { firstName: 'Before', lastName: 'Change', email: 'change@example.com' })
  await desk.goto(`${origin}/settings`)
  const form = desk.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('Current Password').fill(password)
  await form.getByLabel('New Password', { exact: true }).fill(changed)
  await form.getByLabel('Confirm New Password').fill(changed)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(desk.getByText('Password changed')).toBeVisible()
  // Offline, the session does not end.
  await phone.goto(`${origin}/clients`)
  await expect(phone.getByRole('article', { name: 'Before Change' })).toContainText('Waiting')
  await carried.setOffline(false)
  await phone.goto(`${origin}/clients`)
  await logInWithNewPassword(phone, 'pass', { oldPassword: password, newPassword: changed })
  expect(await emails(carried, origin)).toEqual(['change@example.com'])

  await addClient(desk, origin, { firstName: 'At', lastName: 'Desk', email: 'desk@example.com' })
  await untilEverythingIsSent(desk)
  expect(await emails(carried, origin)).toEqual(['change@example.com', 'desk@example.com'])
  await laptop.close()
})

test(
  'a reset password logs other devices out, and their waiting changes are sent after login',
  { tag: '@gate' },
  async ({ browser, context: carried, page: phone, server }) => {
    const { origin } = server
    await registerAndLogIn(phone, origin, 'reset')
    await carried.setOffline(true)
    await addClient(phone, origin, { firstName: 'Before', lastName: 'Reset', email: 'reset@example.com' })
    const laptop = await browser.newContext(blockServiceWorker)
    const desk = await laptop.newPage()
    await desk.goto(`${origin}/login`)
    await desk.getByRole('link', { name: 'Forgot your password?' }).click()
    const code = (await server.run(['account', 'reset', 'reset'])).trim().split('\n').at(-1) ?? ''
    await desk.getByLabel('Username').fill('reset')
    await desk.getByLabel('Code').fill(code)
    await desk.getByLabel('New Password', { exact: true }).fill(changed)
    await desk.getByLabel('Confirm New Password').fill(changed)
    await desk.getByRole('button', { name: 'Reset Password' }).click()
    await expect(desk.getByText('Your password has been changed, and all devices were logged out.')).toBeVisible()
    await tryToLogIn(desk, 'reset', changed)
    await expect(desk).toHaveURL(/\/dashboard$/)

    await carried.setOffline(false)
    await phone.goto(`${origin}/clients`)
    await logInWithNewPassword(phone, 'reset', { oldPassword: password, newPassword: changed })
    expect(await emails(carried, origin)).toEqual(['reset@example.com'])
    await laptop.close()
  },
)
