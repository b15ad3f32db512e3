import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useRecentActivity } from '#state/recent-activity-store.ts'
import { useSession } from '#state/session.ts'
import type { ListingImageRow } from '#storage/database/rows.ts'
import {
  aListing,
  aPhoto,
  aSavedPhoto,
  card,
  eventually,
  fullAtTheNextPhoto,
  heading,
  knownListingRow,
  open,
  operations,
  sitAtADesk,
} from '#tests/support/listing-screens.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

beforeEach(sitAtADesk)

test('the detail shows price, description, location, details and realtor', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  for (const text of ['$582,000', '$262 per ft²', 'Oak shade over the back lawn.']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByText('5709 River Oak Way, Carmichael, CA 95608')).toBeVisible()
  const details = {
    Bedrooms: '4',
    Bathrooms: '2',
    'Square footage': '2,222',
    'Lot size': '0.00 acres',
    'Year built': '1978',
    Garage: '2 cars',
    Status: 'For Sale',
  }
  for (const [name, value] of Object.entries(details)) {
    const term = page.getByRole('term').filter({ hasText: name }).element()
    expect(term.nextElementSibling?.textContent, name).toBe(value)
  }
  await expect.element(page.getByRole('heading', { name: 'Realtor Information' })).toBeVisible()
  await expect.element(page.getByText('MT', { exact: true })).toBeVisible()
  const mail = page.getByRole('link', { name: 'maya@torreshomes.example' })
  await expect.element(mail).toHaveAttribute('href', 'mailto:maya@torreshomes.example')
  await expect.element(page.getByRole('link', { name: '(916) 555-0142' })).toHaveAttribute('href', 'tel:9165550142')
  await expect.element(page.getByRole('link', { name: 'Dashboard', exact: true }).last()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Listing' })).toHaveAttribute('href', '/listings/edit/7')
  await expect.element(page.getByRole('button', { name: 'Delete Listing' })).toBeVisible()
})

test('the Realtor card shows changes of the agent’s profile since the listing was read', async () => {
  const agent = await anAgentAtWork()
  const email = 'maya@torreshomes.example'
  useSession.setState(({ user }) => ({ user: user && { ...user, email, phone_number: '(503) 555-0100' } }))
  await aListing(agent.device, 7, { realtor: { name: 'ann', email, phone: '' } })
  await open(agent, '/listings/7')
  await expect.element(page.getByText('Ann Lee', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '(503) 555-0100' })).toHaveAttribute('href', 'tel:5035550100')
})

test('a listing without a realtor says so, and a broken photo reads No Image', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { realtor: null })
  await aSavedPhoto(agent.device, 70, '7', '/nowhere/broken.jpg')
  await open(agent, '/listings/7')
  await expect.element(page.getByText('No realtor information available')).toBeVisible()
  await expect.element(page.getByText('No Image')).toBeVisible()
})

test('a new listing is found by its local key, and later by its server id', async () => {
  const agent = await anAgentAtWork()
  const key = 'local-0b9f1c1e-0000-4000-8000-000000000001'
  const { id: _, ...row } = knownListingRow(7, { key })
  await agent.device.database.listings.put(row)
  const view = await open(agent, `/listings/${key}`)
  await expect.element(heading('5709 River Oak Way')).toBeVisible()

  await agent.device.database.aliases.put({ entity: 'listing', key, id: 7 })
  await agent.device.database.listings.update(key, { id: 7 })
  view.go('/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Listing' })).toHaveAttribute('href', '/listings/edit/7')
  view.go(`/listings/edit/${key}`)
  await expect.element(heading('Edit Listing')).toBeVisible()
})

test('a change and its photo are saved together or not at all, even after a failure', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  fullAtTheNextPhoto(agent.device)
  await open(agent, '/listings/edit/7')
  const price = page.getByLabelText('Listing Price')
  await price.fill('560000')
  await page.getByLabelText('Main Photo').upload(await aPhoto('front.png'))
  const submit = page.getByRole('button', { name: 'Update Listing' })
  await submit.click()
  await expect.element(page.getByText('Failed to update listing. Please try again.').first()).toBeVisible()
  expect(await operations(agent.device)).toEqual([])

  await price.fill('550000')
  await submit.click()
  await expect.element(heading('My Listings')).toBeVisible()
  const [change, photo, ...others] = await operations(agent.device)
  expect(others).toEqual([])
  expect(change).toMatchObject({ entity: 'listing', kind: 'update', changes: { listing_price: 550_000 } })
  expect(photo).toMatchObject({ entity: 'listing_image', kind: 'create' })
})

test('a change of price is saved alone and waits in the list', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await expect.element(heading('Edit Listing')).toBeVisible()
  await page.getByLabelText('Listing Price').fill('$ 61,500')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('$61,500')
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Waiting')
  expect(await operations(agent.device)).toMatchObject([
    {
      entity: 'listing',
      kind: 'update',
      key: '7',
      changes: { listing_price: 61_500 },
      base: { listing_price: 582_000 },
    },
  ])
  expect(useRecentActivity.getState().activities[0]).toMatchObject({ type: 'edit_listing' })
})

test('a price is shown with thousands separators when opened and when its field is left', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  const price = page.getByLabelText('Listing Price')
  await expect.element(price).toHaveValue('582,000')
  await price.fill('61500')
  await expect.element(price).toHaveValue('61500')
  await userEvent.tab()
  await expect.element(price).toHaveValue('61,500')
  await price.fill('12,34')
  await userEvent.tab()
  await expect.element(price).toHaveValue('12,34')
})

test('saving without a change saves nothing', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7, { status: 'Withdrawn' })
  await open(agent, '/listings/edit/7')
  await expect.element(page.getByLabelText('Status', { exact: true })).toHaveValue('Withdrawn')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

test.each([
  [
    'a file above 5 MB',
    () => new File([new Uint8Array(5_242_881)], 'big.jpg', { type: 'image/jpeg' }),
    'File size must be less than 5MB',
  ],
  ['a document', () => new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }), 'Please upload an image file'],
])('%s is refused in a dialog, and the rest of the form stays', async (_what, file, message) => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await page.getByLabelText('Description').fill('New words.')
  pick(file())
  await expect.element(page.getByRole('alertdialog', { name: message })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByLabelText('Description')).toHaveValue('New words.')
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect((await operations(agent.device)).map(({ entity }) => entity)).toEqual(['listing'])
})

test('the main photo can be replaced and removed, and shows that it waits for its listing (I8)', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const view = await open(agent, '/listings/edit/7')
  await page.getByLabelText('Main Photo').upload(await aPhoto('new.jpg'))
  await expect.element(page.getByText(/new\.jpg/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Listing sent, 1 photo waiting')
  await eventually(() => card('5709 River Oak Way').getByRole('img').element().getAttribute('src')).toMatch(/^blob:/)
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing_image', kind: 'create' }])

  view.go('/listings/edit/7')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(page.getByText(/^The photo is removed when you save/)).toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toEqual([])
})

test('removing first discards a picked photo, then removes the photo, and says which one follows', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const second: ListingImageRow = { key: '71', id: 71, listing_key: '7', image: '', caption: '', is_primary: false }
  await agent.device.database.listing_images.put(second)
  await open(agent, '/listings/edit/7')
  await page.getByLabelText('Main Photo').upload(await aPhoto('new.jpg'))
  await expect.element(page.getByText(/new\.jpg/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(page.getByText(/new\.jpg/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect
    .element(page.getByText('The photo is removed when you save, and the next one becomes the main photo.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing_image', kind: 'delete', key: '70' }])
})

test('the removed photo is the one shown at the time, even if the main photo has changed since', async () => {
  const agent = await anAgentAtWork()
  const photos = agent.device.database.listing_images
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  await photos.put({ key: '71', id: 71, listing_key: '7', image: '', caption: '', is_primary: false })
  await open(agent, '/listings/edit/7')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  const note = page.getByText(/^The photo is removed when you save/)
  await expect.element(note).toBeVisible()
  // Another device makes the second photo the main photo.
  await photos.update('70', { is_primary: false })
  await photos.update('71', { is_primary: true })
  await expect.element(note).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(heading('My Listings')).toBeVisible()
  expect(await operations(agent.device)).toMatchObject([{ entity: 'listing_image', kind: 'delete', key: '70' }])
})

test('a removed main photo shows as waiting in the card and in the header until it is sent', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await aSavedPhoto(agent.device, 70, '7', '/photos/0123456789abcdef0123456789abcdef/1920')
  const view = await open(agent, '/listings/edit/7')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Update Listing' }).click()
  await expect.element(card('5709 River Oak Way').getByText('Waiting', { exact: true })).toBeVisible()
  await expect.element(card('5709 River Oak Way')).toHaveTextContent('Listing sent, 1 removed photo waiting')

  view.go('/listings/7')
  await expect.element(heading('5709 River Oak Way')).toBeVisible()
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible()
  await agent.device.database.outbox.clear()
  await expect.element(page.getByText('Waiting', { exact: true })).not.toBeInTheDocument()
})

test('Edit Listing deletes after a question and returns to My Listings', async () => {
  const agent = await anAgentAtWork()
  await aListing(agent.device, 7)
  await open(agent, '/listings/edit/7')
  await page.getByRole('button', { name: 'Delete Listing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
})

/** Passes a file to the input as a picker does, which may ignore `accept`. */
function pick(file: File): void {
  const input = page.getByLabelText('Main Photo').element() as HTMLInputElement
  const picked = new DataTransfer()
  picked.items.add(file)
  input.files = picked.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
