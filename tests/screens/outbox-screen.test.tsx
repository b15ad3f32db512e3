// First, as in the app: the order of the style layers is decided by what comes first.
import '#ui/styles/styles.css'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { NewClient } from '#core/contract/client.ts'
import { deleteRecord } from '#core/sync/delete-record.ts'
import type { Fields } from '#core/sync/json.ts'
import type { JournalEntry, Operation } from '#core/sync/operation.ts'
import { createRecord, updateRecord } from '#core/sync/record-change.ts'
import { CreateListingScreen } from '#screens/create-listing-screen.tsx'
import { EditClientScreen } from '#screens/edit-client-screen.tsx'
import { untracedFact } from '#core/sync/report-counts.ts'
import { OutboxScreen } from '#screens/outbox-screen.tsx'
import { forgetConnection, useConnection } from '#state/connection.ts'
import type { Connection } from '#state/connection.ts'
import type { Device } from '#storage/device.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { downloads } from '#tests/support/downloads.ts'
import { anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'
import type { Agent } from '#tests/support/workspace-screens.tsx'

function openOutbox(agent: Agent) {
  return openScreens(agent, '/outbox', {
    '/outbox': OutboxScreen,
    '/clients/edit/$clientId': EditClientScreen,
    '/listings/new': CreateListingScreen,
  })
}

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

const elena: NewClient = {
  first_name: 'Elena',
  last_name: 'Vasquez',
  email: 'elena@inbox.example',
  phone_number: '',
  notes: '',
  category: 'Buyer',
}

/** Made on this device; `state` is what the sender would have left behind. */
async function aNewClient(device: Device, changes: Fields = {}, left: Partial<Operation> = {}): Promise<string> {
  const opId = crypto.randomUUID()
  const { key } = await createRecord(device.replica, device.clock, {
    opId,
    entity: 'client',
    changes: { ...elena, ...changes },
  })
  await device.database.outbox.where({ opId }).modify(left)
  return key
}

/** Known to the server and changed on this device. */
async function aChangedClient(device: Device, changes: Fields, left: Partial<Operation> = {}): Promise<void> {
  const opId = crypto.randomUUID()
  await device.database.clients.put({ ...elena, key: '7', id: 7, created_at: '2026-10-01T10:00:00Z' })
  await updateRecord(device.replica, device.clock, { opId, entity: 'client', key: '7', opened: { ...elena }, changes })
  await device.database.outbox.where({ opId }).modify(left)
}

function theConnectionIs(connection: Partial<Connection>): void {
  useConnection.setState(connection)
  onTestFinished(forgetConnection)
}

const aRefusal = (fieldErrors: Record<string, string>) => ({
  status: 400,
  code: 'invalid',
  message: Object.values(fieldErrors)[0] ?? 'No.',
  fieldErrors,
  at: Date.now(),
})

const part = (title: string) => page.getByRole('region', { name: title })
const button = (name: string) => page.getByRole('button', { name })
const outbox = (agent: Agent) => agent.device.database.outbox.toArray()

test('with everything sent, nothing is waiting', async () => {
  const agent = await anAgentAtWork()
  await openOutbox(agent)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  for (const title of ['Needs you', 'Waiting', 'Sent today']) await expect.element(part(title)).not.toBeInTheDocument()
})

test('a change that waits says what, about whom, when and how often it was tried', async () => {
  const agent = await anAgentAtWork()
  await aChangedClient(agent.device, { email: 'e.vasquez@inbox.example', notes: 'Sells first.' }, { attempts: 2 })
  await openOutbox(agent)
  const row = part('Waiting').getByRole('listitem')
  await expect.element(row).toHaveTextContent('Elena Vasquez')
  await expect.element(row).toHaveTextContent('Changes Email and Notes')
  await expect.element(row).toHaveTextContent(/Made \d+:\d\d [AP]M · tried 2 times/)
  await expect.element(row.getByText('Waiting')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Edit Elena Vasquez' }))
    .toHaveAttribute('href', '/clients/edit/7')
  await expect.element(page.getByText('Nothing is waiting')).not.toBeInTheDocument()
})

test('a refused change shows the answer and opens its form with the field marked (H1, H2)', async () => {
  const agent = await anAgentAtWork()
  const refusal = aRefusal({ email: 'Somebody else has this address.' })
  await aNewClient(agent.device, {}, { state: 'attention', refusal, attempts: 1 })
  await openOutbox(agent)
  const row = part('Needs you').getByRole('listitem')
  await expect.element(row).toHaveTextContent('Somebody else has this address.')
  await expect.element(row.getByText('Needs fixing')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Elena Vasquez' }).click()
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('Somebody else has this address.')
  // Once beside the field and once above the form, not a third time as the whole form's message.
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

test('a refused property is put right in its form and goes again (H2, H3)', async () => {
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
  const form = page.getByRole('form', { name: 'Edit the property' })
  await expect.element(form.getByLabelText('Address')).toHaveValue('51 Aiken Way')
  await expect.element(form.getByLabelText('ZIP Code')).toHaveAccessibleDescription('There is no such ZIP Code.')
  await form.getByLabelText('ZIP Code').fill('95626')
  await form.getByRole('button', { name: 'Update Property' }).click()

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

test('a change that may be on the server already is linked to the record that the agent names (G8)', async () => {
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

test('a change that may be on the server already is sent again when the agent says so', async () => {
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

test('a change is discarded by name, after asking, and what belongs to it goes with it (E6)', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  const property = crypto.randomUUID()
  const propertyKey = `local-${property}`
  await createRecord(device.replica, device.clock, {
    opId: property,
    entity: 'property',
    changes: { address: '51 Aiken Way', city: 'Elverta', state: 'CA', zip_code: '95626' },
  })
  await createRecord(device.replica, device.clock, {
    opId: crypto.randomUUID(),
    entity: 'listing',
    changes: { listing_price: 250_000, description: 'Bright.', status: 'For Sale' },
    references: { property: { entity: 'property', key: propertyKey } },
    shown: { property: { address: '51 Aiken Way' } },
  })
  await openOutbox(agent)
  await expect.poll(() => part('Waiting').getByRole('listitem').elements().length).toBe(2)
  await button('Discard 51 Aiken Way').first().click()
  const question = page.getByRole('alertdialog', { name: 'Discard 51 Aiken Way?' })
  await expect.element(question).toHaveTextContent('51 Aiken Way: New listing')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await outbox(agent)).toHaveLength(2)

  await button('Discard 51 Aiken Way').first().click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await outbox(agent)).toEqual([])
  expect(await device.database.listings.count()).toBe(0)
  await expect.element(part('Sent today')).toHaveTextContent(/Discarded \d/)
})

test('a conflict is decided field by field, mine beside theirs', async () => {
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
  await expect.element(row).toHaveTextContent('Phone Number and Category need you.')
  await expect.element(row.getByText('Conflict')).toBeVisible()
  await button('Decide about Elena Vasquez').click()

  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed twice' })
  await expect.element(sheet).toHaveTextContent('2 of 3 fields need you.')
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
  // Both sides of what was given up are found again.
  const given = part('Not kept, last 30 days').getByRole('listitem')
  await expect.element(given).toHaveTextContent('Phone Number: (279) 555-0164 (theirs)')
  await expect.element(given).toHaveTextContent('Category: Both (mine)')
  await expect.element(given).toHaveTextContent(/Decided \d+:\d\d [AP]M/)
})

test('what a decision did not keep is put back as an edit of its own, with the keyboard, and goes after 30 days', async () => {
  const agent = await anAgentAtWork()
  const { database } = agent.device
  const conflict = { theirs: { ...elena, category: 'Seller' }, theirVersion: '9', fields: ['category'], at: Date.now() }
  await aChangedClient(agent.device, { category: 'Both' }, { state: 'conflict', conflict })
  await openOutbox(agent)
  await expect.element(button('Decide about Elena Vasquez')).toBeVisible()
  button('Decide about Elena Vasquez').element().focus()
  await userEvent.keyboard('{Enter}')
  const sheet = page.getByRole('dialog', { name: 'Elena Vasquez was changed twice' })
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

test('a conflict can wait, and all fields can be decided at once', async () => {
  const agent = await anAgentAtWork()
  const conflict = {
    theirs: { ...elena, notes: 'Closes in May.' },
    theirVersion: '9',
    fields: ['notes'],
    at: Date.now(),
  }
  await aChangedClient(agent.device, { notes: 'Sells first.' }, { state: 'conflict', conflict })
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

test('a record that was deleted on the server is restored as new or let go (G4)', async () => {
  const agent = await anAgentAtWork()
  const conflict = { theirs: null, theirVersion: null, fields: ['notes'], at: Date.now() }
  await aChangedClient(agent.device, { notes: 'Sells first.' }, { state: 'conflict', conflict })
  await agent.device.database.bases.toCollection().modify({ gone: true })
  await openOutbox(agent)
  await expect.element(part('Needs you')).toHaveTextContent('Deleted on the server while you changed it here.')
  await button('Restore Elena Vasquez as new').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('New client')
  expect(await outbox(agent)).toMatchObject([{ kind: 'create', key: '7', changes: { notes: 'Sells first.' } }])
})

/** Deleted on this device, and changed on the server before that was sent. */
async function aDeletionInConflict({ database, replica, clock }: Device): Promise<void> {
  await database.clients.put({ ...elena, key: '7', id: 7, created_at: '2026-10-01T10:00:00Z' })
  await deleteRecord(replica, clock, { opId: crypto.randomUUID(), entity: 'client', key: '7' })
  const conflict = { theirs: { ...elena, notes: 'New.' }, theirVersion: '9', fields: ['notes'], at: Date.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', conflict })
}

test('a deletion of what was changed on the server asks, and may stand (G5)', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  await openOutbox(agent)
  await expect.element(part('Needs you').getByRole('listitem')).toHaveTextContent('Deletes the client')
  await button('Delete Elena Vasquez anyway').click()
  await expect.element(part('Waiting').getByRole('listitem')).toHaveTextContent('Deletes the client')
  expect(await outbox(agent)).toMatchObject([{ kind: 'delete', state: 'queued' }])
})

test('a deletion of what was changed on the server may be taken back (G5)', async () => {
  const agent = await anAgentAtWork()
  await aDeletionInConflict(agent.device)
  await openOutbox(agent)
  await button('Keep Elena Vasquez').click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await agent.device.database.clients.get('7')).toMatchObject({ first_name: 'Elena' })
})

test('what waits for another change says for which (E6)', async () => {
  const agent = await anAgentAtWork()
  const key = await aNewClient(agent.device, {}, { state: 'attention', refusal: aRefusal({}), attempt: null })
  const [refused] = await outbox(agent)
  await agent.device.database.outbox.add({
    ...(refused as Operation),
    seq: (refused?.seq ?? 0) + 1,
    opId: crypto.randomUUID(),
    key,
    kind: 'update',
    changes: { notes: 'Later.' },
    state: 'blocked',
    refusal: null,
  })
  await openOutbox(agent)
  await expect.element(part('Waiting')).toHaveTextContent('Waits until Elena Vasquez is settled.')
})

test('offline it says since when and when it tries again, and Try now always tries (C6)', async () => {
  const agent = await anAgentAtWork()
  let asked = 0
  theConnectionIs({
    state: 'offline',
    lastReachedAt: new Date().setHours(0, 1, 0, 0),
    nextAttemptAt: Date.now() + 80_000,
    syncNow: () => (asked += 1),
  })
  await openOutbox(agent)
  await expect.element(page.getByText('Offline – changes are kept on this device.')).toBeVisible()
  await expect.element(page.getByText('Last reached the server at 12:01 AM.')).toBeVisible()
  await expect.element(page.getByText(/Next try in 1:[12]\d\./)).toBeVisible()
  await button('Try now').click()
  expect(asked).toBe(1)
})

test.each([
  ['needs-login', 'Your session ended.'],
  ['wrong-agent', 'Somebody else is signed in with this browser.'],
  ['paused', 'The server asked to wait.'],
] as const)('when the state is %s it says: %s', async (state, words) => {
  const agent = await anAgentAtWork()
  theConnectionIs({ state })
  await openOutbox(agent)
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a server that does not answer as itself is named as the reason', async () => {
  const agent = await anAgentAtWork()
  theConnectionIs({ state: 'offline', isStranger: true, waiting: 1 })
  await aNewClient(agent.device)
  await openOutbox(agent)
  await expect.element(page.getByText('The server gave no answer that this app understands.')).toBeVisible()
})

test('a change that failed often says that it goes on slowly (C26)', async () => {
  const agent = await anAgentAtWork()
  theConnectionIs({ state: 'idle', serverKind: 'ours' })
  const nextAt = Date.now() + 20 * 60_000
  await aNewClient(agent.device, {}, { state: 'waiting', attempts: 9, firstAttemptAt: Date.now(), nextAt })
  await openOutbox(agent)
  await expect.element(page.getByText('One change was tried often.')).toBeVisible()
  await expect.element(part('Waiting')).toHaveTextContent(/Next try at/)
  await expect.element(button('Retry Elena Vasquez')).toBeVisible()
})

test('a long line is shown in parts (A20)', async () => {
  const agent = await anAgentAtWork()
  await aNewClient(agent.device)
  const [first] = await outbox(agent)
  await agent.device.database.outbox.bulkAdd(
    Array.from({ length: 44 }, (_, index) => ({
      ...(first as Operation),
      seq: (first?.seq ?? 0) + 1 + index,
      opId: crypto.randomUUID(),
      key: `local-${index}`,
    })),
  )
  await openOutbox(agent)
  const rows = () => part('Waiting').getByRole('listitem').elements().length
  await expect.poll(rows).toBe(30)
  await expect.element(part('Waiting')).toHaveTextContent('45')
  await button('Show 15 more').click()
  await expect.poll(rows).toBe(45)
})

test('what was sent today is listed, newest first, and yesterday is not', async () => {
  const agent = await anAgentAtWork()
  const entry = (title: string, settledAt: number): JournalEntry => ({
    opId: crypto.randomUUID(),
    revision: 1,
    entity: 'client',
    key: '1',
    kind: 'create',
    changes: {},
    references: {},
    files: {},
    madeAt: settledAt,
    settledAt,
    note: 'sent',
    title,
  })
  const midnight = new Date().setHours(0, 0, 0, 0)
  const today = Array.from({ length: 7 }, (_, index) => entry(`Client ${index + 1}`, midnight + index))
  await agent.device.database.journal.bulkAdd([entry('Yesterday', midnight - 1), ...today])
  await openOutbox(agent)
  const titles = () =>
    part('Sent today')
      .getByRole('heading', { level: 3 })
      .elements()
      .map((heading) => heading.firstChild?.textContent)
  await expect.poll(titles).toEqual(['Client 7', 'Client 6', 'Client 5', 'Client 4', 'Client 3'])
  await button('Show 2 more').click()
  await expect.poll(() => titles().slice(5)).toEqual(['Client 2', 'Client 1'])
})

test('a stored change that cannot be read is shown, exported as found, and discarded by name (A11)', async () => {
  const agent = await anAgentAtWork()
  await agent.device.database.attention.add({ raw: { strange: 1 }, error: 'Its kind is not known.', at: Date.now() })
  const files = downloads()
  await openOutbox(agent)
  await expect.element(part('Needs you')).toHaveTextContent('Its kind is not known.')
  await button('Export everything').click()
  await expect.poll(() => files.length).toBe(1)
  expect(JSON.parse(await (files[0] as Blob).text())).toMatchObject({ unreadable: [{ raw: { strange: 1 } }] })
  await button('Discard a change that cannot be read').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
})

test('J12: what the server had confirmed and has lost is named until the agent has looked', async () => {
  const agent = await anAgentAtWork()
  const lost = { opId: '1', title: 'Elena Vasquez', kind: 'create', entity: 'client', settledAt: Date.now() }
  await agent.device.replica.transact('write', (store) => store.putFact(untracedFact, [lost]))
  await openOutbox(agent)
  await expect.element(page.getByText('The server has lost one change.')).toBeVisible()
  await expect.element(page.getByText(/^Elena Vasquez, sent at /)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await button('I have looked').click()
  await expect.element(page.getByText('The server has lost one change.')).not.toBeInTheDocument()
})

test('everything unsent leaves as one file, photos included, without a network (H7)', async () => {
  const agent = await anAgentAtWork()
  const { device } = agent
  await aNewClient(device)
  const bytes = new Uint8Array([1, 2, 3, 250])
  const file = await device.saveFile(new Blob([bytes]), { fileName: 'door.jpg', mediaType: 'image/jpeg' })
  await createRecord(device.replica, device.clock, {
    opId: crypto.randomUUID(),
    entity: 'listing_image',
    changes: { caption: '', is_primary: true },
    references: { listing: { entity: 'listing', key: '3' } },
    files: { image: file },
  })
  const files = downloads()
  await openOutbox(agent)
  await button('Export everything').click()
  await expect.poll(() => files.length).toBe(1)
  const exported = JSON.parse(await (files[0] as Blob).text()) as Record<string, unknown>
  expect(exported).toMatchObject({
    owner: String(agent.id),
    operations: [{ entity: 'client' }, { entity: 'listing_image' }],
    files: [{ fileName: 'door.jpg', base64: btoa(String.fromCodePoint(...bytes)) }],
  })
})
