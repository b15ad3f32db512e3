import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBuiltServer } from '#tests/support/built-server.ts'
import { googleCalendar } from '#tests/support/calendar-files.ts'
import { appleContacts, googleContacts } from '#tests/support/contact-files.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { type ReplaceableRelease, replaceableRelease } from '#tests/support/replaceable-release.ts'
import { salesFile } from '#tests/support/test-data.ts'
import { makeWorkingDay, type WorkingDay } from '#tests/support/working-day.ts'
import { sharedByTests, type BrowserWithServer } from './browser-with-server.ts'
import { chosenEngines } from './chosen-engines.ts'
import { registerAndSignIn, runTour, screens, syncState, untilWorkerControls } from './fanlight.ts'
import { catchDownload, fetchFile } from './page-files.ts'
import { showHomes } from './homes-to-show.ts'
import { button, css, label, link, text } from './targets.ts'

/* A week of an agent's work. The tests build on each other. */

let folder: string
let day: WorkingDay

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanlight-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

describe.each(chosenEngines)('in %s', (engine) => {
  let release: ReplaceableRelease
  beforeAll(async () => {
    release = await replaceableRelease()
  })
  afterAll(() => release.remove())
  const shared = sharedByTests(engine, () =>
    startBuiltServer([['import-properties', salesFile]], {}, undefined, release.folder),
  )
  beginTheWeek(shared)
  visitHomes(shared)
  showHomes(shared, () => day)
  moveFiles(shared)
  lookAround(shared)
  updateTheApp(shared, () => release.replace())
})

function beginTheWeek(shared: BrowserWithServer): void {
  test('signs in to a day with listings, clients, a showing, a tour and an open house', async () => {
    const { page } = shared
    await registerAndSignIn(page, 'walker')
    await untilWorkerControls(page)
    // The open house lasts all day, so that a visitor can sign in whenever this runs.
    const openHouse = { start_time: '00:00', end_time: '23:59' }
    day = (await page.run(`return (${makeWorkingDay.toString()})(${JSON.stringify(openHouse)})`)) as WorkingDay
    await page.goto('/my-listings')
    await page.see(text(day.homes[0] ?? ''))
  })

  test('adds a photo to a listing, and the photo is sent', async () => {
    const { page } = shared
    await page.click(link(`Edit ${day.homes[0]}`))
    await page.heading('Edit Listing')
    await page.upload(css('input[type=file]'), await fileOf('house.jpg', await aPhoto()))
    await page.until(`document.querySelector('main form img') !== null`)
    await page.click(button('Update Listing'))
    await page.until(`document.querySelector('main article img') !== null`)
    await syncState(page, 'saved')
  })
}

function visitHomes(shared: BrowserWithServer): void {
  test('sets the location of a home, fills in its door card, and shows the codes', async () => {
    const { page } = shared
    await page.goto('/my-listings')
    await page.click(css(`main article a[href^="/listings/"]:not([href*="edit"], [href*="dashboard"])`))
    await page.click(button('Set location of'))
    await page.fill(label('Coordinates or a map link'), 'https://www.google.com/maps/@45.4096,-122.6837,17z')
    await page.see(button('Pin of this home'))
    await page.click(button('Save location'))
    await page.see(text('Location set by you'))
    await page.click(button('Add Door Card'))
    await page.fill(label('Lockbox Code'), '4719')
    await page.click(button('Save Door Card'))
    await page.click(button('Show codes of'))
    await page.see(text('4719'))
    await syncState(page, 'saved')
  })

  test('signs in a visitor at the open house, which only the PIN ends', async () => {
    const { page } = shared
    await page.goto('/today')
    await page.click(link('Start Sign-in'))
    await page.fill(label('PIN'), '2580')
    await page.fill(label('Repeat PIN'), '2580')
    await page.click(button('Start'))
    await page.click(button('Tap to sign in'))
    await page.fill(label('Your name'), 'Vera Sand')
    await page.fill(label('Email'), 'vera@mailbox.example')
    await page.click(button('Next'))
    await page.click(button('Sign in'))
    await page.see(text('Thank you, Vera'))
    await page.click(button('Done'))
    await page.goto('/clients')
    await page.see(button('Tap to sign in'))
    await page.hold(css('button[aria-label*="press and hold"]'), css('[role=dialog]'))
    await page.fill(label('PIN'), '2580')
    await page.press('Enter')
    await page.until(`document.querySelector('[aria-label="Sync status"]') !== null`)
  })

  test('plans a tour of two homes and runs all of it', async () => {
    const { page } = shared
    await page.goto('/tours/new')
    await page.see(button(`Add ${day.homes[1]}`))
    await page.fill(label('Client Email'), 'ann@mailbox.example')
    for (const home of day.homes.slice(1, 3)) {
      await page.click(button(`Add ${home}`))
      await page.see(button(`Remove ${home}`))
    }
    // Tomorrow, because today's hours may have passed.
    await page.click(button('Next day'))
    await page.click(button('Create Tour'))
    await runTour(page)
    await syncState(page, 'saved')
  })
}

function moveFiles(shared: BrowserWithServer): void {
  test.each([
    ['/clients/import', 'google.csv', googleContacts],
    ['/clients/import', 'apple.vcf', appleContacts.replaceAll('elena', 'ella').replaceAll('Elena', 'Ella')],
    ['/appointments/import', 'google.ics', googleCalendar],
  ])('imports at %s the file %s', async (address, name, content) => {
    const { page } = shared
    await page.goto(address)
    await page.upload(css('input[type=file]'), await fileOf(name, content))
    if (address.startsWith('/appointments')) await page.click(button('All'))
    await page.click(button('Import '))
    await page.see(button('Import Another File'))
    await syncState(page, 'saved')
  })

  test('makes a PDF of the seller report', async () => {
    const { page } = shared
    await page.goto('/my-listings')
    await page.see(text(day.homes[0] ?? ''))
    const listing = await page.run(
      `return document.querySelector('main article a[href^="/listings/"]').getAttribute('href')`,
    )
    await page.goto(`${String(listing).replace(/^(\/listings\/[^/]+).*/, '$1')}/dashboard`)
    await page.see(button('Share Seller Report'))
    const caught = await catchDownload(page)
    await page.until(
      `[...document.querySelectorAll('button')].some((one) => one.textContent.includes('Share Seller Report') && one.ariaDisabled !== 'true')`,
    )
    await page.click(button('Share Seller Report'))
    expect((await caught()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('restores a client that was deleted after the backup', async () => {
    const { page } = shared
    await page.goto('/settings?tab=data')
    await page.see(button('Back Up from Server'))
    const backup = await fetchFile(page, '/api/users/backup/')
    expect(backup.subarray(0, 2).toString()).toBe('PK')
    await page.goto('/clients')
    await page.see(text('Ann Lee'))
    await page.run(`
      const found = await (await fetch('/api/crm/clients/?page_size=50')).json()
      const ann = found.results.find(({ email }) => email === 'ann@mailbox.example')
      const headers = { 'X-CSRFToken': /csrftoken=([^;]+)/.exec(document.cookie)[1] }
      const answer = await fetch('/api/crm/clients/' + ann.id + '/', { method: 'DELETE', headers })
      if (!answer.ok) throw new Error(String(answer.status))`)
    await page.goto('/clients')
    const whole = `document.querySelector('#root main [data-skeleton]') === null`
    const names = `document.querySelector('#root main')?.innerText ?? ''`
    await page.until(`${whole} && (${names}).includes('Jo Park') && !(${names}).includes('Ann Lee')`)
    await page.goto('/settings?tab=data')
    await page.click(link('Restore'))
    await page.upload(css('input[type=file]'), await fileOf('backup.zip', backup))
    await page.see(css('main table'))
    await page.click(button('Restore 1 Record'))
    await page.see(button('Restore Another Backup'))
    await page.goto('/clients')
    await page.see(text('Ann Lee'))
    await syncState(page, 'saved')
  })
}

function lookAround(shared: BrowserWithServer): void {
  test('moves a showing in the calendar by dragging it', async () => {
    const { page } = shared
    await page.goto('/dashboard?view=day')
    await page.until(`/10:00 AM – 10:30 AM/.test(document.querySelector('main').innerText)`)
    await page.drag(button('Showing at'), 0, 64)
    await page.see(text('11:00 AM – 11:30 AM'))
    await syncState(page, 'saved')
  })

  test('shows every screen on a phone without horizontal scrolling', async () => {
    const { page } = shared
    await page.resize(390, 844)
    await page.until('innerWidth === 390')
    for (const screen of screens) {
      await page.goto(screen)
      await page.until(`document.querySelector('#root main h1') !== null`)
      expect(await page.run('return document.documentElement.scrollWidth - innerWidth'), screen).toBeLessThanOrEqual(0)
    }
    await page.resize(1280, 900)
  })
}

function updateTheApp(shared: BrowserWithServer, replace: () => Promise<void>): void {
  test('updates to a new version when the agent agrees', async () => {
    const { page, server } = shared
    await page.goto('/clients')
    await page.heading('Clients')
    await server.stop()
    await replace()
    await server.restart()
    await page.run(`await (await navigator.serviceWorker.getRegistration())?.update(); return null`)
    await page.see(text('A new version is ready.'))
    await page.click(button('Update'))
    await page.until(`document.documentElement.dataset.build === 'second'`)
    await page.heading('Clients')
  })
}
