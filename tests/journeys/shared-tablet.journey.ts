import { expect, test, type Page } from './journey-test.ts'
import {
  addClient,
  logIn,
  openScreen,
  recordsOnServer,
  beginSignedIn,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { wakeWorker } from '../support/wake-worker.ts'
import { type OriginStorage, readOriginStorage } from '#tests/support/origin-storage.ts'

/**
 * Public questions for the next visitor, and the names of prefetched app files; neither says anything about a person.
 */
function isPublic({ name, stores }: OriginStorage['databases'][number]): boolean {
  if (name === 'workbox-expiration')
    return Object.values(stores)
      .flat()
      .every((entry) => /"key":"fanlight-once-used\|[^"]*\/assets\/zip-/.test(JSON.stringify(entry)))
  return name.startsWith('fanlight-survey:') && stores['respondents']?.length === 0 && stores['contents']?.length === 0
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
}

const atLogin = (page: Page) => expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()

test(
  'D4 D5 D9 D12: an agent’s waiting work survives another’s day unseen, and logout deletes it all',
  { tag: '@gate' },
  async ({ context, page, server: { origin } }) => {
    const carried: string[] = []
    context.on('request', (request) => {
      if (request.method() !== 'GET') carried.push(request.postData() ?? '')
    })

    await beginSignedIn(page, origin, 'amber')
    await addClient(page, origin, { firstName: 'Sent', lastName: 'Amberly', email: 'sent@amberly.example' })
    await untilEverythingIsSent(page)
    await page.goto(`${origin}/clients?search=Amberly`)
    await page.getByRole('article', { name: 'Sent Amberly' }).getByRole('link', { name: /^View/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sent Amberly' })).toBeVisible()
    await page.goBack()
    await context.setOffline(true)
    await addClient(page, origin, {
      firstName: 'Waiting',
      lastName: 'Amberly',
      email: 'waiting@amberly.example',
      notes: 'Locked.',
    })
    await page.goto(`${origin}/clients/new`)
    await page.getByLabel('First Name').fill('Half')
    await page.getByLabel('Last Name').fill('Amberly')
    await expect.poll(async () => JSON.stringify(await readOriginStorage(page))).toContain('"Half"')
    await logOut(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it locked on this device' }).click()
    await atLogin(page)
    const ofAmber = (left: OriginStorage) => left.databases.filter(({ name }) => /^fanlight:.*:\d+$/.test(name))
    const before = ofAmber(await readOriginStorage(page))
    expect(JSON.stringify(before)).toContain('waiting@amberly.example')
    await context.setOffline(false)
    carried.length = 0

    // Another agent's day: online, offline, edits, the worker, a reload.
    await beginSignedIn(page, origin, 'basil')
    await addClient(page, origin, { firstName: 'Own', lastName: 'Basilson', email: 'own@basilson.example' })
    await context.setOffline(true)
    await addClient(page, origin, { firstName: 'Later', lastName: 'Basilson', email: 'later@basilson.example' })
    await context.setOffline(false)
    await wakeWorker(context, page, origin)
    await untilEverythingIsSent(page)
    for (const place of ['/dashboard', '/clients', '/my-listings', '/tours', '/calendar', '/outbox', '/settings']) {
      await openScreen(page, origin, place)
      await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Amberly')).toHaveCount(0)
    }
    const ofBasil = await recordsOnServer(context, origin, 'crm/clients/')
    expect(ofBasil.map(({ email }) => String(email)).toSorted()).toEqual([
      'later@basilson.example',
      'own@basilson.example',
    ])
    await logOut(page)
    await atLogin(page)
    expect(carried.join()).not.toContain('mberly')
    const afterBasil = await readOriginStorage(page)
    expect(JSON.stringify(afterBasil)).not.toContain('asilson')
    expect(JSON.stringify(afterBasil)).not.toContain('basil')
    expect(ofAmber(afterBasil)).toEqual(before)

    await logIn(page, 'amber')
    await untilEverythingIsSent(page)
    const ofAmberThere = await recordsOnServer(context, origin, 'crm/clients/')
    expect(ofAmberThere.map(({ email }) => String(email)).toSorted()).toEqual([
      'sent@amberly.example',
      'waiting@amberly.example',
    ])
    await logOut(page)
    await atLogin(page)
    const left = await readOriginStorage(page)
    expect(JSON.stringify(left)).not.toMatch(/mberly|amber|basil/)
    expect(left.databases.filter((database) => !isPublic(database))).toEqual([
      { name: 'fanlight-keys', stores: { values: [] } },
    ])
    const ofProgram = new Set(['zip-places', 'zip-names', 'fanlight-once-used'])
    expect(left.caches.filter((name) => !ofProgram.has(name))).toEqual([expect.stringMatching(/^workbox-precache/)])
    expect(left.localStorage).toEqual({})
    // Scroll positions, under names without personal data.
    expect(Object.keys(left.sessionStorage)).toEqual(['tsr-scroll-restoration-v1_3'])
  },
)

test('B3 B10 C15 C17: with the page closed the worker sends once, and no cache has an API response', async ({
  context,
  page,
  server: { origin },
}) => {
  await beginSignedIn(page, origin, 'cedar')
  await context.setOffline(true)
  await addClient(page, origin, { firstName: 'Dee', lastName: 'Cedar', email: 'dee@example.com' })
  const helper = await context.newPage()
  await page.close()
  const byWorker: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker() !== null) byWorker.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await context.setOffline(false)
  await Promise.all([wakeWorker(context, helper, origin), wakeWorker(context, helper, origin)])
  await expect
    .poll(async () => (await recordsOnServer(context, origin, 'crm/clients/')).map(({ email }) => email), {
      timeout: 30_000,
    })
    .toEqual(['dee@example.com'])
  expect(byWorker.filter((call) => call === 'POST /api/crm/clients/')).toHaveLength(1)
  await helper.goto(`${origin}/clients`)
  await expect(helper.getByRole('article', { name: 'Dee Cedar' })).toBeVisible()
  const cached = await helper.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.filter((path) => path.startsWith('/api/') || path === '/healthz')).toEqual([])
})
