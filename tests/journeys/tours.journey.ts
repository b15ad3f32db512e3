import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page, blockServiceWorker } from './journey-test.ts'
import {
  beginSignedIn,
  logIn,
  recordsOnServer,
  untilEverythingIsSent,
  untilWorkerControls,
} from '#tests/support/journey-steps.ts'
import { listProperties } from '../support/list-properties.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { cachedZipTableUrls } from '#tests/support/cached-zip-tables.ts'

async function openCreateTour(page: Page, origin: string, addresses: string[]): Promise<void> {
  await page.goto(`${origin}/tours/new`)
  for (const address of addresses) await expect(addButton(page, address)).toBeVisible()
}

const addButton = (page: Page, address: string) => page.getByRole('button', { name: `Add ${address}`, exact: true })

/** A key between two presses keeps them from counting as a double tap. */
const takeTime = (page: Page) => page.keyboard.press('Shift')

const selected = (page: Page) => page.getByRole('region', { name: 'Selected listings' })

async function route(page: Page): Promise<string[]> {
  const stops = page.getByRole('region', { name: 'Tour Route' }).getByRole('heading', { level: 3 })
  return (await stops.allTextContents()).filter((words) => words !== 'Lunch')
}

test(
  'four stops are planned, reordered, saved and run offline, and another device shows the same',
  { tag: '@gate' },
  async ({ page, context, browser, server: { origin } }) => {
    await beginSignedIn(page, origin, 'ines')
    const addresses = await listProperties(page, 'Beaverton', 4)
    expect(addresses).toHaveLength(4)
    await openCreateTour(page, origin, addresses)
    await context.setOffline(true)
    await page.getByLabel('Tour Date').fill('2027-03-20')
    await page.getByLabel('Client Email').fill('buyer@mailbox.example')
    for (const address of addresses) await addButton(page, address).click()
    await expect(page.getByRole('region', { name: 'Route' })).toContainText('+1 more')
    await expect(page.getByRole('region', { name: 'Availability' })).toContainText('longest 480 min')

    // The agent moves the last home to the front, and the planner does not reorder.
    await page.getByLabel('Intelligent Mode').click()
    const last = addresses[3] ?? ''
    for (let step = 0; step < 3; step += 1)
      await page.getByRole('button', { name: `Move Up ${last}`, exact: true }).click()
    const byHand = [last, ...addresses.slice(0, 3)]
    await expect(selected(page).getByRole('listitem').first()).toContainText(last)

    await page.reload()
    await expect(selected(page).getByRole('listitem').first()).toContainText(last)
    await page.getByRole('button', { name: 'Create Tour', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New tour' })).toBeVisible()
    await expect.poll(() => route(page)).toEqual(byHand)
    await expect(page.getByRole('main')).toContainText('Waiting')

    // Still offline. The next button appears where the last one was pressed.
    await takeTime(page)
    await page.getByRole('button', { name: 'Start Tour' }).click()
    await takeTime(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start Tour' }).click()
    await page.getByRole('button', { name: '10 minutes late' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    for (let stop = 0; stop < 4; stop += 1) {
      // The previous press is saved by now; each stop has its own *Skip*.
      await expect(page.getByRole('main')).toContainText(`stop ${stop + 1} of 4`)
      await takeTime(page)
      if (stop === 2) {
        await page.getByRole('button', { name: 'Skip', exact: true }).click()
        continue
      }
      await page.getByRole('button', { name: 'I’m here', exact: true }).click()
      await takeTime(page)
      await page.getByRole('button', { name: 'I’m leaving', exact: true }).click()
    }
    await expect(page.getByRole('heading', { name: 'How did the buyer like the homes?' })).toBeVisible()
    const favourite = page.getByRole('article').filter({ hasText: byHand[1] ?? '' })
    await favourite.getByRole('button', { name: '5 of 5' }).click()
    await favourite.getByLabel('Note').fill('Loves the kitchen.')
    await favourite.getByLabel('Note').blur()
    await page.getByRole('button', { name: 'Mark as Completed' }).click()

    await context.setOffline(false)
    await untilEverythingIsSent(page)
    const tours = await recordsOnServer(context, origin, 'tours/tours/')
    expect(tours).toHaveLength(1)
    expect(tours[0]).toMatchObject({
      status: 'completed',
      client_email: 'buyer@mailbox.example',
      tour_date: '2027-03-20',
    })

    const other = await browser.newContext(blockServiceWorker)
    const second = await other.newPage()
    await second.goto(`${origin}/login?next=/tours`)
    await logIn(second, 'ines')
    const title = `Tour #${String(tours[0]?.['id'])}`
    await second.getByRole('article', { name: title }).getByRole('link', { name: /^View/ }).click()
    await expect(second.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(() => route(second)).toEqual(byHand)
    await expect(second.getByRole('main')).toContainText('Completed')
    await expect(second.getByRole('main')).toContainText('Loves the kitchen.')
    await other.close()
  },
)

test.describe('with homes without a known location', () => {
  const homesWithoutPlaces = path.join(tmpdir(), `fanlight-homes-${process.pid}.csv`)
  let server: BuiltServer

  test.beforeAll(async () => {
    await writeFile(
      homesWithoutPlaces,
      'street,city,zip,state,beds,baths,sq__ft,price\n1 Drift Way,Truckee,96161,CA,3,2,1500,410000\n9 Drift Way,Truckee,96161,CA,2,1,900,350000\n',
    )
    server = await startBuiltServer([['import-properties', homesWithoutPlaces]])
  })
  test.afterAll(async () => {
    await server.close()
    await rm(homesWithoutPlaces, { force: true })
  })

  test('an agent who has never planned before plans homes without coordinates offline', async ({ page, context }) => {
    await beginSignedIn(page, server.origin, 'wilma')
    const addresses = await listProperties(page, 'Drift Way', 2)
    await openCreateTour(page, server.origin, addresses)
    await expect.poll(() => cachedZipTableUrls(page)).toHaveLength(1)

    await context.setOffline(true)
    await openCreateTour(page, server.origin, addresses)
    // Late in the afternoon, today has no time left for two homes.
    await page.getByLabel('Tour Date').fill('2027-03-20')
    for (const address of addresses) await addButton(page, address).click()
    await expect(page.getByRole('region', { name: 'Route', exact: true })).toContainText('9 Drift Way')
    await expect(page.getByText('its location is unknown')).toHaveCount(0)
  })
})

test('a newer worker takes over only once it has the ZIP code places', async ({
  page,
  context,
  server: { origin },
}) => {
  await beginSignedIn(page, origin, 'xaver')
  await untilWorkerControls(page)
  await expect.poll(() => cachedZipTableUrls(page)).toHaveLength(1)
  // An earlier version stored them among its own files.
  await page.evaluate(() => caches.delete('zip-places'))
  await context.route('**/assets/zip-places*', (route) => route.abort())
  expect(await stateOfNewerWorker(page, '?first')).toBe('redundant')
  await context.unroute('**/assets/zip-places*')
  expect(await stateOfNewerWorker(page, '?second')).toBe('installed')
  expect(await cachedZipTableUrls(page)).toHaveLength(1)
})

/** Registers the same worker under another address, which the browser treats as a newer one. */
function stateOfNewerWorker(page: Page, query: string): Promise<string> {
  return page.evaluate(async (query) => {
    const { installing } = await navigator.serviceWorker.register(`/service-worker.js${query}`)
    if (installing === null) return 'none'
    if (installing.state === 'installing') {
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
    }
    return installing.state
  }, query)
}
