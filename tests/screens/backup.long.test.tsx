import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { feedPlaceMetadataKey, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { readBackup } from '#files/backup-file.ts'
import { useConnection } from '#state/connection.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { downloads } from '#tests/support/downloads.ts'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, anAgentOnANewDevice, openScreens } from '#tests/support/workspace-screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const aPicture = () =>
  new Promise<Blob>((resolve) => {
    const canvas = document.createElement('canvas')
    canvas.toBlob((blob) => resolve(blob!), 'image/png')
  })

/** Presses Tab at most four times, as a table may be between; never wraps around the page. */
async function pressTabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 4 && document.activeElement !== target.element(); presses++) await userEvent.tab()
  await expect.element(target).toHaveFocus()
}

async function work({ device }: Agent) {
  const { replica, clock } = device
  const add = (entity: 'property' | 'client' | 'listing' | 'listing_image' | 'showing', rest: object) =>
    createRecord(replica, clock, { opId: crypto.randomUUID(), entity, changes: {}, ...rest })
  await saved(device, 'client', 1, {
    first_name: 'Jo',
    last_name: 'Ng',
    email: 'jo@example.com',
    created_at: '2026-11-01',
  })
  const home = { address: '12 Door Lane', city: 'Davis', state: 'CA', zip_code: '95616', property_type: 'House' }
  const figures = { bedrooms: 3, bathrooms: 2, square_feet: 1200 }
  const property = await add('property', { changes: { ...home, ...figures } })
  const references = { property: { entity: 'property', key: property.key } }
  const listing = await add('listing', {
    changes: { listing_price: 410_000, description: 'Bright.', status: 'For Sale' },
    references,
    shown: { property: home },
  })
  const file = await device.saveFile(await aPicture(), { fileName: 'front.png', mediaType: 'image/png' })
  const ofListing = { listing: { entity: 'listing', key: listing.key } }
  await add('listing_image', {
    changes: { caption: 'Front', is_primary: true },
    references: ofListing,
    files: { image: file },
  })
  const times = { showing_date: '2026-12-01', start_time: '10:00:00', end_time: '10:30:00' }
  await add('showing', { changes: { ...times, client_email: 'jo@example.com', client: 1 }, references: ofListing })
  await saved(device, 'listing_image', 77, { listing_key: listing.key, image: '/photos/none/1920', caption: '' })
}

test('a backup made by the server is saved under its name; if it fails the page says what to do', async () => {
  const files = downloads()
  const agent = await anAgentAtWork()
  await agent.device.database.facts.put({ name: serverKindMetadataKey, value: { kind: 'ours' } })
  await openScreens(agent, '/settings?tab=data')
  const asked: string[] = []
  const original = window.fetch
  onTestFinished(() => void (window.fetch = original))
  let answer = () => new Response('PK', { headers: { 'content-disposition': 'attachment; filename="b.zip"' } })
  window.fetch = async (address, options) => {
    const url = address instanceof Request ? address.url : String(address)
    if (!url.endsWith('/api/users/backup/')) return original(address, options)
    asked.push(url)
    return answer()
  }
  const fromServer = button('Back Up from Server')
  await fromServer.click()
  await expect.poll(() => files.length).toBe(1)
  expect(await files[0]!.text()).toBe('PK')
  answer = () => new Response('<p>Welcome to the hotel</p>')
  await fromServer.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.')
  answer = () => new Response('{"code":"busy"}', { status: 503 })
  await fromServer.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server is busy. Try again in a minute.')
  answer = () => new Response('{}', { status: 403 })
  await fromServer.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server refused this file. Please try again.')
  useConnection.setState({ state: 'offline' })
  await fromServer.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The server cannot be reached. Back Up makes a backup of what this device has.')
  expect(asked).toHaveLength(4)
  expect(files).toHaveLength(1)
})

test('a backup is restored on a new device with its photos, and a second time changes nothing', async () => {
  const files = downloads()
  const agent = await anAgentAtWork()
  await work(agent)
  const first = await openScreens(agent, '/settings?tab=data')
  await button('Back Up').click()
  await expect
    .element(page.getByText('6 records and 1 photo were saved as a file. 1 photo of 12 Door Lane'))
    .toBeVisible()
  const [file] = files as [Blob]
  const backup = await readBackup(file)
  expect(backup.manifest).toMatchObject({ made_by: 'device', photos: 1, missing_photos: 1 })

  await first.unmount()
  const other = await anAgentAtWork()
  await openScreens(other, '/settings?tab=data&restore=true')
  await userEvent.upload(page.getByLabelText('Choose File'), new File(['no zip'], 'a.zip'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing was changed.')
  await userEvent.upload(page.getByLabelText('Choose File'), new File([file], 'backup.zip'))
  await expect.element(page.getByRole('table', { name: 'What is in the backup' })).toHaveTextContent('Clients')
  await expect.element(page.getByText('1 record cannot be restored')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(await other.device.database.outbox.count()).toBe(0)
  // The file field is gone from the page, and the focus is on what replaced it.
  await expect.element(page.getByText(/^Backup of ann, made/)).toHaveFocus()
  await pressTabTo(button('Restore 5 Records'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('5 records restored.')).toBeVisible()
  expect(document.activeElement?.textContent).toBe('5 records restored.')
  expect(await axeFindings()).toEqual([])

  const { listings, listing_images, showings, clients } = other.device.database
  const [client] = await clients.toArray()
  expect(await showings.toArray()).toMatchObject([{ showing_date: '2026-12-01', client: client?.key }])
  expect(await listings.toArray()).toMatchObject([{ listing_price: 410_000, property: { address: '12 Door Lane' } }])
  const [photo] = await listing_images.toArray()
  const bytes = await other.device.replica.readFile((photo as { image_file?: never }).image_file!)
  expect(bytes).toEqual(new Uint8Array(await (await aPicture()).arrayBuffer()))

  await button('Restore Another Backup').click()
  await userEvent.upload(page.getByLabelText('Choose File'), new File([file], 'backup.zip'))
  await expect.element(button('Nothing to Restore')).toBeVisible()

  await other.device.database.clients.update(client!.key, { first_name: 'Joanna' })
  await button('Choose Another File').click()
  await userEvent.upload(page.getByLabelText('Choose File'), new File([file], 'backup.zip'))
  await page.getByLabelText('Put 1 record back as in the backup').click()
  await button('Restore 1 Record').click()
  await expect.element(page.getByText('1 record put back as in the backup')).toBeVisible()
  expect(await clients.toArray()).toMatchObject([{ first_name: 'Jo' }])
})

test('a comparison made before the first load has finished is repeated, not restored', async () => {
  const files = downloads()
  const agent = await anAgentOnANewDevice()
  await work(agent)
  const first = await openScreens(agent, '/settings?tab=data')
  await button('Back Up').click()
  await expect.poll(() => files).toHaveLength(1)
  await first.unmount()

  const { clients, facts } = agent.device.database
  const fetchedLater = await clients.toArray()
  await clients.clear()
  await openScreens(agent, '/settings?tab=data&restore=true')
  await userEvent.upload(page.getByLabelText('Choose File'), new File([files[0] as Blob], 'backup.zip'))
  await expect.element(page.getByText(/^Not all of your records are on this device yet\./)).toBeVisible()
  const { outbox } = agent.device.database
  const waiting = await outbox.count()
  button('Restore 1 Record').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Restore 1 Record')).toHaveAttribute('aria-disabled', 'true')
  expect(await outbox.count()).toBe(waiting)
  await clients.bulkPut(fetchedLater)
  await facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  await expect.element(button('Nothing to Restore')).toBeVisible()
})
