import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { recordsLikeDeleted } from '#features/outbox/resolving/similar-records.ts'
import { photoCacheName } from '#storage/database/device-name.ts'
import type { Device } from '#storage/device/device.ts'
import type { ShowingRow } from '#storage/database/rows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import {
  aChangedClient,
  aNewClient,
  aRefusal,
  button,
  elena,
  openOutbox,
  outbox,
  part,
  theConnectionIs,
} from '#tests/support/outbox-screens.ts'
import { listingRow } from '#tests/support/listing-row.ts'
import { longTest } from '#tests/support/long-test.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

const newProperty = {
  bedrooms: 3,
  bathrooms: null,
  square_feet: null,
  lot_size: null,
  year_built: null,
  garage_spaces: null,
  price: 250_000,
  property_type: '',
  latitude: null,
  longitude: null,
}

test('a refused change shows the reason and opens its form with the field marked (H1, H2)', async () => {
  const agent = await anAgentAtWork()
  const refusal = aRefusal({ email: 'Somebody else has this address.' })
  await aNewClient(agent.device, {}, { state: 'attention', refusal, attempts: 1 })
  await openOutbox(agent)
  const row = part('Needs you').getByRole('listitem')
  await expect.element(row).toHaveTextContent('Somebody else has this address.')
  await expect.element(row.getByText('Needs fixing')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Elena Vasquez' }).click()
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('Somebody else has this address.')
  // Once beside the field and once above the form, and not also as the form's own message.
  expect(page.getByText('Somebody else has this address.').elements()).toHaveLength(2)
})

test('a refused change is tried again under a new key (H3)', async () => {
  const agent = await anAgentAtWork()
  let asked = 0
  theConnectionIs({ syncNow: () => (asked += 1) })
  await aNewClient(agent.device, {}, { state: 'attention', refusal: aRefusal({}) })
  await openOutbox(agent)
  await button('Retry Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Elena Vasquez')
  expect(await outbox(agent)).toMatchObject([{ state: 'queued', revision: 2, refusal: null }])
  expect(asked).toBe(1)
})

longTest('a refused property is corrected in its form and sent again (H2, H3)', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  const opId = crypto.randomUUID()
  const place = { address: '51 Aiken Way', city: 'Elverta', state: 'CA', zip_code: '9562' }
  await createRecord(device.replica, device.clock, {
    opId,
    entity: 'property',
    changes: { ...newProperty, ...place },
  })
  const refusal = aRefusal({ zip_code: 'There is no such ZIP Code.' })
  await device.database.outbox.where({ opId }).modify({ state: 'attention', refusal })
  const view = await openOutbox(agent)
  await page.getByRole('link', { name: 'Edit 51 Aiken Way' }).click()
  const form = page.getByRole('form', { name: 'Edit home' })
  await expect.element(form.getByLabelText('Address')).toHaveValue('51 Aiken Way')
  await expect.element(form.getByLabelText('ZIP Code')).toHaveAccessibleDescription('There is no such ZIP Code.')
  await page.getByLabelText('Search properties by address').fill('Aiken')
  await expect.poll(view.address).toContain('q=Aiken')
  await form.getByLabelText('ZIP Code').fill('95626')
  await form.getByRole('button', { name: 'Update home' }).click()

  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('51 Aiken Way')
  expect(view.address()).toBe('/outbox')
  expect(await outbox(agent)).toMatchObject([
    { kind: 'create', state: 'queued', revision: 2, refusal: null, changes: { ...place, zip_code: '95626' } },
  ])
})

const mayExist = {
  state: 'attention' as const,
  refusal: { ...aRefusal({}), status: null, code: 'may_exist', message: 'The answer was lost.' },
  attempt: { startedAt: 0, ifMatch: null, whole: null, sender: 'gone' },
}

longTest('a change that may be on the server already is linked to the record that the agent names (G8)', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  const key = await aNewClient(device, {}, mayExist)
  const stranger = {
    ...elena,
    first_name: 'Jo',
    last_name: 'Park',
    email: 'jo@inbox.example',
    category: 'Seller' as const,
  }
  await device.database.clients.bulkPut([
    { ...elena, key: '8', id: 8, notes: 'Called back.' },
    { ...stranger, key: '9', id: 9 },
  ])
  await openOutbox(agent)
  await button('It is already there: Elena Vasquez').click()
  const sheet = page.getByRole('dialog', { name: 'Which one is Elena Vasquez?' })
  await expect.element(sheet.getByRole('listitem')).toHaveTextContent('Email: elena@inbox.example')
  await sheet.getByRole('button', { name: 'This one: Elena Vasquez, number 8' }).click()

  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  await expect.element(part('Sent today')).toHaveTextContent('found on the server after a lost answer')
  expect(await device.database.aliases.toArray()).toMatchObject([{ entity: 'client', key, id: 8 }])
  expect(await device.database.clients.toCollection().primaryKeys()).toEqual(['9', key])
  expect(await device.database.clients.get(key)).toMatchObject({ id: 8, notes: 'Called back.' })
})

longTest('a change that may be on the server already is sent again if the agent says so', async () => {
  const agent = await anAgentAtWork()
  await aNewClient(agent.device, {}, mayExist)
  await openOutbox(agent)
  await button('It is already there: Elena Vasquez').click()
  await expect.element(page.getByText(/^No similar record is on this device/)).toBeVisible()
  await button('Decide later').click()
  await button('Send it again: Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Elena Vasquez')
  expect(await outbox(agent)).toMatchObject([{ state: 'queued', revision: 2, attempt: null }])
})

longTest('a button that does nothing yet does not change under the mouse', async () => {
  const agent = await anAgentAtWork()
  const theirs = { ...elena, id: 7, category: 'Seller' }
  const conflict = { theirs, theirVersion: '9', fields: ['category'], at: Date.now() }
  await aChangedClient(agent.device, { category: 'Both', phone_number: '1' }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await button('Decide about Elena Vasquez').click()
  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed in two places' })
  await expect.element(sheet).toHaveTextContent('1 of 2 fields was changed in two places.')
  await expect.element(sheet.getByRole('button', { name: 'for all' })).not.toBeInTheDocument()
  const save = sheet.getByRole('button', { name: 'Save choice' })
  const ground = () => getComputedStyle(save.element()).backgroundColor
  const before = ground()
  await save.hover({ force: true })
  await Promise.all(
    save
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  expect(save.element().matches(':hover')).toBe(true)
  expect(ground()).toBe(before)
})

longTest('a conflict is resolved field by field, mine beside theirs', async () => {
  const agent = await anAgentAtWork()
  const conflict = {
    theirs: { ...elena, id: 7, phone_number: '(279) 555-0164', category: 'Seller' },
    theirVersion: '9',
    fields: ['phone_number', 'category'],
    at: Date.now(),
  }
  await aChangedClient(
    agent.device,
    { phone_number: '(916) 555-0127', category: 'Both', notes: 'Selling first.' },
    { state: 'conflict', conflict },
  )
  await openOutbox(agent)
  const row = part('Needs you').getByRole('listitem')
  await expect.element(row).toHaveTextContent('Choose which Phone Number and Category to keep.')
  await expect.element(row.getByText('Conflict')).toBeVisible()
  await button('Decide about Elena Vasquez').click()

  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed in two places' })
  await expect.element(sheet).toHaveTextContent('2 of 3 fields were changed in two places.')
  const phone = sheet.getByRole('group', { name: 'Phone Number' })
  await expect.element(phone).toHaveTextContent('(279) 555-0164')
  await sheet.getByRole('button', { name: 'Save choice' }).click({ force: true })
  await expect.element(sheet.getByRole('status')).toHaveTextContent('Still to decide: Phone Number, Category.')
  await expect.element(phone.getByLabelText('Mine')).toHaveFocus()
  expect(await outbox(agent)).toMatchObject([{ state: 'conflict' }])

  await phone.getByLabelText('Mine').click()
  await sheet.getByRole('group', { name: 'Category' }).getByLabelText('Theirs').click()
  await sheet.getByRole('button', { name: 'Save choice' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Changes Phone Number and Notes')
  expect(await outbox(agent)).toMatchObject([
    { state: 'queued', revision: 2, changes: { phone_number: '(916) 555-0127', notes: 'Selling first.' } },
  ])
  const given = part('Not kept, last 30 days').getByRole('listitem')
  await expect.element(given).toHaveTextContent('Phone Number: (279) 555-0164 (theirs)')
  await expect.element(given).toHaveTextContent('Category: Both (mine)')
  await expect.element(given).toHaveTextContent(/Decided \d+:\d\d [AP]M/)
})

longTest('a discarded side can be restored by keyboard, and disappears after 30 days', async () => {
  const agent = await anAgentAtWork()
  const { database } = agent.device
  const conflict = {
    theirs: { ...elena, category: 'Seller' },
    theirVersion: '9',
    fields: ['category'],
    at: Date.now(),
  }
  await aChangedClient(agent.device, { category: 'Both' }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await expect.element(button('Decide about Elena Vasquez')).toBeVisible()
  button('Decide about Elena Vasquez').element().focus()
  await userEvent.keyboard('{Enter}')
  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed in two places' })
  await expect.element(sheet).toBeVisible()
  sheet.getByLabelText('Theirs').element().focus()
  await userEvent.keyboard(' ')
  expect(await axeFindings()).toEqual([])
  sheet.getByRole('button', { name: 'Save choice' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await database.clients.get('7')).toMatchObject({ category: 'Buyer' })

  await button('Put back Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Changes Category')
  expect(await outbox(agent)).toMatchObject([{ state: 'queued', revision: 1, changes: { category: 'Both' } }])
  expect(await axeFindings()).toEqual([])

  await database.journal.toCollection().modify({ settledAt: Date.now() - 31 * 24 * 3_600_000 })
  await expect.element(part('Not kept, last 30 days')).not.toBeInTheDocument()
})

longTest('a conflict can wait, and all fields can be resolved at once', async () => {
  const agent = await anAgentAtWork()
  const conflict = {
    theirs: { ...elena, notes: 'Closes in May.', category: 'Seller' },
    theirVersion: '9',
    fields: ['notes', 'category'],
    at: Date.now(),
  }
  await aChangedClient(agent.device, { notes: 'Sells first.', category: 'Both' }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await button('Decide about Elena Vasquez').click()
  await button('Decide later').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(await outbox(agent)).toMatchObject([{ state: 'conflict' }])

  await button('Decide about Elena Vasquez').click()
  await expect.element(page.getByRole('dialog').getByLabelText('Keep both')).toBeVisible()
  await button('Use theirs for all').click()
  await button('Save choice').click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
})

longTest('texts too long together are not offered as both, and a change in another window is named', async () => {
  const agent = await anAgentAtWork()
  const [mine, theirs] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
  const conflict = { theirs: { notes: theirs }, theirVersion: null, isHere: true, fields: ['notes'], at: Date.now() }
  await aChangedClient(agent.device, { notes: mine }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await expect.element(part('Needs you')).toHaveTextContent('Also changed in another window')
  await button('Decide about Elena Vasquez').click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet).toHaveTextContent('Together they are longer than 10,000 characters.')
  await expect.element(sheet.getByLabelText('Keep both')).not.toBeInTheDocument()
  const height = () => sheet.getByRole('group', { name: 'Notes' }).element().getBoundingClientRect().height
  expect(height()).toBeLessThan(innerHeight)
  expect(await axeFindings()).toEqual([])
  await sheet.getByRole('button', { name: 'Show whole texts' }).click()
  // Each side scrolls by itself, so that they stay beside each other.
  const texts = [...sheet.element().querySelectorAll('[tabindex="0"]')]
  expect(texts.map(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toEqual([true, true])
  expect(height()).toBeLessThan(innerHeight)
  expect(await axeFindings()).toEqual([])
  await sheet.getByLabelText('Another window').click()
  await button('Save choice').click()
  await expect.element(part('Not kept, last 30 days')).toHaveTextContent(/Garden\.… \(mine\)/)
})

test('a record that was deleted on the server is restored as new or let go (G4)', async () => {
  const agent = await anAgentAtWork()
  const conflict = { theirs: null, theirVersion: null, fields: ['notes'], at: Date.now() }
  await aChangedClient(agent.device, { notes: 'Sells first.' }, { state: 'conflict', conflict })
  await agent.device.database.bases.toCollection().modify({ gone: true })
  await openOutbox(agent)
  await expect.element(part('Needs you')).toHaveTextContent('Deleted on the server while you changed it here.')
  await button('Restore as new: Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('New client')
  expect(await outbox(agent)).toMatchObject([{ kind: 'create', key: '7', changes: { notes: 'Sells first.' } }])
})

/** A photo whose caption changed here and which was deleted on another device. */
async function aCaptionOfADeletedPhoto({ database, replica, clock }: Device): Promise<void> {
  const photo = { key: '3', id: 3, listing_key: '1', image: '/photos/kept/1920', caption: '', is_primary: true }
  await database.listings.put(listingRow())
  await database.listing_images.put(photo)
  const opened = { caption: '' }
  const changes = { caption: 'The hall' }
  await updateRecord(replica, clock, { opId: crypto.randomUUID(), entity: 'listing_image', key: '3', opened, changes })
  const conflict = { theirs: null, theirVersion: null, fields: ['caption'], at: Date.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', conflict })
  await database.bases.toCollection().modify({ gone: true })
}

longTest('a photo deleted on the server is restored as new with this device’s picture', async () => {
  const agent = await anAgentAtWork()
  await aCaptionOfADeletedPhoto(agent.device)
  const cache = await caches.open(photoCacheName(agent.device.owner))
  onTestFinished(() => void caches.delete(photoCacheName(agent.device.owner)))
  await cache.put('/photos/kept/320', new Response('picture', { headers: { 'content-type': 'image/webp' } }))
  await openOutbox(agent)
  await button('Restore as new: 5709 River Oak Way').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('5709 River Oak Way')
  const [operation] = await outbox(agent)
  expect(operation).toMatchObject({
    kind: 'create',
    changes: { caption: 'The hall' },
    shown: { caption: 'The hall' },
  })
  const bytes = await agent.device.replica.readFile(operation!.files['image']!)
  expect(new TextDecoder().decode(bytes!)).toBe('picture')
  expect(await agent.device.database.listing_images.get('3')).not.toHaveProperty('image')
})

longTest('a photo deleted on the server is not restored without its picture', async () => {
  const agent = await anAgentAtWork()
  await aCaptionOfADeletedPhoto(agent.device)
  await openOutbox(agent)
  await button('Restore as new: 5709 River Oak Way').click()
  await expect.element(page.getByText('Its picture is no longer on this device')).toBeVisible()
  expect(await outbox(agent)).toMatchObject([{ kind: 'update', state: 'conflict' }])
})

longTest('E16: restoring a record that exists again under another id warns first', async () => {
  const agent = await anAgentAtWork()
  const { clients, bases } = agent.device.database
  const conflict = { theirs: null, theirVersion: null, fields: ['notes'], at: Date.now() }
  await aChangedClient(agent.device, { notes: 'Sells first.' }, { state: 'conflict', conflict })
  await bases.toCollection().modify({ gone: true })
  const made = { created_at: '2026-10-02T10:00:00Z' }
  await clients.bulkPut([
    { ...elena, ...made, key: '8', id: 8 },
    { ...elena, ...made, key: '9', id: 9, first_name: 'Luis', email: 'luis@inbox.example' },
  ])
  await openOutbox(agent)
  await button('Restore as new: Elena Vasquez').click()
  const question = page.getByRole('alertdialog', { name: 'Was Elena Vasquez already added again?' })
  await expect.element(question.getByRole('listitem')).toHaveTextContent('elena@inbox.example')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await outbox(agent)).toMatchObject([{ kind: 'update', state: 'conflict' }])
  await button('Restore as new: Elena Vasquez').click()
  await question.getByRole('button', { name: 'Restore as new' }).click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('New client')
})

longTest('E16: a similar record on another day is another one; one moved here is known by its old time', async () => {
  const agent = await anAgentAtWork()
  const { database, replica, clock } = agent.device
  const times = { date: '2026-11-23', start_time: '09:00', end_time: '09:30' }
  const call = { title: 'Call the bank', ...times, location: '', notes: '', created_at: '', client_key: null }
  const nextWeek = { ...call, date: '2026-11-30' }
  await database.appointments.bulkPut([
    { ...call, key: '7', id: 7 },
    { ...nextWeek, key: '8', id: 8 },
  ])
  const changes = { start_time: '15:00', end_time: '15:30' }
  const opId = crypto.randomUUID()
  await updateRecord(replica, clock, { opId, entity: 'appointment', key: '7', opened: { ...call }, changes })
  const conflict = { theirs: null, theirVersion: null, fields: ['start_time'], at: Date.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', conflict })
  await database.bases.toCollection().modify({ gone: true })
  const [operation] = await outbox(agent)
  expect(await recordsLikeDeleted(agent.device, operation!)).toEqual([])
  await database.appointments.put({ ...call, key: '9', id: 9 })
  expect(await recordsLikeDeleted(agent.device, operation!)).toMatchObject([{ id: 9 }])
})

/** A client deleted here, and changed on the server before the deletion was sent. */
async function aDeletionInConflict({ database, replica, clock }: Device): Promise<void> {
  await database.clients.put({ ...elena, key: '7', id: 7, created_at: '2026-10-01T10:00:00Z' })
  await deleteRecord(replica, clock, { opId: crypto.randomUUID(), entity: 'client', key: '7' })
  const conflict = { theirs: { ...elena, notes: 'New.' }, theirVersion: '9', fields: ['notes'], at: Date.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', conflict })
}

test('a deletion of a record changed on the server asks, and can be confirmed (G5)', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  await openOutbox(agent)
  await expect.element(part('Needs you').getByRole('listitem')).toHaveTextContent('Deletes the client')
  await button('Delete anyway: Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Deletes the client')
  expect(await outbox(agent)).toMatchObject([{ kind: 'delete', state: 'queued' }])
})

longTest('a deletion of a record changed on the server can be undone (G5)', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  await openOutbox(agent)
  await button('Keep it: Elena Vasquez').click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await agent.device.database.clients.get('7')).toMatchObject({ first_name: 'Elena' })
})

test('a deletion requeued for a restored server names its listing and what others added to it (C19)', async () => {
  const agent = await anAgentAtWork()
  const { database, replica, clock } = agent.device
  const theirs = listingRow({ property: { address: '5 Elm St' } })
  await database.listings.put(theirs)
  await deleteRecord(replica, clock, { opId: crypto.randomUUID(), entity: 'listing', key: theirs.key })
  const conflict = { theirs: { ...theirs }, theirVersion: '9', fields: ['listing_price'], at: Date.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', base: { listing_price: 1 }, conflict })
  const hours = { showing_date: '2026-12-01', start_time: '10:00:00', end_time: '11:00:00' }
  const showing = { ...hours, client_email: 'eve@example.com', listing: theirs.id, listing_key: theirs.key }
  await database.showings.bulkPut([
    { ...showing, id: 8, key: '8' },
    { ...showing, id: 9, key: '9' },
  ] as ShowingRow[])
  await openOutbox(agent)
  await expect.element(button('Keep it: 5 Elm St')).toBeVisible()
  const entry = part('Needs you').getByRole('listitem')
  await expect.element(entry).toHaveTextContent('Deleting it deletes its 2 showings, too.')
  await database.showings.put({ ...showing, id: 10, key: '10' } as ShowingRow)
  await expect.element(entry).toHaveTextContent('Deleting it deletes its 3 showings, too.')
})

longTest('a deletion names what another device has added to the record since (G24)', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  const call = { kind: 'Call', text: 'Wants to sell' }
  const theirs = { ...elena }
  const below = { 'interaction 3': call, 'interaction 4': call, 'follow_up 5': { text: 'Call back' } }
  const conflict = { theirs, theirVersion: '9', fields: [], below, at: Date.now() }
  await agent.device.database.outbox.toCollection().modify({ conflict, below: { 'interaction 3': call } })
  await openOutbox(agent)
  const entry = part('Needs you').getByRole('listitem')
  await expect
    .element(entry)
    .toHaveTextContent('After you deleted it here, another device added or changed 1 conversation and 1 follow-up')
  await button('Delete anyway: Elena Vasquez').click()
  await expect.element(part('Waiting').getByRole('listitem')).toBeVisible()
  expect(await outbox(agent)).toMatchObject([{ state: 'queued', below }])
})

test('a record that the server created twice for one request can be deleted once, or kept', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  const refusal = { ...aRefusal({}), status: null, code: 'made_twice', message: 'The server made it twice.' }
  await agent.device.database.outbox.toCollection().modify({ refusal })
  await openOutbox(agent)
  const row = part('Needs you').getByRole('listitem')
  await expect.element(row).toHaveTextContent('The server made it twice.')
  await expect.element(row.getByText('Delete the second one')).toBeVisible()
  await expect.element(row.getByText('Keep it')).toBeVisible()
})

longTest('a record that a plain server no longer has is restored or let go (C19)', async () => {
  const agent = await anAgentAtWork()
  await aChangedClient(agent.device, { notes: 'New.' })
  const conflict = { theirs: null, theirVersion: null, fields: [], at: Date.now() }
  await agent.device.database.outbox.toCollection().modify({ changes: {}, state: 'conflict', conflict })
  await openOutbox(agent)
  const row = part('Needs you').getByRole('listitem')
  await expect.element(row).toHaveTextContent('Missing client')
  await expect.element(row).toHaveTextContent('The server confirmed it earlier but no longer has it.')
  await expect.element(button('Restore as new: Elena Vasquez')).toBeVisible()
})
