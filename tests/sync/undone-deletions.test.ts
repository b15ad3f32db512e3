import { describe, expect, test } from 'vitest'
import { deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { discardOperation } from '#core/sync/resolving/outbox-actions.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { createSyncLoop } from '#core/sync/sync-loop.ts'
import { endUndo, extendUndo, undoDelete } from '#core/sync/writing/undo-delete.ts'
import { opId } from '#tests/support/sync-records.ts'
import { office } from '#tests/support/sync-office.ts'

const kinds = ['ours', 'plain'] as const

type Office = ReturnType<typeof office>

/** Deletes with a notification that offers *Undo*, and returns the button's action. */
async function removeWithUndo({ clock, device }: Office, entity: EntityName, key: string) {
  const deleted = await deleteRecord(device.ports.replica, clock, { opId: opId(900), entity, key, undoMs })
  if (deleted === null) throw new Error('There is nothing to delete.')
  return () => undoDelete(device.ports.replica, deleted)
}

/** Returns a client that the server has, deleted here, with *Undo* still offered. */
async function aDeletedClient() {
  const world = office()
  const key = await world.device.addClient()
  await world.device.settle()
  const undo = await removeWithUndo(world, 'client', key)
  return { ...world, world, undo }
}

/** Runs the exchange that the loop starts by itself. */
const exchange = ({ device }: Office) => device.sync({ isManual: false })

async function aListingWithVisits({ device }: Office): Promise<string> {
  const property = await device.create('property', { address: '1 Elm St' })
  const listing = await device.addListing(property, { listing_price: 1, description: 'x', status: 'For Sale' })
  const below = { listing: { entity: 'listing' as const, key: listing } }
  await device.create('listing_image', { caption: 'front', is_primary: true }, { references: below })
  const day = { date: '2026-05-01', start_time: '10:00:00', end_time: '11:00:00' }
  const openHouse = await device.create('open_house', day, { references: below })
  await device.create(
    'open_house_visit',
    { client_email: 'eve@example.com', name: 'Eve', consents: [{ kind: 'sms', given: true }] },
    { references: { ...below, open_house: { entity: 'open_house', key: openHouse } } },
  )
  return listing
}

describe('a deletion waits while its Undo is offered', () => {
  test('G5: undoing a deletion in time preserves photos, open houses and consents on the server', async () => {
    const world = office()
    const { clock, server, device } = world
    const listing = await aListingWithVisits(world)
    await device.settle()
    const before = server.records('open_house_visit')
    const undo = await removeWithUndo(world, 'listing', listing)
    expect(device.row('listing', listing)).toBeUndefined()
    await exchange(world)
    await clock.pass(undoMs - 1_000)
    await exchange(world)
    expect(await undo()).toBe('undone')
    await device.settle()
    expect(server.records('listing')).toHaveLength(1)
    expect(server.records('listing_image')).toHaveLength(1)
    expect(server.records('open_house_visit')).toEqual(before)
    expect(device.replica.allRows('open_house_visit')).toMatchObject([{ name: 'Eve' }])
    expect(device.operations()).toEqual([])
  })

  test('G5: deleting a visitor while their listing’s deletion waits leaves the open house when undone', async () => {
    const world = office()
    const { server, device } = world
    const listing = await aListingWithVisits(world)
    await device.settle()
    const [visit] = device.replica.allRows('open_house_visit')
    const undo = await removeWithUndo(world, 'listing', listing)
    await device.remove('open_house_visit', visit!.key)
    await exchange(world)
    expect(server.records('open_house_visit')).toEqual([])
    expect(await undo()).toBe('undone')
    await device.settle()
    expect(device.replica.allRows('open_house')).toHaveLength(1)
    expect(server.records('open_house')).toHaveLength(1)
  })

  test.each(kinds)('it is sent when the Undo period ends, and the loop wakes for it (%s)', async (kind) => {
    const world = office(kind)
    const { clock, server, device } = world
    const key = await device.addClient()
    await device.settle()
    const loop = createSyncLoop(device.ports)
    loop.start()
    await clock.pass(1_000)
    await removeWithUndo(world, 'client', key)
    loop.poke()
    await clock.pass(undoMs - 1_000)
    expect(server.records('client')).toHaveLength(1)
    await clock.pass(2_000)
    expect(server.records('client')).toEqual([])
    await clock.run(loop.stop())
  })

  test('B10: closing the tab neither sends it early nor loses it', async () => {
    const { world, clock, server, device } = await aDeletedClient()
    device.kill()
    await exchange(world)
    expect(server.records('client')).toHaveLength(1)
    await clock.pass(undoMs)
    await exchange(world)
    expect(server.records('client')).toEqual([])
  })

  test('invariant 7: other record queues do not wait for it', async () => {
    const world = office()
    const { server, device } = world
    const listing = await aListingWithVisits(world)
    await device.settle()
    await removeWithUndo(world, 'listing', listing)
    await device.addClient({ first_name: 'Zoe' })
    const outcome = await exchange(world)
    expect(server.records('client')).toMatchObject([{ first_name: 'Zoe' }])
    expect(outcome).toMatchObject({ state: 'idle', waiting: 1 })
  })

  test('retrying another operation does not send it', async () => {
    const { server, device, undo } = await aDeletedClient()
    await device.sync({ isManual: true })
    expect(server.records('client')).toHaveLength(1)
    expect(await undo()).toBe('undone')
  })

  test('C6: ending the Undo period, as Sync Now and leaving do, sends it at once', async () => {
    const { world, server, device, undo } = await aDeletedClient()
    await endUndo(device.replica)
    await exchange(world)
    expect(server.records('client')).toEqual([])
    expect(await undo()).toBe('too-late')
  })

  test('it waits while its notification is being read', async () => {
    const { world, clock, server, device, undo } = await aDeletedClient()
    for (let second = 0; second < 60; second += 5) {
      await clock.pass(5_000)
      await extendUndo(device.replica, clock, opId(900))
      await exchange(world)
    }
    expect(server.records('client')).toHaveLength(1)
    expect(await undo()).toBe('undone')
  })

  test('F5: a deletion that may have reached the server cannot be undone', async () => {
    const { world, clock, device, undo } = await aDeletedClient()
    await clock.pass(undoMs)
    device.network.next('DELETE', 'lost-request')
    await exchange(world)
    expect(await undo()).toBe('too-late')
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toEqual([])
  })
})

describe('operations folded into a deletion', () => {
  test('F3: create and delete cancel out at once, and Undo restores the create', async () => {
    const world = office()
    const { device } = world
    const key = await device.addClient()
    const undo = await removeWithUndo(world, 'client', key)
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toEqual([])
    expect(await undo()).toBe('undone')
    expect(device.operations()).toMatchObject([{ kind: 'create', key }])
    expect(device.replica.allRows('client')).toMatchObject([{ key, first_name: 'Ann' }])
  })

  test.each(['undone', 'discarded in the Outbox'])(
    'F4: an edit folded into a deletion is restored when the deletion is %s',
    async (way) => {
      const world = office()
      const { clock, server, device } = world
      const key = await device.addClient()
      await device.settle()
      await device.edit('client', key, { phone_number: '1' })
      const undo = await removeWithUndo(world, 'client', key)
      expect(device.operations()).toMatchObject([{ kind: 'delete', base: { phone_number: '' } }])
      if (way === 'undone') await undo()
      else await discardOperation(device.replica, clock, opId(900))
      expect(device.row('client', key)).toMatchObject({ phone_number: '1' })
      await device.edit('client', key, { category: 'Seller' })
      expect(device.operations()).toMatchObject([
        { kind: 'update', changes: { phone_number: '1', category: 'Seller' } },
      ])
      expect(await undo()).toBe('undone')
      await device.settle()
      expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Seller' }])
    },
  )

  test('E10: deleting a listing discards its unsent photos, and Undo restores them', async () => {
    const world = office()
    const { device } = world
    const listing = await aListingWithVisits(world)
    const before = device.operations()
    const undo = await removeWithUndo(world, 'listing', listing)
    expect(device.operations().map(({ entity }) => entity)).toEqual(['property'])
    await undo()
    expect(device.operations()).toEqual(before)
    expect(device.replica.allRows('listing_image')).toMatchObject([{ listing_key: listing }])
  })

  test('G6: a form saved after a deletion is sent when the deletion is undone', async () => {
    const world = office()
    const { clock, server, device } = world
    const key = await device.addClient()
    const opened = device.row('client', key) ?? {}
    const undo = await removeWithUndo(world, 'client', key)
    const save = { opId: opId(901), entity: 'client' as const, key, opened, changes: { phone_number: '5' } }
    expect(await updateRecord(device.replica, clock, save)).toEqual({ outcome: 'conflict' })
    expect(await undo()).toBe('undone')
    expect(device.row('client', key)).toMatchObject({ first_name: 'Ann', phone_number: '5' })
    expect(device.operations().map(({ kind, state }) => [kind, state])).toEqual([
      ['create', 'queued'],
      ['update', 'queued'],
    ])
    await device.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '5' }])
    expect(device.operations()).toEqual([])
  })

  test('G5: an edit that conflicts while its record’s deletion waits is a conflict after Undo', async () => {
    const world = office()
    const { clock, server, device } = world
    const key = await device.addClient()
    await device.settle()
    await device.edit('client', key, { phone_number: '1' })
    device.network.next('PATCH', 'lost-request')
    await exchange(world)
    const undo = await removeWithUndo(world, 'client', key)
    server.put('client', { ...server.records('client')[0], phone_number: '2' })
    await clock.pass(5_000)
    await exchange(world)
    expect(await undo()).toBe('undone')
    await device.settle()
    expect(device.operations()).toMatchObject([{ kind: 'update', state: 'conflict', changes: { phone_number: '1' } }])
  })
})

test('a record that was deleted elsewhere while its deletion waited is not restored by Undo', async () => {
  const { world, server, device, undo } = await aDeletedClient()
  server.remove('client', Number(server.records('client')[0]?.['id']))
  await exchange(world)
  expect(await undo()).toBe('too-late')
  await device.settle()
  expect(device.replica.allRows('client')).toEqual([])
})
