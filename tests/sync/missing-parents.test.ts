import { describe, expect, test } from 'vitest'
import { missingParentOf, moveToOtherParent, recreateParent } from '#core/sync/resolving/missing-parent.ts'
import { discardOperation } from '#core/sync/resolving/outbox-actions.ts'
import { type ModelServer, modelServer } from '#tests/support/model-server.ts'
import { type SyncDevice, syncDevice } from '#tests/support/sync-device.ts'
import { opId } from '#tests/support/sync-records.ts'
import { type VirtualClock, virtualClock } from '#tests/support/virtual-clock.ts'

const kinds = ['ours', 'plain'] as const

async function aDeviceWithTwoListings(kind: (typeof kinds)[number]) {
  const clock = virtualClock()
  const server = modelServer(kind)
  const device = syncDevice(server, clock)
  const listing = async (address: string) => {
    const property = String(Number(server.put('property', { address, city: address })['id']))
    await device.sync()
    return device.create(
      'listing',
      { listing_price: 1, description: address, status: 'For Sale' },
      { references: { property: { entity: 'property', key: property } }, shown: { property: { address } } },
    )
  }
  const [elm, oak] = [await listing('1 Elm St'), await listing('2 Oak St')]
  await device.settle()
  return { clock, server, device, elm, oak }
}

/** Creates, without a network, a showing and an open house with a visitor. */
async function workFor(device: SyncDevice, listing: string): Promise<void> {
  const below = { listing: { entity: 'listing' as const, key: listing } }
  const times = { start_time: '10:00:00', end_time: '11:00:00' }
  await device.create(
    'showing',
    { showing_date: '2026-05-01', ...times, client_email: 'eve@example.com' },
    { references: below, shown: { listing_address: '1 Elm St' } },
  )
  const openHouse = await device.create('open_house', { date: '2026-05-02', ...times }, { references: below })
  await device.create(
    'open_house_visit',
    { client_email: 'joe@example.com', name: 'Joe' },
    { references: { ...below, open_house: { entity: 'open_house', key: openHouse } } },
  )
}

function officeDeletes(server: ModelServer, description: string): void {
  const listing = server.records('listing').find((record) => record['description'] === description)
  server.remove('listing', Number(listing?.['id']))
}

/** A plain server's lists are read every few minutes, and twice before many missing records count as deleted. */
async function settleAfterSweeps({ clock, device }: { clock: VirtualClock; device: SyncDevice }): Promise<void> {
  for (let sweep = 0; sweep < 3; sweep++) {
    await device.settle()
    await clock.pass(6 * 60_000)
  }
  await device.settle()
}

function inAttention({ operations }: SyncDevice): string[] {
  return operations().flatMap(({ state, entity }) => (state === 'attention' ? [entity] : []))
}

const opIdOf = (device: SyncDevice, entity: string) =>
  device.operations().find((operation) => operation.entity === entity)?.opId ?? ''

describe('E7: operations for a listing that was deleted elsewhere', () => {
  test.each(kinds)('report that the listing is gone, not that their fields are wrong (%s)', async (kind) => {
    const { clock, server, device, elm } = await aDeviceWithTwoListings(kind)
    await workFor(device, elm)
    officeDeletes(server, '1 Elm St')
    await settleAfterSweeps({ clock, device })
    expect(inAttention(device)).toEqual(['showing', 'open_house'])
    expect(device.operations()[0]?.refusal).toMatchObject({
      code: 'parent_gone',
      message: 'Its listing was deleted on the server.',
    })
    const operation = device.operations()[0]
    if (operation === undefined) throw new Error('There is no showing.')
    const missing = await device.replica.transact('read', (tx) => missingParentOf(tx, operation))
    expect(missing).toEqual({ entity: 'listing', key: elm, canBeRecreated: true })
  })

  test.each(kinds)('move to another listing, an open house together with its visitors (%s)', async (kind) => {
    const { clock, server, device, elm, oak } = await aDeviceWithTwoListings(kind)
    await workFor(device, elm)
    officeDeletes(server, '1 Elm St')
    await device.settle()
    const to = { entity: 'listing' as const, key: oak }
    expect(await moveToOtherParent(device.replica, opIdOf(device, 'showing'), to)).toBe('done')
    expect(await moveToOtherParent(device.replica, opIdOf(device, 'open_house'), to)).toBe('done')
    expect(device.replica.allRows('showing')).toMatchObject([{ listing_key: oak, listing_address: '2 Oak St' }])
    await clock.pass(1_000)
    await device.settle()
    const oakId = device.row('listing', oak)?.id
    expect(server.records('showing')).toMatchObject([{ listing: oakId, client_email: 'eve@example.com' }])
    expect(server.records('open_house')).toMatchObject([{ listing: oakId, date: '2026-05-02' }])
    expect(server.records('open_house_visit')).toMatchObject([{ client_email: 'joe@example.com' }])
    expect(device.operations()).toEqual([])
  })

  test.each(kinds)('are sent after recreating the listing (%s)', async (kind) => {
    const { clock, server, device, elm } = await aDeviceWithTwoListings(kind)
    await workFor(device, elm)
    officeDeletes(server, '1 Elm St')
    await settleAfterSweeps({ clock, device })
    expect(await recreateParent(device.replica, clock, opIdOf(device, 'open_house'), device.ports.ids)).toBe('done')
    expect(device.row('listing', elm)).toMatchObject({ description: '1 Elm St', listing_price: 1 })
    await device.settle()
    const made = server.records('listing').find(({ description }) => description === '1 Elm St')
    expect(server.records('listing')).toHaveLength(2)
    for (const entity of ['showing', 'open_house', 'open_house_visit'] as const)
      expect(server.records(entity)).toMatchObject([{ listing: made?.['id'] }])
    expect(device.operations()).toEqual([])
    expect(device.row('listing', elm)?.id).toBe(made?.['id'])
  })

  test('a visitor of a deleted open house is sent after recreating the open house', async () => {
    const { clock, server, device, elm } = await aDeviceWithTwoListings('ours')
    await workFor(device, elm)
    await device.settle()
    const [openHouse] = device.replica.allRows('open_house')
    const below = {
      listing: { entity: 'listing' as const, key: elm },
      open_house: { entity: 'open_house' as const, key: openHouse?.key ?? '' },
    }
    await device.create('open_house_visit', { client_email: 'new@example.com', name: 'New' }, { references: below })
    server.remove('open_house', Number(openHouse?.id))
    await device.settle()
    expect(inAttention(device)).toEqual(['open_house_visit'])
    expect(device.operations()[0]?.refusal?.message).toBe('Its open house was deleted on the server.')
    expect(await recreateParent(device.replica, clock, opIdOf(device, 'open_house_visit'), device.ports.ids)).toBe(
      'done',
    )
    await device.settle()
    expect(server.records('open_house')).toMatchObject([{ date: '2026-05-02' }])
    expect(server.records('open_house_visit')).toMatchObject([{ name: 'New' }])
    expect(device.operations()).toEqual([])
  })

  test('a visitor whose open house was deleted with its listing can move to another open house', async () => {
    const { server, device, elm, oak } = await aDeviceWithTwoListings('ours')
    await workFor(device, elm)
    const day = { date: '2026-06-01', start_time: '10:00:00', end_time: '11:00:00' }
    const other = await device.create('open_house', day, { references: { listing: { entity: 'listing', key: oak } } })
    await device.settle()
    const openHouse = device.replica.allRows('open_house').find((row) => row['listing_key'] === elm)
    const below = {
      listing: { entity: 'listing' as const, key: elm },
      open_house: { entity: 'open_house' as const, key: openHouse?.key ?? '' },
    }
    await device.create('open_house_visit', { client_email: 'new@example.com', name: 'New' }, { references: below })
    officeDeletes(server, '1 Elm St')
    await device.settle()
    const to = { entity: 'open_house' as const, key: other }
    expect(await moveToOtherParent(device.replica, opIdOf(device, 'open_house_visit'), to)).toBe('done')
    await device.settle()
    expect(server.records('open_house_visit')).toMatchObject([
      { name: 'New', listing: device.row('listing', oak)?.id, open_house: device.row('open_house', other)?.id },
    ])
  })

  test('operations for a listing that is unknown to this device can only be moved or discarded', async () => {
    const { clock, server, device, elm } = await aDeviceWithTwoListings('ours')
    await workFor(device, elm)
    officeDeletes(server, '1 Elm St')
    await device.settle()
    await device.replica.transact('write', (tx) => tx.setMeta('gone-parents', {}))
    const [operation] = device.operations()
    if (operation === undefined) throw new Error('There is no showing.')
    expect(await device.replica.transact('read', (tx) => missingParentOf(tx, operation))).toMatchObject({
      canBeRecreated: false,
    })
    expect(await recreateParent(device.replica, clock, operation.opId, { uuid: () => opId(950) })).toBe('missing')
    expect(await discardOperation(device.replica, clock, operation.opId)).toBe('done')
  })
})

test('E7: a visitor that was refused before the deletion is pulled lacks the open house, not its listing', async () => {
  const { device, elm } = await aDeviceWithTwoListings('ours')
  await workFor(device, elm)
  const visitor = device.operations().find(({ entity }) => entity === 'open_house_visit')!
  const refusal = { status: 404, code: 'parent_gone', message: '', fieldErrors: {}, at: 0 }
  const refused = { ...visitor, state: 'attention' as const, refusal }
  expect(await device.replica.transact('read', (tx) => missingParentOf(tx, refused))).toMatchObject({
    entity: 'open_house',
    canBeRecreated: false,
  })
})

test('E7: an open house of a deleted listing is removed once no operation for its visitor waits', async () => {
  const { clock, server, device, elm } = await aDeviceWithTwoListings('plain')
  await workFor(device, elm)
  await device.settle()
  const [visitor] = device.replica.allRows('open_house_visit')
  await device.edit('open_house_visit', visitor!.key, { name: 'Joseph' })
  officeDeletes(server, '1 Elm St')
  await settleAfterSweeps({ clock, device })
  expect(server.records('open_house')).toEqual([])
  expect(device.replica.allRows('open_house')).toHaveLength(1)
  await discardOperation(device.replica, clock, opIdOf(device, 'open_house_visit'))
  await settleAfterSweeps({ clock, device })
  expect(device.replica.allRows('open_house_visit')).toEqual([])
  expect(device.replica.allRows('open_house')).toEqual([])
})

describe('C19 E7: operations for a listing deleted after the server was restored', () => {
  test.each(['waits', 'was confirmed'] as const)(
    'an operation that %s is complete, and can be recreated with its listing',
    async (course) => {
      const { server, device, elm } = await aDeviceWithTwoListings('ours')
      const restore = server.backup()
      await device.addClient()
      await device.settle()
      await workFor(device, elm)
      if (course === 'was confirmed') await device.settle()
      restore()
      officeDeletes(server, '1 Elm St')
      await device.settle()
      expect(inAttention(device)).toContain('showing')
      const showing = device.operations().find(({ entity }) => entity === 'showing')!
      expect(showing.changes).toMatchObject({ showing_date: '2026-05-01', client_email: 'eve@example.com' })
      const missing = await device.replica.transact('read', (tx) => missingParentOf(tx, showing))
      expect(missing).toMatchObject({ entity: 'listing', key: elm, canBeRecreated: true })
      await recreateParent(device.replica, device.ports.clock, showing.opId, device.ports.ids)
      await device.settle()
      expect(inAttention(device)).toEqual([])
      expect(server.records('listing')).toHaveLength(2)
      expect(server.records('showing')).toMatchObject([{ client_email: 'eve@example.com' }])
      expect(server.records('open_house_visit')).toMatchObject([{ client_email: 'joe@example.com' }])
      expect(device.replica.allRows('open_house_visit')).toMatchObject([{ name: 'Joe' }])
    },
  )
})
