import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { createdBelowItsListing, type KindOfRecord, kindDefaults } from '#core/kinds/kind-of-record.ts'

/* Adds a kind of record to the list of kinds before any other module is loaded. All generic code must work for it. */

const offer: KindOfRecord<EntityName> = {
  ...kindDefaults,
  collection: 'listings/{parent}/offers/',
  parent: 'listing',
  fields: ['price', 'terms'],
  numbers: ['price'],
  references: { listing: 'listing' },
  feed: { visibleTo: 'agent', rank: 50 },
  onPlainServers: createdBelowItsListing,
  mergeRules: { terms: 'both-texts' },
  table: 'offers',
  indexesByDatabaseVersion: { 1: 'key, listing_key' },
  nameOnScreen: 'offer',
  title: ({ terms }) => (typeof terms === 'string' ? terms : 'An offer'),
}
const name = 'offer' as EntityName

// Module state is reset, so that no other test sees the kind.
beforeAll(async () => {
  vi.resetModules()
  const { entityNames, kinds } = await import('#core/kinds/all-kinds.ts')
  Object.assign(kinds, { [name]: offer })
  entityNames.push(name)
})
afterAll(() => {
  vi.resetModules()
})

/** Imports the modules after the kind was added, so that everything derived from the list includes it. */
async function theRest() {
  const [{ office }, { describeOperation }, { openDevice }, { createRecord }, { exportData }, { pullVisits }] =
    await Promise.all([
      import('#tests/support/sync-office.ts'),
      import('#core/sync/records/describe-operation.ts'),
      import('#storage/opening/open-device.ts'),
      import('#core/sync/writing/create-record.ts'),
      import('#features/account/sign-out/export-data.ts'),
      import('#core/sync/plain/pull-visits.ts'),
    ])
  return { office, describeOperation, openDevice, createRecord, exportData, pullVisits }
}

test('a new kind is created, edited, merged, deleted and pulled like any other', async () => {
  const { office, describeOperation } = await theRest()
  const { server, device } = office()
  const listing = String(Number(server.put('listing', { property: null, listing_price: 1 })['id']))
  await device.settle()
  const references = { listing: { entity: 'listing' as const, key: listing } }
  const key = await device.create(name, { price: 100, terms: 'As is.' }, { references })
  expect(describeOperation(device.operations()[0]!, undefined)).toEqual({ title: 'As is.', what: 'New offer' })
  await device.settle()
  const [made] = server.records(name)
  expect(made).toMatchObject({ price: 100, terms: 'As is.', listing: Number(listing) })
  // A number as text is equal to the number, and both sides change the terms.
  server.put(name, { ...made, price: '120', terms: 'As is. Cash.' })
  await device.edit(name, key, { terms: 'As is. In May.' })
  await device.settle()
  expect(device.row(name, key)).toMatchObject({ price: 120 })
  expect(server.records(name)[0]?.['terms']).toContain('Cash.')
  expect(server.records(name)[0]?.['terms']).toContain('In May.')
  await device.remove(name, key)
  await device.settle()
  expect(server.records(name)).toEqual([])
  expect(device.operations()).toEqual([])
})

test('a new kind has a table on the device and is exported', async () => {
  const { openDevice, createRecord, exportData } = await theRest()
  const device = await openDevice('1', 'made-up-kind')
  onTestFinished(() => device.close())
  const record = { opId: device.ids.uuid(), entity: name, changes: { price: 1, terms: 'Now.' } }
  await createRecord(device.replica, device.clock, record)
  const file: Record<string, unknown> = JSON.parse(await (await exportData(device, new Date())).text())
  expect(file['offers']).toMatchObject([{ price: 1, terms: 'Now.' }])
  expect(file['unsent_changes']).toMatchObject([{ entity: name }])
})

test('a new kind below listings is fetched from a plain server', async () => {
  const { office, pullVisits } = await theRest()
  const { server, device } = office('plain')
  const listing = server.put('listing', { property: null, listing_price: 1 })
  server.put(name, { listing: listing['id'] ?? null, price: 5 })
  const { handle } = server
  server.handle = (request) =>
    request.path.endsWith('/offers/') ? { status: 200, headers: {}, body: server.records(name) } : handle(request)
  await device.sync()
  const wanted = { listingKeys: [String(Number(listing['id']))], days: null }
  await pullVisits(device.ports, wanted, { aborted: false, addEventListener: () => {}, removeEventListener: () => {} })
  expect(device.replica.allRows(name)).toMatchObject([{ price: 5 }])
})
