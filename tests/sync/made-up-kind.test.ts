import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { belowItsListing, type KindOfRecord, usual } from '#core/kinds/kind-of-record.ts'

/*
 * A kind of record that the product does not have, made known in its one list before anything else is loaded: all the rest
 * works for it without having heard of it.
 */

const offer: KindOfRecord<EntityName> = {
  ...usual,
  collection: 'listings/{parent}/offers/',
  parent: 'listing',
  fields: ['price', 'terms'],
  numbers: ['price'],
  references: { listing: 'listing' },
  feed: { of: 'agent', rank: 50 },
  onPlainServers: belowItsListing,
  mergeRules: { terms: 'both-texts' },
  table: 'offers',
  indexes: { 1: 'key, listing_key' },
  word: 'offer',
  title: ({ terms }) => (typeof terms === 'string' ? terms : 'An offer'),
}
const name = 'offer' as EntityName

// Of a program of its own, so that no other test hears of it.
beforeAll(async () => {
  vi.resetModules()
  const { entityNames, kinds } = await import('#core/kinds/all-kinds.ts')
  Object.assign(kinds, { [name]: offer })
  entityNames.push(name)
})
afterAll(() => {
  vi.resetModules()
})

/** Loaded only now, so that whatever derives from the list knows the new kind. */
async function theRest() {
  const [{ office }, { describeOperation }, { openDevice }, { createRecord }, { exportData }, { pullVisits }] =
    await Promise.all([
      import('#tests/support/sync-office.ts'),
      import('#core/sync/records/describe-operation.ts'),
      import('#storage/opening/open-device.ts'),
      import('#core/sync/writing/record-change.ts'),
      import('#features/account/sign-out/export-data.ts'),
      import('#core/sync/plain/pull-visits.ts'),
    ])
  return { office, describeOperation, openDevice, createRecord, exportData, pullVisits }
}

test('a new kind is made, changed, merged, deleted and pulled like any other', async () => {
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
  // Text of a number is a number, and both say something of the terms.
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

test('a new kind has a table on the device and stands in the export', async () => {
  const { openDevice, createRecord, exportData } = await theRest()
  const device = await openDevice('1', 'made-up-kind')
  onTestFinished(() => device.close())
  const record = { opId: device.ids.uuid(), entity: name, changes: { price: 1, terms: 'Now.' } }
  await createRecord(device.replica, device.clock, record)
  const file: Record<string, unknown> = JSON.parse(await (await exportData(device, new Date())).text())
  expect(file['offers']).toMatchObject([{ price: 1, terms: 'Now.' }])
  expect(file['unsent_changes']).toMatchObject([{ entity: name }])
})

test('a new kind is fetched from a plain server below its listing', async () => {
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
