import { expect, test, type Page } from './journey-test.ts'
import {
  addClient,
  beginSignedIn,
  createListing,
  openScreen,
  photoOfAHouse,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { findingsInColours, findingsOnPage } from '../support/findings-on-page.ts'

// Each device has its own agent, so that they can run in parallel.
test.describe.configure({ mode: 'parallel' })

const devices = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

for (const [device, viewport] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport })

    for (const theme of ['light', 'dark'] as const) {
      test(
        `axe finds no problem on any screen, ${theme}`,
        { tag: device === 'phone' && theme === 'light' ? '@gate' : [] },
        async ({ page, context, server }) => {
          test.setTimeout(300_000)
          // The other theme differs only in its colors.
          const look = theme === 'light' ? findingsOnPage : findingsInColours
          const checkNow = async (what: string) => expect(await look(page, theme), what).toEqual([])
          const check = async (path: string) => {
            await goTo(page, path)
            await checkNow(path)
          }
          const { origin } = server
          const errors: string[] = []
          page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
          await page.goto(`${origin}/login`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          for (const path of ['/', '/login', '/register', '/reset-password']) await check(path)
          // A visitor does not ask for a profile, which would be answered 401.
          expect(errors).toEqual([])
          await check('/nowhere')

          await beginSignedIn(page, origin, `axe-${device}-${theme}`)
          for (const path of ['/my-listings', '/clients']) await check(path) // still empty
          await page.goto(`${origin}/listings/new`)
          const address =
            (await page.getByRole('row').nth(1).getByRole('cell').first().innerText()).split('\n')[0] ?? ''
          await createListing(page, origin, { address, description: 'Bright.', photo: await photoOfAHouse('#7a9') })
          await addClient(page, origin, {
            firstName: 'Elena',
            lastName: 'Vasquez',
            email: 'elena@example.com',
            notes: 'Two dogs.',
          })
          await untilEverythingIsSent(page)
          await context.setOffline(true)
          await addClient(page, origin, { firstName: 'Tom', lastName: 'Okafor', email: 'tom@example.com' })

          const listing = await linkOn(page, `${origin}/my-listings`, address, /^View Details/)
          const client = await linkOn(page, `${origin}/clients`, 'Elena Vasquez', /^View/)
          const screens = [
            '/',
            '/dashboard',
            '/today',
            '/my-listings',
            '/listings/new',
            listing,
            listing.replace('/listings/', '/listings/edit/'),
            '/clients',
            '/clients/import',
            '/appointments/import',
            '/listings/import',
            '/figures/import',
            '/clients/new',
            client,
            client.replace('/clients/', '/clients/edit/'),
            '/outbox',
            '/settings',
            '/settings?tab=data&restore=true',
            '/shared',
            ...(device === 'phone' ? ['/more'] : []),
          ]
          for (const path of screens) await check(path)

          await page.goto(`${origin}/clients/new`)
          await page.getByRole('button', { name: 'Create Client' }).click()
          await checkNow('a refused form')
          await page.goto(`${origin}/clients`)
          await page
            .getByRole('article', { name: 'Elena Vasquez' })
            .getByRole('button', { name: /^Delete/ })
            .click()
          await expect(page.getByRole('alertdialog')).toBeVisible()
          await checkNow('an open question')
        },
      )
    }
  })
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await openScreen(page, new URL(page.url()).origin, path)
  await expect(page.locator('main:focus-within')).toBeVisible() // as soon as the screen has arrived
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function linkOn(page: Page, address: string, card: string, name: RegExp): Promise<string> {
  await page.goto(address)
  const href = await page.getByRole('article', { name: card }).getByRole('link', { name }).first().getAttribute('href')
  return href ?? ''
}
