import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { kinds } from '#core/kinds/all-kinds.ts'
import { restoreDeleted } from '#core/sync/resolving/outbox-actions.ts'
import { removeDeletedRecords } from '#core/sync/records/child-records.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { loadDraft } from '#storage/drafts/drafts.ts'
import { longTest, testEach } from '#tests/support/long-test.ts'
import { aRefusal } from '#tests/support/outbox-screens.ts'
import { anAgentWithRecords, saved, tomorrow } from '#tests/support/saved-rows.ts'
import { type Agent, openScreens } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

// Released names: the next version must find a draft again.
longTest.each([
  ['client:new', '/clients/new', null, 'First Name'],
  ['client:edit:1', '/clients/edit/1', null, 'First Name'],
  ['listing:edit:1', '/listings/edit/1', null, 'Description'],
  ['property:new', '/listings/new', 'Add a property', 'City'],
  ['showing:new:1', '/listings/1', 'New Showing', 'Client Email'],
  ['showing:edit:1', '/listings/1', /^Edit showing/, 'Client Email'],
  ['open-house:new:1', '/listings/1', 'New Open House', 'Start Time'],
  ['open-house:edit:1', '/listings/1', /^Edit open house/, 'Start Time'],
  ['visitor:new:1', '/listings/1', 'Add Visitor', 'Client Email'],
  ['appointment:new', '/dashboard', 'New Appointment', 'Title'],
  ['tour:new', '/tours/new', null, 'Client Email'],
  ['tour:new:1', '/tours/new?from=1', null, 'Client Email'],
  ['tour:edit:1', '/tours/1?edit=all', null, 'Client Email'],
])('A1: typed text is stored as %s, restored when the app opens again, and can be discarded', async (...one) => {
  const [name, address, opener, label] = one
  const agent = await anAgentWithRecords()
  const { owner } = agent.device
  const field = page.getByRole('form').getByLabelText(label, { exact: true })
  const typed = label === 'Start Time' ? '08:15' : 'kept@mailbox.example'
  async function openForm() {
    const { unmount } = await openScreens(agent, address)
    if (opener !== null) await page.getByRole('button', { name: opener, exact: true }).click()
    await expect.element(field).toBeVisible()
    return unmount
  }
  const unmount = await openForm()
  const before = (field.element() as HTMLInputElement).value
  await field.fill(typed)
  await expect.poll(() => loadDraft(owner, name)).not.toBeNull()
  await unmount()

  await openForm()
  await expect.element(field).toHaveValue(typed)
  await page.getByRole('button', { name: 'Discard Draft' }).click()
  await expect.element(field).toHaveValue(before)
  await expect.poll(() => loadDraft(owner, name)).toBeNull()
})

longTest('A1: a draft with another start keeps the end that was set back to its former value', async () => {
  const agent = await anAgentWithRecords()
  const times = { start_time: '10:00:00', end_time: '10:30:00' }
  await saved(agent.device, 'showing', 1, { showing_date: tomorrow, ...times })
  const start = page.getByRole('form').getByLabelText('Start Time')
  const end = page.getByRole('form').getByLabelText('End Time')
  async function openForm() {
    const { unmount } = await openScreens(agent, '/listings/1')
    await page.getByRole('button', { name: /^Edit showing/ }).click()
    await expect.element(end).toBeVisible()
    return unmount
  }
  const unmount = await openForm()
  const before = (end.element() as HTMLInputElement).value
  await start.fill('10:15')
  await end.fill(before)
  await expect
    .poll(async () => (await loadDraft(agent.device.owner, 'showing:edit:1'))?.values)
    .toMatchObject({ start_time: '10:15', end_time: before })
  await unmount()
  await openForm()
  await expect.element(start).toHaveValue('10:15')
  await expect.element(end).toHaveValue(before)
})

longTest.each([
  ['client', '/clients/edit/1', 'Email', 'email', 'x@mailbox.example'],
  ['listing', '/listings/edit/1', 'Description', 'description', 'Refused words.'],
  ['appointment', '/dashboard?appointment=1', 'Title', 'title', 'Refused words.'],
  ['tour', '/tours/1?edit=all', 'Client Email', 'client_email', 'x@mailbox.example'],
] as const)(
  'H2: the form of a refused %s opens with the server’s reason',
  async (entity, address, label, name, value) => {
    const agent = await anAgentWithRecords()
    const { replica, clock, ids, database } = agent.device
    await updateRecord(replica, clock, { opId: ids.uuid(), entity, key: '1', opened: {}, changes: { [name]: value } })
    await database.outbox.toCollection().modify({ state: 'attention', refusal: aRefusal({ [name]: 'It is refused.' }) })
    await openScreens(agent, address)
    const field = page.getByRole('form').getByLabelText(label, { exact: true })
    await expect.element(field).toHaveAccessibleDescription(/It is refused\./)
    await expect.element(field).toHaveValue(value)
  },
)

testEach(
  [
    ['client', '/clients/edit/1', null, 'Email'],
    ['listing', '/listings/1/dashboard', 'Write a Note', 'Your Note'],
    ['tour', '/tours/1?edit=all', null, 'Client Email'],
    ['follow_up', '/clients/1', 'Edit Call', 'What to Do'],
    ['listing', '/listings/edit/1', null, 'Description'],
    ['showing', '/listings/1', /^Edit showing/, 'Client Email'],
    ['showing', '/listings/1', /^Add Feedback/, 'Private'],
    ['open_house', '/listings/1', /^Edit open house/, 'Start Time'],
    ['appointment', '/dashboard?appointment=1', null, 'Title'],
    ['interaction', '/clients/1', /^Edit Call of/, 'What Was Said'],
  ] as const,
  { atGate: 4 },
)(
  'G4: the form of one %s at %s that was deleted in another window says so, and keeps its text',
  async (entity, address, opener, label) => {
    const agent = await anAgentWithRecords()
    if (label === 'Private') await saved(agent.device, 'showing', 1, { status: 'Held', interest: 4 })
    if (entity === 'interaction' || entity === 'follow_up') await saved(agent.device, entity, 1)
    const { replica, clock, ids } = agent.device
    await openScreens(agent, address)
    if (opener !== null) await page.getByRole('button', { name: opener, exact: true }).click()
    const field = page.getByRole('form').getByLabelText(label, { exact: true })
    const typed = label === 'Start Time' ? '08:15' : 'kept@mailbox.example'
    await field.fill(typed)
    await deleteRecord(replica, clock, { opId: ids.uuid(), entity, key: '1' })
    await expect
      .element(page.getByText(`This ${kinds[entity].nameOnScreen} was deleted while you were editing it.`))
      .toBeVisible()
    await expect.element(field).toHaveValue(typed)
  },
)

testEach(
  [
    ['/listings/1', 'New Showing', 'Client Email', 'This listing was deleted'],
    ['/listings/1', /^Edit showing/, 'Client Email', 'This showing was deleted'],
    ['/listings/1', /^Add Feedback/, 'Private', 'This showing was deleted'],
    ['/listings/1', 'New Open House', 'Start Time', 'This listing was deleted'],
    ['/listings/1', /^Edit open house/, 'Start Time', 'This open house was deleted'],
    ['/listings/1', 'Add Visitor', 'Client Email', 'This open house was deleted'],
    ['/listings/1/dashboard', 'Enter Figures', /^Views, /, 'This listing was deleted'],
    ['/listings/edit/1', 'Edit photo 1', 'Caption', 'This photo was deleted'],
  ] as const,
  { atGate: 3 },
)('G4: at %s the form of %s stays when the listing is deleted on another device', async (...one) => {
  const [address, opener, label, words] = one
  const agent = await anAgentWithRecords()
  if (label === 'Private') await saved(agent.device, 'showing', 1, { status: 'Held', interest: 4 })
  await openScreens(agent, address)
  await page.getByRole('button', { name: opener, exact: true }).click()
  const field = page.getByLabelText(label, { exact: true }).first()
  const typed = label === 'Start Time' ? '08:15' : '1200'
  await field.fill(typed)
  await theOfficeDeletesTheListing(agent)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(field).toHaveValue(typed)
})

/** Removes the agent's only listing, as a pull does after the office has deleted it. */
async function theOfficeDeletesTheListing({ device }: Agent): Promise<void> {
  await device.replica.transact('write', (tx) => removeDeletedRecords(tx, 'listing', ['1']))
}

longTest.each([
  ['New Showing', 'Client Email', 'another listing', 'Create Showing', 'showing'],
  ['New Open House', 'Date', 'another listing', 'Create Open House', 'open_house'],
  ['Add Visitor', 'Client Email', 'another open house', 'Save Visitor', 'open_house_visit'],
] as const)('E7: what %s creates for a listing deleted on another device waits to be moved', async (...one) => {
  const [opener, label, place, submit, entity] = one
  const agent = await anAgentWithRecords()
  await openScreens(agent, '/listings/1')
  await page.getByRole('button', { name: opener, exact: true }).click()
  const form = page.getByRole('form')
  await form.getByLabelText(label, { exact: true }).fill(label === 'Date' ? tomorrow : 'kept@mailbox.example')
  if (entity === 'open_house') await form.getByLabelText('Start Time').fill('08:15')
  await theOfficeDeletesTheListing(agent)
  await expect.element(form.getByText(`move it to ${place} in the Outbox`)).toBeVisible()
  await form.getByRole('button', { name: submit }).click()
  await expect.element(page.getByText('Listing not found.')).toBeVisible()
  expect(await agent.device.database.outbox.toArray()).toMatchObject([
    { entity, kind: 'create', references: { listing: { key: '1' } } },
  ])
})

longTest.each([
  ['Log a Call', 'What Was Said', 'another client', 'Log It', 'interaction'],
  ['New Follow-up', 'What to Do', 'another client', 'Save Follow-up', 'follow_up'],
] as const)('E7: what %s creates for a client deleted on another device waits to be moved', async (...one) => {
  const [opener, label, place, submit, entity] = one
  const agent = await anAgentWithRecords()
  const { replica, database } = agent.device
  await openScreens(agent, '/clients/1')
  await page.getByRole('button', { name: opener, exact: true }).click()
  const form = page.getByRole('form')
  await form.getByLabelText(label, { exact: true }).fill('Wants a garden')
  await replica.transact('write', (tx) => removeDeletedRecords(tx, 'client', ['1']))
  await expect.element(form.getByText(`move it to ${place} in the Outbox`)).toBeVisible()
  await form.getByRole('button', { name: submit }).click()
  await expect.element(page.getByText('Client not found')).toBeVisible()
  expect(await database.outbox.toArray()).toMatchObject([{ entity, references: { client: { key: '1' } } }])
})

longTest.each([
  ['/listings/1', 'New Showing', 'Client Email', 'Create Showing', 'listing'],
  ['/listings/1', 'Add Visitor', 'Client Email', 'Save Visitor', 'listing'],
  ['/clients/1', 'Log a Call', 'What Was Said', 'Log It', 'client'],
] as const)('E10: at %s what %s creates under a record deleted here is not called saved', async (...one) => {
  const [address, opener, label, submit, entity] = one
  const agent = await anAgentWithRecords()
  const { replica, clock, ids, database } = agent.device
  await openScreens(agent, address)
  await page.getByRole('button', { name: opener, exact: true }).click()
  const form = page.getByRole('form')
  await form.getByLabelText(label, { exact: true }).fill('kept@mailbox.example')
  await deleteRecord(replica, clock, { opId: ids.uuid(), entity, key: '1' })
  await form.getByRole('button', { name: submit }).click()
  await expect.element(form.getByText(`This ${entity} was deleted on this device in the meantime.`)).toBeVisible()
  await expect.element(form.getByLabelText(label, { exact: true })).toHaveValue('kept@mailbox.example')
  expect(await database.outbox.toArray()).toMatchObject([{ entity, kind: 'delete' }])
})

longTest('E7: a showing whose chosen listing is deleted waits to be moved, too', async () => {
  const agent = await anAgentWithRecords()
  await openScreens(agent, '/clients/1')
  await page.getByRole('button', { name: 'New Showing' }).click()
  const listing = page.getByLabelText('Listing', { exact: true })
  await listing.selectOptions('1')
  await page.getByRole('form').getByLabelText('Start Time').fill('08:15')
  await theOfficeDeletesTheListing(agent)
  await expect.element(page.getByText('move it to another listing in the Outbox')).toBeVisible()
  await expect.element(listing).toHaveValue('1')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect
    .poll(() => agent.device.database.outbox.toArray())
    .toMatchObject([{ changes: { start_time: '08:15:00' } }])
})

test('a new showing keeps its text when it is moved to another listing', async () => {
  const agent = await anAgentWithRecords()
  await saved(agent.device, 'listing', 2)
  await openScreens(agent, '/clients/1')
  await page.getByRole('button', { name: 'New Showing' }).click()
  const listing = page.getByLabelText('Listing', { exact: true })
  const start = page.getByRole('form').getByLabelText('Start Time')
  await listing.selectOptions('1')
  await start.fill('08:15')
  await listing.selectOptions('2')
  await expect.element(listing).toHaveValue('2')
  await expect.element(start).toHaveValue('08:15')
  await page.getByRole('button', { name: 'Create Showing' }).click()
  await expect
    .poll(() => agent.device.database.outbox.toArray())
    .toMatchObject([{ changes: { start_time: '08:15:00' }, references: { listing: { key: '2' } } }])
})

longTest.each([
  ['/listings/1', /^Edit showing/, 'Client Email', 'Update Showing', { start_time: '10:45:00' }, 'listing', '1'],
  ['/listings/1', /^Add Feedback/, 'Private', 'Save', { start_time: '10:45:00' }, 'listing', '1'],
  ['/listings/1/dashboard', 'Write a Note', 'Your Note', 'Save', { status: 'For Sale' }, 'property', '5'],
  ['/listings/edit/1', null, 'Description', 'Update Listing', { status: 'For Sale' }, 'property', '5'],
] as const)('E7: what %s %s changes of a deleted record can be created again as a whole', async (...one) => {
  const [address, opener, label, submit, changes, parent, key] = one
  const agent = await anAgentWithRecords()
  const { replica, clock, ids, database } = agent.device
  await database.listings.update('1', { property_key: '5' })
  if (label === 'Private') await saved(agent.device, 'showing', 1, { status: 'Held', interest: 4 })
  await openScreens(agent, address)
  if (opener !== null) await page.getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('form').getByLabelText(label, { exact: true }).fill('kept@mailbox.example')
  await theOfficeDeletesTheListing(agent)
  await expect.element(page.getByText('was deleted while you were editing it.')).toBeVisible()
  await page.getByRole('button', { name: submit, exact: true }).click()
  await expect.poll(() => database.outbox.count()).toBe(1)
  const [edit] = await database.outbox.toArray()
  expect(await restoreDeleted(replica, clock, edit?.opId ?? '', ids.uuid())).toBe('done')
  const [made] = await database.outbox.toArray()
  expect(made).toMatchObject({ kind: 'create', changes, references: { [parent]: { key } } })
  expect(Object.values(made?.changes ?? {})).toContain('kept@mailbox.example')
})

longTest('G4: figures of a listing deleted on another device are not called saved', async () => {
  const agent = await anAgentWithRecords()
  await openScreens(agent, '/listings/1/dashboard')
  await page.getByRole('button', { name: 'Enter Figures' }).click()
  const field = page.getByLabelText(/^Views, /).first()
  await field.fill('1200')
  await theOfficeDeletesTheListing(agent)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('This listing was deleted, so its figures cannot be saved.')).toBeVisible()
  await expect.element(field).toHaveValue('1200')
})

longTest.each([
  ['showing', 'Showings', { end_time: '12:00:00' }],
  ['open_house', 'Open Houses', { end_time: '16:00:00' }],
] as const)('H2: a refused %s says so in its section and leads to the Outbox', async (entity, title, changes) => {
  const agent = await anAgentWithRecords()
  const { replica, clock, ids, database } = agent.device
  await updateRecord(replica, clock, { opId: ids.uuid(), entity, key: '1', opened: {}, changes })
  await database.outbox.toCollection().modify({ state: 'attention', refusal: aRefusal({ end_time: 'It is refused.' }) })
  await openScreens(agent, '/listings/1')
  const section = page.getByRole('region', { name: title })
  const words = `Failed to update ${title.slice(0, -1).toLowerCase()}. Please check the details and try again. It is refused.`
  await expect.element(section.getByText(words)).toBeVisible()
  await expect.element(section.getByRole('link', { name: 'Decide in the Outbox' })).toBeVisible()
  await expect.element(section.getByText('Needs fixing')).toBeVisible()
})

longTest.each([
  ['client', '/clients/1'],
  ['client', '/clients/edit/1'],
  ['listing', '/listings/1'],
  ['listing', '/listings/edit/1'],
  ['tour', '/tours/1'],
  ['tour', '/tours/1?edit=all'],
  ['appointment', '/dashboard?appointment=1'],
] as const)('a %s changed in two places says so at %s and leads to the Outbox', async (entity, address) => {
  const agent = await anAgentWithRecords()
  const { replica, clock, ids, database } = agent.device
  await updateRecord(replica, clock, { opId: ids.uuid(), entity, key: '1', opened: {}, changes: { notes: 'Mine' } })
  const conflict = { theirs: { notes: 'Theirs' }, theirVersion: '2', fields: ['notes'], at: clock.now() }
  await database.outbox.toCollection().modify({ state: 'conflict', conflict })
  await openScreens(agent, address)
  await expect.element(page.getByText(`This ${entity} was changed in two places.`)).toBeVisible()
  const way = page.getByRole('link', { name: 'Decide in the Outbox' })
  await expect.element(way).toHaveAttribute('href', '/outbox')
})

longTest('H2: a refused event leads to the Outbox', async () => {
  const agent = await anAgentWithRecords()
  const { replica, clock, ids, database } = agent.device
  const change = { opId: ids.uuid(), entity: 'appointment', key: '1', opened: {}, changes: { title: 'Call' } } as const
  await updateRecord(replica, clock, change)
  await database.outbox.toCollection().modify({ state: 'attention', refusal: aRefusal({ title: 'It is refused.' }) })
  await openScreens(agent, '/dashboard')
  await page.getByRole('button', { name: /^Call .*Needs fixing/ }).click()
  await expect.element(page.getByRole('link', { name: 'Decide in the Outbox' })).toBeVisible()
})

longTest.each([
  ['client', '/clients/edit/1', '/clients/edit/77', 'Client not found'],
  ['tour', '/tours/1?edit=all', '/tours/77?edit=all', 'Tour not found'],
])('G19: at an address without a %s the previous form is gone', async (_entity, address, nowhere, words) => {
  const screens = await openScreens(await anAgentWithRecords(), address)
  await expect.element(page.getByRole('form')).toBeVisible()
  screens.go(nowhere)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('form')).not.toBeInTheDocument()
})
