import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import type { JournalEntry, Operation } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { requeuedFact } from '#core/sync/pulling/requeue-lost.ts'
import { saveReadings } from '#storage/exposure/stored-readings.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { downloads } from '#tests/support/downloads.ts'
import {
  aChangedClient,
  aNewClient,
  aRefusal,
  button,
  openOutbox,
  outbox,
  part,
  theConnectionIs,
} from '#tests/support/outbox-screens.ts'
import { saved, tomorrow } from '#tests/support/saved-rows.ts'
import { useConnection } from '#state/connection.ts'
import { longTest } from '#tests/support/long-test.ts'
import { aJournalEntry } from '#tests/support/sync-records.ts'
import { anAgentAtWork } from '#tests/support/workspace-screens.tsx'

longTest('with everything sent, nothing is waiting', async () => {
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

longTest('what an unclear answer means is said once, above all the changes that got one together', async () => {
  const agent = await anAgentAtWork()
  for (const first_name of ['Ann', 'Bo', 'Cy']) await aNewClient(agent.device, { first_name }, { state: 'unknown' })
  await openOutbox(agent)
  const rows = part('Waiting').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  expect(rows.elements().map((row) => row.textContent.includes('no clear answer'))).toEqual([true, false, false])
})

longTest('exposure figures are listed like other changes, and lead to their listing’s dashboard', async () => {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'listing', 1, { property: { address: '1 River Oak Way' } })
  const figures = [{ platform: 'zillow', date: '2026-11-20', views: 12 }]
  await saveReadings(agent.device, '1', figures, Date.now())
  await agent.device.database.outbox.toCollection().modify({ state: 'attention', refusal: aRefusal({}) })
  await openOutbox(agent)
  const refused = part('Needs you').getByRole('listitem')
  await expect.element(refused).toHaveTextContent('1 River Oak Way')
  await expect.element(refused).toHaveTextContent('New exposure figures on Nov 20, 2026 from Zillow')
  await expect
    .element(refused.getByRole('link', { name: 'Show the figures of 1 River Oak Way' }))
    .toHaveAttribute('href', '/listings/1/dashboard')
})

longTest('a visit that waits says with whom it is by name, with the way to call', async () => {
  const agent = await anAgentAtWork()
  const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example', phone_number: '(503) 555-0118' }
  await saved(agent.device, 'client', 7, jo)
  await saved(agent.device, 'listing', 1)
  await createRecord(agent.device.replica, agent.device.clock, {
    opId: crypto.randomUUID(),
    entity: 'showing',
    changes: { showing_date: tomorrow, start_time: '10:00:00', end_time: '10:30:00', client_email: jo.email },
    references: { listing: { entity: 'listing', key: '1' } },
  })
  await openOutbox(agent)
  const row = part('Waiting').getByRole('listitem')
  await expect.element(row.getByRole('link', { name: 'Jo Park', exact: true })).toHaveAttribute('href', '/clients/7')
  await expect.element(row.getByRole('link', { name: 'Call Jo Park' })).toHaveAttribute('href', 'tel:5035550118')
})

longTest('what waits for another change says for which (E6)', async () => {
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
  await expect.element(part('Waiting')).toHaveTextContent('Waits until Elena Vasquez is resolved.')
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
  await expect.poll(() => asked).toBe(1)
})

longTest.each([
  ['needs-login', 'Your session ended.'],
  ['wrong-agent', 'Someone else is logged in on this browser.'],
  ['paused', 'The server asked to wait.'],
  ['server-error', 'The server answered with an error.'],
] as const)('when the state is %s it says: %s', async (state, words) => {
  const agent = await anAgentAtWork()
  theConnectionIs({ state })
  await openOutbox(agent)
  await expect.element(page.getByText(words)).toBeVisible()
})

longTest('a change that failed often says that it goes on slowly (C26)', async () => {
  const agent = await anAgentAtWork()
  theConnectionIs({ state: 'idle', serverKind: 'ours' })
  const nextAt = Date.now() + 20 * 60_000
  await aNewClient(agent.device, {}, { state: 'waiting', attempts: 9, firstAttemptAt: Date.now(), nextAt })
  await openOutbox(agent)
  await expect.element(page.getByText('One change has been tried many times.')).toBeVisible()
  await expect.element(part('Waiting')).toHaveTextContent(/Next try at/)
  await expect.element(button('Retry Elena Vasquez')).toBeVisible()
})

longTest('a long line is shown in parts (A20)', async () => {
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

const midnight = () => new Date().setHours(0, 0, 0, 0)

const settled = (number: number, note: JournalEntry['note'] = 'sent') =>
  aJournalEntry(100 + number, midnight() + number, { note, title: `Client ${number}` })

const titles = () =>
  part('Sent today')
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.firstChild?.textContent)

longTest('what a drain has sent together is listed one by one', async () => {
  const agent = await anAgentAtWork()
  await agent.device.replica.transact('write', async (tx) => {
    for (let number = 1; number <= 12; number += 1) {
      await tx.addToJournal(settled(number, number === 12 ? 'discarded' : 'sent'))
    }
  })
  await openOutbox(agent)
  await expect.poll(titles).toEqual(['Client 11', 'Client 10', 'Client 9', 'Client 8', 'Client 7'])
  await expect.element(part('Sent today')).toHaveTextContent('11')
})

longTest('what was sent today is listed, newest first, and yesterday is not', async () => {
  const agent = await anAgentAtWork()
  const today = Array.from({ length: 7 }, (_, index) => settled(index + 1))
  await agent.device.database.journal.bulkAdd([settled(-1), ...today])
  await openOutbox(agent)
  await expect.poll(titles).toEqual(['Client 7', 'Client 6', 'Client 5', 'Client 4', 'Client 3'])
  await button('Show 2 more').click()
  await expect.poll(() => titles().slice(5)).toEqual(['Client 2', 'Client 1'])
})

longTest('at midnight what was sent today is of yesterday', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const agent = await anAgentAtWork()
  await agent.device.database.journal.add(settled(1))
  await openOutbox(agent)
  await expect.poll(titles).toEqual(['Client 1'])
  vi.setSystemTime(new Date(`${tomorrow}T00:00:01`))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(titles).toEqual([])
})

longTest('a pause that begins while the Outbox is open counts down from its beginning', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const agent = await anAgentAtWork()
  theConnectionIs({ state: 'idle' })
  await openOutbox(agent)
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  vi.setSystemTime(Date.now() + 600_000)
  useConnection.setState({ state: 'paused', nextAttemptAt: Date.now() + 20_000 })
  await expect.poll(() => document.body.textContent, { timeout: 800 }).toMatch(/Next try in 0:(20|19)\./)
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
  // The two have one title, and a screen reader tells them apart all the same.
  await expect.element(button('Discard 51 Aiken Way: New listing')).toBeVisible()
  await button('Discard 51 Aiken Way: New property').click()
  const question = page.getByRole('alertdialog', { name: 'Discard the new property: 51 Aiken Way?' })
  await expect.element(question).toHaveTextContent('51 Aiken Way: New listing')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await outbox(agent)).toHaveLength(2)

  await button('Discard 51 Aiken Way').first().click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await outbox(agent)).toEqual([])
  expect(await device.database.listings.count()).toBe(0)
  await expect.element(part('Discarded today')).toHaveTextContent(/Discarded \d/)
  // Nothing of it reached the server.
  await expect.element(part('Sent today')).not.toBeInTheDocument()
})

longTest('a stored change that cannot be read is shown, exported as found, and discarded by name (A11)', async () => {
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

longTest('C19: what a restored server had lost is told in one line, with the list behind it', async () => {
  const agent = await anAgentAtWork()
  const changes = [
    { opId: '1', title: 'Elena Vasquez', kind: 'create', entity: 'client' },
    { opId: '2', title: '12 Elm Street', what: 'New showing on Dec 1, 2026', kind: 'create', entity: 'showing' },
    { opId: '3', title: 'Ann Lee', kind: 'update', entity: 'client' },
  ]
  // What asks instead is among what needs the agent, and nowhere else.
  await aChangedClient(agent.device, { category: 'Both' }, { opId: '3', state: 'attention' })
  const sentAgain = (why: string) => (tx: ReplicaTransaction) => tx.setMeta(requeuedFact, { why, at: 1, changes })
  await agent.device.replica.transact('write', sentAgain('restored'))
  await openOutbox(agent)
  const line = page.getByText('The server was restored from an older copy. 2 changes made since then are sent again.')
  await expect.element(line).toBeVisible()
  await page.getByText('Which ones').click()
  await expect.element(page.getByText('Elena Vasquez: New')).toBeVisible()
  await expect.element(page.getByText('12 Elm Street: New showing on Dec 1, 2026')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await button('OK').click()
  await expect.element(line).not.toBeInTheDocument()
  await agent.device.replica.transact('write', sentAgain('missing'))
  await expect.element(page.getByText(/The server lost 2 changes that it had confirmed/)).toBeVisible()
})

longTest('everything unsent leaves as one file, photos included, without a network (H7)', async () => {
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
