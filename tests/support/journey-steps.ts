import { expect, type BrowserContext, type Page } from '@playwright/test'

export const password = 'a-long-and-quiet-river'

/** Registers and logs in through the screens; ends on the Dashboard with the service worker in control. */
export async function registerAndLogIn(page: Page, origin: string, username: string): Promise<void> {
  await register(page, origin, username)
  await logIn(page, username)
  await untilWorkerControls(page)
}

/** Ends like `registerAndLogIn`, without its screens. */
export async function beginSignedIn(page: Page, origin: string, username: string): Promise<void> {
  await openDashboard(page, origin, username)
  await untilWorkerControls(page)
}

/** The same without waiting for a service worker. */
export async function openDashboard(page: Page, origin: string, username: string): Promise<void> {
  const context = page.context()
  // Visitors get the anti-forgery token, too.
  await context.request.get(`${origin}/api/sync/`)
  const token = (await context.cookies(origin)).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const data = { username, email: `${username}@example.com`, password, password2: password }
  for (const path of ['register/', 'auth/login/']) {
    // A busy server refuses; try again.
    await expect(async () => {
      const headers = { 'X-CSRFToken': token }
      const answer = await context.request.post(`${origin}/api/users/${path}`, { data, headers })
      expect(answer.ok(), `${path} ${answer.status()}`).toBe(true)
    }).toPass({ timeout: 60_000 })
  }
  await page.goto(`${origin}/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

export async function register(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Registration successful! Please log in with your credentials.')).toBeVisible()
}

/** Ends on the screen that asked for the login, or on the Dashboard. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  // The URL changes first; a click during the transition may be lost.
  await expect(page.getByRole('heading', { level: 1, name: 'Login', exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Resolves when the shell is precached and the worker controls the page, so that it opens without a network. */
export async function untilWorkerControls(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    }
  })
}

/** Navigates inside the app, which is faster than a page load. Loads the page if the app is not open. */
export async function openScreen(page: Page, origin: string, path: string): Promise<void> {
  if (page.url().startsWith(`${origin}/`)) await page.evaluate((to) => history.pushState(null, '', to), path)
  else await page.goto(`${origin}${path}`)
}

export type ClientToAdd = { firstName: string; lastName: string; email: string; notes?: string }

export async function addClient(page: Page, origin: string, client: ClientToAdd): Promise<void> {
  await openScreen(page, origin, '/clients/new')
  // The profile in Settings has fields with the same labels.
  await expect(page.getByRole('heading', { name: 'Add New Client' })).toBeVisible()
  await page.getByLabel('First Name').fill(client.firstName)
  await page.getByLabel('Last Name').fill(client.lastName)
  await page.getByLabel('Email').fill(client.email)
  if (client.notes !== undefined) await page.getByLabel('Notes').fill(client.notes)
  // A notification about an earlier record may overlay the button, and stays while the pointer is on it.
  await page.getByRole('button', { name: 'Create Client' }).press('Enter')
  await expect(page.getByText(`${client.firstName} ${client.lastName} has been added successfully.`)).toBeVisible()
  // A reload before the form has closed would reopen it.
  await expect(page).not.toHaveURL(/\/clients\/new$/)
}

export type ListingToCreate = {
  address: string
  price?: string
  description: string
  photo?: { name: string; mimeType: string; buffer: Buffer }
}

/** Completes both steps of Create Listing; ends on My Listings with the new card shown. */
export async function createListing(page: Page, origin: string, listing: ListingToCreate): Promise<void> {
  await openScreen(page, origin, '/listings/new')
  await page.getByRole('searchbox').fill(listing.address)
  await page
    .getByRole('row')
    .filter({ hasText: listing.address })
    .getByRole('button', { name: /^Create/ })
    .click()
  if (listing.price !== undefined) await page.getByLabel('Listing Price').fill(listing.price)
  await page.getByLabel('Description').fill(listing.description)
  if (listing.photo !== undefined) await page.getByLabel('Main Photo').setInputFiles(listing.photo)
  await page.getByRole('button', { name: 'Create Listing', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Listings' })).toBeVisible()
  await expect(page.getByRole('article', { name: listing.address })).toBeVisible()
}

/**
 * Waits until the server has every change. Does not load a page, because leaving one during a request makes its answer unknown,
 * which delays the next attempt at a plain server by a minute.
 */
export async function untilEverythingIsSent(page: Page): Promise<void> {
  await openOutbox(page)
  await expect(page.getByText('Nothing is waiting')).toBeVisible({ timeout: 60_000 })
}

/** Ends all pauses between attempts, as when the browser reports a restored connection. */
export const simulateReconnect = (page: Page): Promise<void> =>
  page.evaluate(() => void dispatchEvent(new Event('online')))

export async function openOutbox(page: Page): Promise<void> {
  // The chip changes its size with its text, and may move away from under a click.
  await expect(async () => {
    await page.getByRole('button', { name: 'Sync status' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible({ timeout: 4000 })
  }).toPass()
}

export async function recordsOnServer(
  context: BrowserContext,
  origin: string,
  path: string,
): Promise<Record<string, unknown>[]> {
  const answer = await context.request.get(`${origin}/api/${path}?page_size=500`)
  expect(answer.status()).toBe(200)
  const body = (await answer.json()) as unknown
  return (Array.isArray(body) ? body : (body as { results: unknown[] }).results) as Record<string, unknown>[]
}

/** A real JPEG with location data. */
export async function photoOfAHouse(colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { default: sharp } = await import('sharp')
  const buffer = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: colour } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 34/1 0/1' } })
    .jpeg()
    .toBuffer()
  return { name: 'house.jpg', mimeType: 'image/jpeg', buffer }
}
