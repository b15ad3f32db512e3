import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { operationFormat } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import type { ImportMetadata } from '#core/import/make-import.ts'
import { savingFigures } from '#features/import/save-figures.ts'
import { deviceDatabase } from '#storage/database/device-database.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { modelServer, type ModelServer } from '#tests/support/model-server.ts'
import { drain, putStoredDevice, type StoredDevice } from '#tests/support/stored-device.ts'
import { office } from '#tests/support/sync-office.ts'
import { aClient, opId, standingClock, textOf } from '#tests/support/sync-records.ts'
import storedInFormat1 from './stored-outbox-format-1.json' with { type: 'json' }

const folder = path.join(import.meta.dirname, 'fixtures')
const left = readdirSync(folder)
  .filter((name) => /^device-format-\d+\.json$/.test(name))
  .map((name) => ({ name, stored: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as StoredDevice }))

const database = 'an-old-queue'
const { verno } = deviceDatabase('versions', 'relaxed')
afterEach(() => Dexie.delete(database))

/** What the server had when the device was last here. */
function theServerOfThen(offersBatch: boolean): ModelServer {
  const server = modelServer()
  server.offersBatch = offersBatch
  server.put('client', { id: 7, first_name: 'Known', notes: '' })
  server.put('client', { id: 8, first_name: 'Leaving' })
  server.put('property', { id: 5, address: '5 Elm St' })
  return server
}

/** What the device of then had written, under its keys, and what another one has written since. */
function theServerOfTheEpoch(): ModelServer {
  const server = modelServer()
  server.put('client', aClient({ id: 7, first_name: 'Known' }))
  server.put('client', aClient({ id: 8, first_name: 'Leaving' }))
  const send = (number: number, method: 'POST' | 'PATCH' | 'DELETE', at: string, fields: Fields) =>
    server.handle({
      method,
      path: at,
      headers: { 'Idempotency-Key': `${opId(number)}:1` },
      fields,
      files: {},
      encoding: 'json',
      timeoutMs: 1_000,
    })
  send(1, 'POST', 'crm/clients/', aClient({ first_name: 'Made' }))
  send(2, 'PATCH', 'crm/clients/7/', { notes: 'Garden' })
  send(3, 'DELETE', 'crm/clients/8/', {})
  server.put('client', { id: 7, phone_number: 'of today' })
  return server
}

test('there is a queue of every format that was released', () => {
  const formats = Array.from({ length: operationFormat }, (_, index) => `device-format-${index + 1}.json`)
  expect(left.map(({ name }) => name).toSorted()).toEqual(formats)
})

describe.each(left)('J1 C21: the queue that an older version left ($name)', ({ stored }) => {
  test.each([true, false])('drains whole on the real database, in batches: %s', async (offersBatch) => {
    await putStoredDevice(database, stored)
    const server = theServerOfThen(offersBatch)
    const device = await openDevice('1', database)
    expect(await device.database.outbox.count()).toBe(stored.rows['outbox']?.length)
    await drain(device, server)

    expect(await device.database.attention.count()).toBe(0)
    const rest = await device.database.outbox.toArray()
    expect(rest).toMatchObject([{ state: 'attention', changes: { first_name: 'Refused' } }])
    const names = server.records('client').map((client) => textOf(client, 'first_name'))
    expect(names.toSorted((one, other) => one.localeCompare(other))).toEqual(['Known', 'Later', 'Lost', 'Sending'])
    expect(server.records('client')).toContainEqual(expect.objectContaining({ id: 7, notes: 'Garden' }))
    const [listing] = server.records('listing')
    expect(listing).toMatchObject({ description: 'Light', property: { address: '1 High St' }, client_key: opId(5) })
    expect(server.records('listing_image')).toMatchObject([{ listing: listing?.['id'], caption: 'Door' }])
    expect(server.records('showing')).toMatchObject([{ listing: listing?.['id'] }])
    expect(server.records('tour')).toMatchObject([{ selected_listings: [listing?.['id']] }])
    expect(server.effects).toHaveLength(10)
    expect(JSON.stringify(server.effects)).not.toContain('local-')
    device.close()
  })
})

test('there is a device of every version of the database but this one', () => {
  const shapes = readdirSync(folder).filter((name) => name.startsWith('device-shape-'))
  // Version 1 is that of the oldest queues.
  const expected = Array.from({ length: verno - 2 }, (_, index) => `device-shape-${index + 2}.json`)
  expect(shapes.toSorted(), 'tests/sync/fixtures').toEqual(expected.toSorted())
})

test('A9: a tab of the shape before is told to close, because it cannot read rows that are new', async () => {
  const [oldest] = left
  if (oldest === undefined) throw new Error('There is no old queue.')
  await putStoredDevice(database, oldest.stored)
  const oldTab = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(database)
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const told: (number | null)[] = []
  oldTab.addEventListener('versionchange', ({ newVersion }) => {
    told.push(newVersion)
    oldTab.close()
  })
  const device = await openDevice('1', database)
  expect(told).toEqual([verno * 10])
  device.close()
})

test('J1: what a device of the shape before kinds of clients’ own held is all there, and goes on', async () => {
  const stored = JSON.parse(readFileSync(path.join(folder, 'device-shape-2.json'), 'utf8')) as StoredDevice
  await putStoredDevice(database, stored)
  const device = await openDevice('1', database)
  for (const [table, rows] of Object.entries(stored.rows))
    expect([table, await device.database.table(table).count()]).toEqual([table, rows.length])
  const log = { kind: 'Call', date: '2026-11-23', time: '10:30:00', text: 'Likes the pond.' }
  const references = { client: { entity: 'client' as const, key: '7' } }
  await createRecord(device.replica, standingClock(), {
    opId: opId(902),
    entity: 'interaction',
    changes: log,
    references,
  })
  const entries = await device.database.interactions.where('of_client_key').equals('7').toArray()
  expect(entries).toMatchObject([{ text: 'Likes the pond.' }])
  device.close()
})

test('J1: what a device of the shape before door cards held is all there, and goes on', async () => {
  const stored = JSON.parse(readFileSync(path.join(folder, 'device-shape-3.json'), 'utf8')) as StoredDevice
  await putStoredDevice(database, stored)
  const device = await openDevice('1', database)
  for (const [table, rows] of Object.entries(stored.rows))
    expect([table, await device.database.table(table).count()]).toEqual([table, rows.length])
  await createRecord(device.replica, standingClock(), {
    opId: opId(903),
    entity: 'door_card',
    changes: { gate_code: '4719', notify_seller: true },
    references: { property: { entity: 'property', key: '5' } },
  })
  const cards = await device.database.door_cards.where('property_key').equals('5').toArray()
  expect(cards).toMatchObject([{ gate_code: '4719' }])
  device.close()
})

test('J1: what a device of the shape before homes of other brokers held is all there, and goes on', async () => {
  const stored = JSON.parse(readFileSync(path.join(folder, 'device-shape-4.json'), 'utf8')) as StoredDevice
  await putStoredDevice(database, stored)
  const device = await openDevice('1', database)
  for (const [table, rows] of Object.entries(stored.rows))
    expect([table, await device.database.table(table).count()]).toEqual([table, rows.length])
  await createRecord(device.replica, standingClock(), {
    opId: opId(904),
    entity: 'listing',
    changes: { listing_price: 0, listed_by: { name: 'Ann Lee' } },
    references: { property: { entity: 'property', key: '5' } },
  })
  const shown = await device.database.listings.orderBy('listed_by.name').toArray()
  expect(shown).toMatchObject([{ listed_by: { name: 'Ann Lee' }, property_key: '5' }])
  device.close()
})

test('J1: exposure figures of an older version are sent as readings, and their import can be undone', async () => {
  const stored = JSON.parse(readFileSync(path.join(folder, 'device-shape-5.json'), 'utf8')) as StoredDevice
  await putStoredDevice(database, stored)
  const server = modelServer()
  const property = server.put('property', { id: 102, address: '1 High St' })
  server.put('listing', { id: 103, property: property['id'] ?? null, client_key: opId(5) })
  const device = await openDevice('1', database)
  await device.replica.transact('read', (tx) => tx.operationCount())
  const left = await device.database.facts.where('name').startsWith('figures').count()
  expect([left, await device.database.exposure_readings.count()]).toEqual([0, 4])
  await drain(device, server)
  const day = (date: number, said: object) => ({ platform: 'zillow', date: `2026-11-0${date}`, listing: 103, ...said })
  expect(server.records('exposure_reading')).toMatchObject([
    day(1, { views: 12, cleared: ['likes'] }),
    day(4, { views: 40, cleared: [] }),
    // What the undone import had replaced.
    day(5, { views: 7, cleared: [] }),
  ])
  const refused = { state: 'attention', refusal: { message: 'Views must be a whole number.' } }
  expect(await device.database.outbox.toArray()).toMatchObject([{ ...refused, changes: { views: 60 } }])

  const metadata = await device.database.facts.where('name').startsWith('import ').toArray()
  const imports = metadata.flatMap(({ value }) => (value === null ? [] : [value]))
  expect(imports).toMatchObject([{ name: 'zillow.csv' }])
  const [kept] = imports as ImportMetadata[]
  expect(await savingFigures.countsOf(device, [kept!])).toMatchObject([{ count: 3 }])
  await savingFigures.undo(device, kept!, () => {})
  await drain(device, server)
  const later = server
    .records('exposure_reading')
    .filter(({ date }) => ['2026-11-02', '2026-11-03', '2026-11-04'].includes(date as string))
  expect(later).toMatchObject([day(2, { cleared: ['views'] }), day(3, { views: 5, cleared: [] })])
  device.close()
})

test('C21: what cannot be brought forward goes to the agent, whole', async () => {
  const [oldest] = left
  if (oldest === undefined) throw new Error('There is no old queue.')
  const [first, ...others] = oldest.stored.rows['outbox'] ?? []
  const strange = { ...first, entity: 'fax', changes: { text: 'What the agent typed.' } }
  await putStoredDevice(database, { ...oldest.stored, rows: { ...oldest.stored.rows, outbox: [strange, ...others] } })
  const server = theServerOfThen(false)
  const device = await openDevice('1', database)
  await drain(device, server)
  expect(await device.database.attention.toArray()).toMatchObject([
    { raw: { entity: 'fax', changes: { text: 'What the agent typed.' } } },
  ])
  expect(server.records('client').map((client) => client['first_name'])).not.toContain('Lost')
  expect(server.effects).toHaveLength(9)
  device.close()
})

test('C19 G16: a device without history tokens reads everything again, and sends what waits once', async () => {
  const stored = JSON.parse(readFileSync(path.join(folder, 'device-of-the-epoch.json'), 'utf8')) as StoredDevice
  await putStoredDevice(database, stored)
  const server = theServerOfTheEpoch()
  const before = server.effects.length
  const device = await openDevice('1', database)
  for (let time = 0; time < 2; time += 1) await drain(device, server)
  expect(await device.database.outbox.count()).toBe(0)
  const done = server.effects
    .slice(before)
    .map(({ method, fields }) => `${method} ${JSON.stringify(fields['last_name'])}`)
  expect(done.toSorted()).toEqual(['PATCH "Quill"', 'POST "Lee"'])
  const there = server.records('client')
  // Another device has replaced what this one wrote four weeks ago, and the server no longer has its key.
  expect(there).toContainEqual(
    expect.objectContaining({ id: 7, last_name: 'Quill', notes: 'Garden', phone_number: 'of today' }),
  )
  expect(there.map((client) => client['first_name'])).toEqual(['Known', 'Made', 'Waiting'])
  const here = await device.database.clients.toArray()
  expect(here.map(({ first_name }) => first_name).toSorted()).toEqual(['Known', 'Made', 'Waiting'])
  device.close()
})

describe('stored operations of other versions', () => {
  test('J1: an outbox that the first released format left behind is read and sent', async () => {
    const { server, device } = office()
    server.put('client', { id: 7, first_name: 'Ann', notes: '' })
    await device.sync()
    for (const operation of storedInFormat1) device.replica.storeRaw(operation)
    await device.settle()
    expect(device.replica.unreadable()).toEqual([])
    expect(server.effects.map(({ method, path }) => `${method} ${path.replace(/\d+/, '#')}`)).toEqual([
      'POST crm/clients/',
      'PATCH crm/clients/#/',
    ])
  })

  test('A11 H4: one that cannot be read is kept for the agent and stops nothing', async () => {
    const { server, device } = office()
    device.replica.storeRaw({ opId: 'x', format: 1, kind: 'teleport', payload: 'what the agent typed' })
    await device.addClient()
    await device.sync()
    expect(server.records('client')).toHaveLength(1)
    expect(device.replica.unreadable()).toMatchObject([{ raw: { payload: 'what the agent typed' } }])
  })

  test('J3: one of a newer version is left alone, with all that stands behind it', async () => {
    const { server, device } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    const [operation] = device.operations()
    if (operation === undefined) throw new Error('There is no operation.')
    await device.replica.transact('write', (tx) => tx.putOperation({ ...operation, format: 2 }))
    await updateRecord(device.replica, device.ports.clock, {
      opId: opId(9),
      entity: 'client',
      key,
      opened: aClient({ phone_number: '1' }),
      changes: aClient({ phone_number: '1', category: 'Both' }),
    })
    await device.sync()
    expect(server.effects.map(({ method }) => method)).toEqual(['POST'])
    expect(device.operations().map(({ format }) => format)).toEqual([2, 1])
  })
})
