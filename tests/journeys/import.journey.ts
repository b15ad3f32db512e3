import { expect, type Page, test } from './journey-test.ts'
import { beginSignedIn, recordsOnServer, untilEverythingIsSent } from '#tests/support/journey-steps.ts'
import {
  appleContacts,
  followUpBoss,
  googleContacts,
  modernCard,
  oldPhone,
  olderGoogleContacts,
  outlook,
  strangeTable,
} from '../support/contact-files.ts'
import { figuresOfTwoHomes, newerFigures } from '../support/figure-files.ts'
import { wakeWorker } from '../support/wake-worker.ts'
import { resoHomes } from '../support/home-files.ts'

type FileOfProgram = {
  name: string
  text: string
  /** Its import button says this. */
  count: string
  /** Meanings that the agent chooses for unknown columns. */
  columns?: Readonly<Record<string, string>>
}

const choose = (page: Page, { name, text }: Pick<FileOfProgram, 'name' | 'text'>) =>
  page.getByLabel('Choose File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Imports each file, and after a reload finds nothing new in any of them. */
async function importTwice(page: Page, files: readonly FileOfProgram[]): Promise<void> {
  for (const file of files) {
    await choose(page, file)
    for (const [heading, meaning] of Object.entries(file.columns ?? {}))
      await page.getByLabel(heading, { exact: true }).selectOption(meaning)
    await page.getByRole('button', { name: `Import ${file.count}`, exact: true }).click()
    await page.getByRole('button', { name: 'Import Another File' }).click()
  }
  await page.reload()
  for (const file of files) {
    await choose(page, file)
    await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()
    await page.getByRole('button', { name: 'Choose Another File' }).click()
  }
}

async function undo(page: Page, { name }: Pick<FileOfProgram, 'name'>): Promise<void> {
  await page.getByRole('button', { name: `Undo the import of ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByRole('button', { name: `Undo the import of ${name}`, exact: true })).toBeHidden()
}

/** Undoes all imports offline; in the end the server has none of them either. */
async function undoAll(page: Page, address: string, files: readonly FileOfProgram[]): Promise<void> {
  await page.goto(address)
  await page.context().setOffline(true)
  for (const file of files) await undo(page, file)
  await expect(page.getByText('Imported on this device')).toBeHidden()
  await page.context().setOffline(false)
  await untilEverythingIsSent(page)
}

const appleOfElla = appleContacts
  .replaceAll('Elena', 'Ella')
  .replaceAll('elena@', 'ella@')
  .replaceAll('front@', 'desk@')
  .replaceAll('555-01', '555-02')

const addressBooks = [
  { name: 'google.csv', text: googleContacts, person: 'elena@example.com' },
  { name: 'google-before-2024.csv', text: olderGoogleContacts, person: 'jo@example.com' },
  { name: 'outlook.csv', text: outlook, person: 'rosa@example.com' },
  { name: 'follow-up-boss.csv', text: followUpBoss, person: 'amir@example.com' },
  {
    name: 'my-own.csv',
    text: strangeTable,
    person: 'mia@example.com',
    columns: { Wer: 'Full name', Wie: 'Email', Wo: 'Kept in the notes' },
  },
  { name: 'old-phone-2.1.vcf', text: oldPhone, person: 'zoe@example.com' },
  { name: 'apple-3.0.vcf', text: appleOfElla, person: 'ella@example.com' },
  {
    name: 'card-4.0.vcf',
    text: modernCard.replace('Jo Ng', 'Lou Berg').replace('jo@', 'lou@').replace('0100', '0300'),
    person: 'lou@example.com',
  },
].map((book) => Object.assign(book, { count: '1 Client' }))

test('address books of all programs are imported offline, each person once, and undone', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000)
  const emails = async () =>
    (await recordsOnServer(context, server.origin, 'crm/clients/')).map(({ email }) => String(email))
  await beginSignedIn(page, server.origin, 'ida')
  await page.goto(`${server.origin}/clients/new`)
  await page.getByRole('link', { name: 'Import Contacts' }).click()
  await context.setOffline(true)
  await importTwice(page, addressBooks)
  await choose(page, { name: 'apple.vcf', text: appleContacts })
  await expect(page.getByText('1 already here')).toBeVisible()

  await context.setOffline(false)
  await untilEverythingIsSent(page)
  expect((await emails()).toSorted()).toEqual(addressBooks.map(({ person }) => person).toSorted())

  await undoAll(page, `${server.origin}/clients/import`, addressBooks)
  expect(await emails()).toEqual([])
})

test('exposure figures are imported offline, sent once, and replaced by the old ones on Undo', async ({
  page,
  context,
  server,
}) => {
  await beginSignedIn(page, server.origin, 'figures')
  await page.goto(`${server.origin}/listings/import`)
  await choose(page, { name: 'reso.csv', text: resoHomes })
  await page.getByRole('button', { name: 'Import 2 Listings' }).click()
  await expect(page.getByText('2 listings added.').first()).toBeVisible()
  await untilEverythingIsSent(page)
  const listings = await recordsOnServer(context, server.origin, 'listings/')
  const figures = async () => {
    const all = listings.map(({ id }) => recordsOnServer(context, server.origin, `listings/${String(id)}/exposure/`))
    const found = (await Promise.all(all)).flat()
    return new Set(found.map(({ platform, date, views, saves }) => [platform, date, views, saves].join(' ')))
  }

  await page.goto(`${server.origin}/figures/import`)
  await context.setOffline(true)
  await choose(page, { name: 'week.csv', text: figuresOfTwoHomes })
  await expect(page.getByText('3 new · 1 cannot be imported')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'There is no listing at 9 Nowhere Rd.' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 Figures' }).click()
  await expect(page.getByText('3 figures added.').first()).toBeVisible()
  await page.reload()
  await choose(page, { name: 'week.csv', text: figuresOfTwoHomes })
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sync status' })).toHaveText('Offline · 3 waiting')
  await page.getByRole('button', { name: 'Sync status' }).click()
  await expect(page.getByText('New exposure figures on Nov 20, 2026 from Zillow')).toBeVisible()

  const later = await context.newPage()
  await page.close()
  const byWorker: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker() !== null) byWorker.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await context.setOffline(false)
  await wakeWorker(context, later, server.origin)
  const first = ['zillow 2026-11-19 1204 17', 'zillow 2026-11-20 980 12', 'redfin 2026-11-20 80 ']
  await expect.poll(figures).toEqual(new Set(first))
  expect(byWorker.filter((call) => call.startsWith('POST '))).toEqual(['POST /api/sync/batch/'])
  await later.goto(`${server.origin}/figures/import`)
  await choose(later, { name: 'newer.csv', text: newerFigures })
  await expect(later.getByRole('table', { name: 'To decide' })).toContainText('Here: 980 views, 12 saves')
  await later.getByRole('button', { name: 'Import 1, Update 1' }).click()
  const newer = ['zillow 2026-11-20 991 13', 'zillow 2026-11-21 640 9']
  await expect.poll(figures).toEqual(new Set([first[0], first[2], ...newer]))

  await context.setOffline(true)
  await later.getByRole('button', { name: 'Undo the import of newer.csv' }).click()
  await later.getByRole('button', { name: 'Undo Import' }).click()
  await expect(later.getByText('2 figures deleted.')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(figures).toEqual(new Set(first))
})
