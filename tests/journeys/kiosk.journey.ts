import { expect, test, type BrowserContext, type Locator, type Page, blockServiceWorker } from './journey-test.ts'
import {
  beginSignedIn,
  openDashboard,
  password,
  recordsOnServer,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { findingsOnPage } from '../support/findings-on-page.ts'
import { heapSnapshotOf } from '../support/heap-of.ts'
import { openHouseToday } from '../support/open-house-today.ts'

test.use({ viewport: { width: 1024, height: 768 } })

const address = '41 Lanternwood Ln'
const pin = '2580'

test(
  'visitors sign in offline, through reloads and other addresses, and each arrives once',
  { tag: '@gate' },
  async ({ page, context, server: { origin } }) => {
    await beginSignedIn(page, origin, 'maya')
    await openHouseToday(page, origin, address)
    await startSignIn(page)
    await expect(page.getByText(/^Open house until [\d:]+ PM$/)).toBeVisible()
    await context.setOffline(true)

    const visitors = Array.from({ length: 3 }, (_, index) => ({
      name: `Visitor Number${index + 1}`,
      email: `visitor${index + 1}@mailbox.example`,
      phone: index % 2 === 0 ? '(916) 555-0100' : '',
    }))
    for (const [index, visitor] of visitors.entries()) {
      // Some type, so that the draft is saved as it would be before an interruption.
      await signIn(page, visitor, index < 2)
      if (index === 0) await page.reload()
      if (index === 1) await page.goto(`${origin}/clients`)
      await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
    }
    // One signs in twice, the second time with a phone number, and remains one visitor.
    await signIn(page, { ...(visitors[1] as Visitor), email: 'VISITOR2@mailbox.example', phone: '916 555 0199' })

    await context.setOffline(false)
    await openPinSheet(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText(/visitors? ha(s|ve) signed in/)).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
    await leave(page, pin)
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
    await untilEverythingIsSent(page)
    const visits = await visitsOnServer(context, origin)
    expect(visits.map(({ client_email }) => String(client_email)).toSorted()).toEqual(
      visitors.map(({ email }) => email).toSorted(),
    )
    const second = visits.find(({ client_email }) => client_email === 'visitor2@mailbox.example')
    expect(second).toMatchObject({ name: 'Visitor Number2', phone_number: '916 555 0199' })
    expect(second?.['consents']).toMatchObject([
      { kind: 'email', wording_version: 'email-1-en', wording: 'maya may email me about this house' },
    ])
  },
)

test('only the PIN ends the kiosk, and five wrong ones block it for a minute, even after a reload', async ({
  page,
  context,
  server: { origin },
}) => {
  await beginSignedIn(page, origin, 'noor')
  await openHouseToday(page, origin, address)
  await startSignIn(page)
  const kiosk = page.url()
  await page.getByRole('button', { name: 'Tap to sign in' }).click()
  await page.getByLabel('Your name').fill('Jo Park')

  await page.goBack()
  await expect(page).toHaveURL(kiosk)
  await expect(page.getByLabel('Your name')).toHaveValue('Jo Park')
  for (const path of ['/', '/dashboard', '/outbox', '/login', '/no-such-page']) {
    await page.goto(`${origin}${path}`)
    await expect(page, path).toHaveURL(kiosk)
    await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
  }
  const asked = () => page.evaluate(async () => (await (await fetch('/api/crm/clients/')).json()) as { code?: string })
  await expect.poll(async () => (await asked()).code).toBe('visitors_only')
  const secondTab = await context.newPage()
  await secondTab.goto(`${origin}/api/users/profile/`)
  await expect(secondTab.locator('body')).toContainText(/not_a_page|visitors_only/)
  await expect(secondTab.locator('body')).not.toContainText('noor')
  await secondTab.goto(`${origin}/clients`)
  await expect(secondTab).toHaveURL(kiosk)
  await secondTab.close()

  await context.setOffline(true)
  await openPinSheet(page)
  for (const triesLeft of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await tryPin(page, '0000')
    await expect(page.getByText(`Wrong PIN. ${triesLeft} left.`)).toBeVisible()
  }
  await tryPin(page, '0000')
  await expect(page.getByText(/Too many wrong PINs\. Try again in \d+ s\./)).toBeVisible()
  await page.reload()
  await openPinSheet(page)
  await expect(page.getByText(/Too many wrong PINs\. Try again in \d+ s\./)).toBeVisible()
  await tryPin(page, pin)
  await expect(page).toHaveURL(kiosk)
  await page.clock.install({ time: Date.now() + 61_000 })
  // The sheet may still be going back in the history, which would cancel the reload.
  await expect(() => page.reload({ timeout: 10_000 })).toPass()
  await leave(page, pin)
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  await page.goto(`${origin}/clients`)
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
})

test('visitors are saved while the server is down, arrive once, and leave no data in memory', async ({
  page,
  context,
}) => {
  const server = await startBuiltServer()
  const { origin } = server
  try {
    await beginSignedIn(page, origin, 'mia')
    await openHouseToday(page, origin, address)
    await startSignIn(page)
    const visitors = [
      { name: 'Visitor Offline', email: 'offline@mailbox.example', phone: '' },
      { name: 'Visitor Online', email: 'online@mailbox.example', phone: '(916) 555-0100' },
    ]
    await server.kill()
    for (const visitor of visitors) {
      await signIn(page, visitor)
      await expectForgotten(page, visitor.email)
      await expectForgotten(page, visitor.name)
      if (visitor === visitors[0]) await server.restart()
    }
    await leave(page, pin)
    await untilEverythingIsSent(page)
    const visits = await visitsOnServer(context, origin)
    expect(visits.map(({ client_email }) => String(client_email)).toSorted()).toEqual(
      visitors.map(({ email }) => email).toSorted(),
    )
  } finally {
    await server.close()
  }
})

test('a session that ends on the server does not interrupt the visitors’ form', async ({
  page,
  context,
  server: { origin },
}) => {
  await beginSignedIn(page, origin, 'olga')
  await openHouseToday(page, origin, address)
  await startSignIn(page)
  await page.getByRole('button', { name: 'Tap to sign in' }).click()
  await endSession(context, origin)
  await page.getByLabel('Your name').fill('Jo Park')
  await page.getByLabel('Email', { exact: true }).fill('jo@mailbox.example')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Jo' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
  const asked = page.waitForResponse(
    (answer) => answer.url().includes('/api/users/profile/') && answer.status() === 401,
  )
  await page.reload()
  await asked
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()

  await leave(page, pin)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})

test.describe('with a network', () => {
  test.use(blockServiceWorker)

  test('an untouched form warns, starts over after 30 seconds, and stores nothing', async ({
    page,
    server: { origin },
  }) => {
    await openDashboard(page, origin, 'rosa')
    await openHouseToday(page, origin, address)
    await startSignIn(page)
    await page.clock.install()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('button', { name: 'Toque para registrarse' }).click()
    await page.getByLabel('Su nombre').fill('Jo Park')
    await expect(page.getByText(/Se empieza de nuevo en/)).toHaveCount(0)
    await page.clock.fastForward(12_000)
    await expect(page.getByText(/Se empieza de nuevo en 1\d/)).toBeVisible()
    await page.getByRole('button', { name: 'Sigo aquí' }).click()
    await expect(page.getByText(/Se empieza de nuevo en/)).toHaveCount(0)
    await expect(page.getByLabel('Su nombre')).toHaveValue('Jo Park')
    await page.clock.fastForward(31_000)
    await page.getByRole('button', { name: 'Tap to sign in' }).click()
    await expect(page.getByLabel('Your name')).toHaveValue('')
    await expect(page.getByText(/^Open house until [\d:]+ PM$/)).toBeVisible()
  })

  test('axe finds no problem in the kiosk, on a light tablet and on a dark phone', async ({
    page,
    server: { origin },
  }) => {
    await openDashboard(page, origin, 'pia')
    await openHouseToday(page, origin, address)
    await page.getByRole('link', { name: 'Start Sign-in' }).first().click()
    await expect(page.getByLabel('PIN', { exact: true })).toBeVisible()
    await expectNothingFound(page, 'set-up')
    await chooseThePin(page)
    await expectNothingFound(page, 'idle')
    await page.getByRole('button', { name: 'Tap to sign in' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Enter an email like name@example.com.')).toBeVisible()
    await expectNothingFound(page, 'form')
    await page.getByLabel('Your name').fill('Jo Park')
    await page.getByLabel('Email', { exact: true }).fill('jo@mailbox.example')
    await page.getByRole('button', { name: 'Next' }).click()
    await expectNothingFound(page, 'second step')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Jo' })).toBeVisible()
    await expectNothingFound(page, 'thanks')
    await openPinSheet(page)
    await expectNothingFound(page, 'leaving')
    // Without the PIN, the password of the account ends the kiosk.
    await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
    await page.getByLabel('Password').fill('not-the-password')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByText('Wrong password.')).toBeVisible()
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  })
})

async function visitsOnServer(context: BrowserContext, origin: string): Promise<Record<string, unknown>[]> {
  const [listing] = await recordsOnServer(context, origin, 'listings/')
  return recordsOnServer(context, origin, `listings/${String(listing?.['id'])}/open-house-visits/`)
}

type Visitor = { name: string; email: string; phone: string }

async function startSignIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Start Sign-in' }).first().click()
  await chooseThePin(page)
}

async function chooseThePin(page: Page): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByLabel('Repeat PIN').fill(pin)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
}

async function signIn(page: Page, { name, email, phone }: Visitor, types = true): Promise<void> {
  const write = (label: Locator, words: string) => (types ? label.pressSequentially(words) : label.fill(words))
  await page.getByRole('button', { name: 'Tap to sign in' }).click()
  const agrees = page.getByRole('checkbox', { name: /may email me about this house/ })
  await expect(agrees).not.toBeChecked()
  await expect(page.getByLabel('Your name')).toHaveValue('')
  await write(page.getByLabel('Your name'), name)
  await write(page.getByLabel('Email', { exact: true }), email)
  await agrees.check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { name: /may call or text me/ })).not.toBeChecked()
  if (phone !== '') await write(page.getByLabel('Phone (optional)'), phone)
  await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: `Thank you, ${name.split(' ')[0]}` })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Tap to sign in' })).toBeVisible()
}

async function openPinSheet(page: Page): Promise<void> {
  const lock = page.getByRole('button', { name: /press and hold/ })
  await expect(lock).toBeVisible()
  await lock.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await lock.hover()
  await page.mouse.down()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.up()
}

async function tryPin(page: Page, digits: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill(digits)
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).press('Enter')
}

async function leave(page: Page, digits: string): Promise<void> {
  await openPinSheet(page)
  await tryPin(page, digits)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Ends the session as an administrator would, which makes the cookie invalid. */
async function endSession(context: BrowserContext, origin: string): Promise<void> {
  const { cookies } = await context.storageState()
  const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await context.request.post(`${origin}/api/users/auth/logout/`, { headers: { 'X-CSRFToken': token } })
  expect(answer.ok()).toBe(true)
}

/** Waits, because a running exchange holds the outbox entries that it reads. */
async function expectForgotten(page: Page, text: string): Promise<void> {
  await expect
    // A heap snapshot takes seconds.
    .poll(() => heapHolds(page, text), { message: `${text} in the page's memory`, timeout: 60_000 })
    .toBe(false)
}

/** Whether the page's memory contains the text after garbage collection. */
async function heapHolds(page: Page, text: string): Promise<boolean> {
  const snapshot = await heapSnapshotOf(page)
  // Text on screen must be found, or the check would prove nothing.
  expect(snapshot).toContain('Tap to sign in')
  return snapshot.includes(text)
}

async function expectNothingFound(page: Page, where: string): Promise<void> {
  for (const { theme, width, height } of [
    { theme: 'light', width: 1024, height: 768 },
    { theme: 'dark', width: 390, height: 844 },
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findingsOnPage(page, theme), `${where}, ${theme}, ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${where} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1024, height: 768 })
}
