import { describe, expect, test } from 'vitest'
import {
  discardOperation,
  linkToExisting,
  resolveConflict,
  retryOperation,
} from '#core/sync/resolving/outbox-actions.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { createSyncLoop } from '#core/sync/sync-loop.ts'
import type { SyncDevice } from '#tests/support/sync-device.ts'
import { firstOperationId, office } from '#tests/support/sync-office.ts'
import { opId } from '#tests/support/sync-records.ts'

/* Actions in the Outbox and on the conflict sheet. Each test caught a planted bug that no other test caught. */

const refused = { status: 400, body: { email: ['No.'], code: 'invalid' } }

/** Marks every operation as being sent by another sender. */
function setSending(device: SyncDevice): Promise<void> {
  return device.replica.transact('write', async (tx) => {
    for (const operation of await tx.operations(0, 10)) await tx.putOperation({ ...operation, state: 'sending' })
  })
}

describe('actions in the Outbox', () => {
  test('H3: a refused operation that is retried has a new key, because the first one’s answer is stored', async () => {
    const { server, device } = office()
    device.network.next('POST crm/', refused)
    await device.addClient()
    await device.sync()
    await retryOperation(device.replica, firstOperationId(device))
    await device.settle()
    const keys = device.network.sent.flatMap(({ method, headers }) =>
      method === 'POST' ? headers['Idempotency-Key'] : [],
    )
    expect(keys.map((key) => key?.split(':')[1])).toEqual(['1', '2'])
    expect(server.records('client')).toHaveLength(1)
  })

  test('F6 H3: an operation that may be in flight is not discarded', async () => {
    const { clock, device } = office()
    await device.addClient()
    await setSending(device)
    expect(await discardOperation(device.replica, clock, firstOperationId(device))).toBe('in-flight')
    expect(device.operations()).toHaveLength(1)
  })

  test('F6: an operation that may have arrived is frozen, and later edits are queued behind it', async () => {
    const { device } = office()
    device.network.next('POST crm/', 'lost-answer')
    device.network.next('GET sync/changes/', 'never-leaves')
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    expect(device.operations()).toMatchObject([
      { state: 'unknown', revision: 1, changes: { phone_number: '' } },
      { state: 'queued', changes: { phone_number: '1' } },
    ])
  })

  test('I10: discarding a photo deletes its bytes', async () => {
    const { clock, device } = office()
    await device.addPhoto('7')
    await discardOperation(device.replica, clock, firstOperationId(device))
    expect(device.replica.fileKeys()).toEqual([])
  })

  test('E6: an edit behind a discarded one is merged with the base from before both', async () => {
    const { clock, server, device } = office()
    const key = await device.addClient({ category: 'Buyer' })
    await device.sync()
    device.network.next('PATCH', 'lost-request')
    await device.edit('client', key, { category: 'Seller' })
    await device.sync()
    await device.edit('client', key, { category: 'Both' })
    expect(device.operations()).toHaveLength(2)
    await discardOperation(device.replica, clock, firstOperationId(device))
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ category: 'Both' }])
  })

  test('G8: a create linked to an existing record has that record’s id from then on', async () => {
    const { clock, server, device } = office('plain')
    const existing = server.put('client', { email: 'ann@example.com', first_name: 'Ann', last_name: 'L.', notes: '' })
    device.network.next('POST crm/', refused)
    const key = await device.addClient()
    await device.sync()
    await linkToExisting(device.replica, clock, firstOperationId(device), Number(existing['id']))
    await device.edit('client', key, { phone_number: '5' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ id: existing['id'], phone_number: '5' }])
    expect(device.replica.allRows('client').map((row) => row.key)).toEqual([key])
  })

  test('a linked record is the existing one, for records below it and for edits from elsewhere', async () => {
    const { clock, server, device } = office()
    const existing = server.put('client', { email: 'ann@example.com', first_name: 'Ann', last_name: 'L.', notes: '' })
    device.network.next('POST crm/', refused)
    const key = await device.addClient()
    const call = { kind: 'call', happened_at: '2026-05-01T10:00:00Z', note: '' }
    await device.create('interaction', call, { references: { client: { entity: 'client', key } } })
    await device.sync()
    await linkToExisting(device.replica, clock, firstOperationId(device), Number(existing['id']))
    await device.settle()
    expect(server.records('interaction')).toMatchObject([{ client: existing['id'] }])
    server.put('client', { id: Number(existing['id']), notes: 'Edited elsewhere.' })
    await device.settle()
    expect(device.replica.allRows('client')).toMatchObject([{ key, notes: 'Edited elsewhere.' }])
  })

  test('a showing that is linked to one on the server still belongs to its listing', async () => {
    const { clock, server, device } = office()
    const property = String(Number(server.put('property', { address: '1 Elm St', city: 'Salem' })['id']))
    await device.sync()
    const home = { listing_price: 1, description: 'A house.', status: 'For Sale' }
    const listing = await device.create('listing', home, {
      references: { property: { entity: 'property', key: property } },
    })
    await device.settle()
    device.network.next('POST listings/', refused)
    const times = {
      showing_date: '2026-05-01',
      start_time: '10:00:00',
      end_time: '11:00:00',
      client_email: 'e@example.com',
    }
    const key = await device.create('showing', times, { references: { listing: { entity: 'listing', key: listing } } })
    await device.sync()
    await linkToExisting(device.replica, clock, firstOperationId(device), 70)
    expect(device.row('showing', key)).toMatchObject({ id: 70, listing_key: listing })
  })

  test('G2: an edit of a record in conflict waits behind the conflict and does not resolve it', async () => {
    const { clock, server, device } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { category: 'Seller' })
    server.put('client', { id: Number(device.row('client', key)?.id), category: 'Both' })
    await device.sync()
    await device.edit('client', key, { phone_number: '5' })
    expect(device.operations()).toMatchObject([
      { state: 'conflict', changes: { category: 'Seller' } },
      { changes: { phone_number: '5' } },
    ])
    await resolveConflict(device.replica, clock, firstOperationId(device), { category: 'theirs' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Both', phone_number: '5' }])
  })

  test('G4: a form of a record that the agent has deleted is not saved and reports that', async () => {
    const { clock, device } = office()
    const key = await device.addClient()
    await device.sync()
    const opened = device.row('client', key) ?? {}
    await device.remove('client', key)
    const edit = { opId: opId(9), entity: 'client' as const, key, opened, changes: { phone_number: '5' } }
    expect(await updateRecord(device.replica, clock, edit)).toEqual({ outcome: 'deleted' })
    expect(device.operations()).toMatchObject([{ kind: 'delete' }])
  })

  test('C6: only Sync Now sends during a pause that the server requested', async () => {
    const { clock, server, device } = office()
    device.network.next('POST crm/', { status: 429, headers: { 'retry-after': '600' } })
    await device.addClient()
    const loop = createSyncLoop(device.ports)
    loop.start()
    await clock.pass(1_000)
    loop.poke()
    await clock.pass(120_000)
    expect(server.records('client')).toEqual([])
    expect(await clock.run(loop.syncNow())).toMatchObject({ state: 'idle', waiting: 0 })
    expect(server.records('client')).toHaveLength(1)
    await clock.run(loop.stop())
  })
})
