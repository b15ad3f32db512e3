import { password } from '#tests/support/journey-steps.ts'
import type { EnginePage } from './engine-page.ts'
import { button, css, label, text } from './targets.ts'

export async function registerAndSignIn(page: EnginePage, username: string): Promise<void> {
  await page.goto('/register')
  await page.fill(label('Username'), username)
  await page.fill(label('Email'), `${username}@mail.example`)
  await page.fill(label('Password'), password)
  await page.fill(label('Confirm Password'), password)
  await page.click(button('Create Account'))
  await page.see(text('Registration successful!'))
  await page.fill(label('Username'), username)
  await page.fill(label('Password'), password)
  await page.click(button('Login'))
  await page.heading('Dashboard')
}

/** Waits until the app can open without a network. */
export async function untilWorkerControls(page: EnginePage): Promise<void> {
  await page.until('navigator.serviceWorker.controller !== null')
}

export async function addClient(page: EnginePage, first: string, last: string): Promise<void> {
  await page.goto('/clients/new')
  await page.heading('Add New Client')
  await page.until(`document.querySelector('main input[name=first_name]') !== null`)
  await page.fill(label('First Name'), first)
  await page.fill(label('Last Name'), last)
  await page.fill(label('Email'), `${first}.${last}@mail.example`.toLowerCase())
  await page.click(button('Create Client'))
  await page.until(`location.pathname === '/clients'`)
  await page.see(text(`${first} ${last}`))
}

export async function syncState(page: EnginePage, state: string): Promise<void> {
  await page.until(
    `document.querySelector('#root [aria-label="Sync status"]')?.dataset.state === ${JSON.stringify(state)}`,
  )
}

export async function startTour(page: EnginePage): Promise<void> {
  await page.see(button('Start Tour'))
  await page.click(button('Start Tour'))
  // The app asks before starting a tour whose time is not now.
  await page.until(`/stop 1 of/.test(document.body.innerText) || document.querySelector('[role=alertdialog]') !== null`)
  if (await page.sees(css('[role=alertdialog]'))) await page.click(button('Start Tour'))
}

/** Visits both homes of a tour, up to the rating. */
export async function runTour(page: EnginePage): Promise<void> {
  await startTour(page)
  for (const stop of [1, 2]) {
    await page.until(`document.body.innerText.includes('stop ${stop} of 2')`)
    await page.click(button('I’m here'))
    await page.click(button('I’m leaving'))
  }
  await page.see(text('How did the buyer like the homes?'))
}

/** Screens whose address has no record. */
export const screens = [
  '/clients/new',
  '/today',
  '/tours',
  '/settings',
  '/clients',
  '/my-listings',
  '/outbox',
  '/dashboard',
]

const isThereWhole = `document.querySelector('#root main h1') !== null && document.querySelector('#root main [data-skeleton]') === null`

/**
 * Opens screens one after the other and leaves every other one for another site as soon as it is visible, a form during
 * the writes of its draft. Returns how long each took by the clock `now` until its heading showed without a skeleton,
 * or null if it never did.
 */
export async function leaveScreens(
  page: EnginePage,
  elsewhere: string,
  count: number,
  now: () => number = () => 0,
): Promise<(number | null)[]> {
  const times: (number | null)[] = []
  for (let index = 0; index < count; index += 1) {
    // Shifts by one in each round, so that every screen is left at some time.
    const screen = screens[(index + Math.floor(index / screens.length)) % screens.length] as string
    const openedAt = now()
    const isThere = await page
      .goto(screen)
      .then(() => page.until(isThereWhole, 10_000))
      .then(
        () => true,
        () => false,
      )
    times.push(isThere ? now() - openedAt : null)
    if (isThere && screen === '/clients/new') await page.fill(label('First Name'), `Left ${index}`)
    if (index % 2 === 0) await page.goto(elsewhere)
  }
  return times
}

export async function discardDraft(page: EnginePage): Promise<void> {
  await page.click(button('Discard Draft'))
  await page.until(`document.querySelector('main input[name=first_name]').value === ''`)
}

/** Waits until the field is visible with this value; the page may navigate away in between. */
export async function expectField(page: EnginePage, name: string, value: string): Promise<void> {
  const field = `document.querySelector('#root main [name=${name}]')`
  await page.until(`${field}?.value === ${JSON.stringify(value)} && ${field}.getBoundingClientRect().width > 0`)
}
