import { describe, expect, test } from 'vitest'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import type { Fields } from '#core/contract/json.ts'
import { discardOperation, linkToExisting } from '#core/sync/resolving/outbox-actions.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { rebase } from '#core/sync/records/rebase.ts'
import { memoryReplica, type MemoryReplica } from '#tests/support/memory-replica.ts'
import { aClient, opId, standingClock } from '#tests/support/sync-records.ts'

const clock = standingClock()

async function deviceWith(client: Fields): Promise<MemoryReplica> {
  const device = memoryReplica()
  await device.transact('write', (tx) => tx.putRows('client', [{ ...client, id: 7, version: 3, key: '7' }]))
  return device
}

function edit(device: MemoryReplica, id: number, opened: Fields, changes: Fields, key = '7') {
  return updateRecord(device, clock, { opId: opId(id), entity: 'client', key, opened, changes })
}

async function markAttempted(device: MemoryReplica, state: 'sending' | 'unknown' = 'sending'): Promise<void> {
  await device.transact('write', async (tx) => {
    for (const operation of await tx.operations(0, 100)) {
      const attempt = { startedAt: clock.now(), ifMatch: null, whole: null, sender: 'me' }
      await tx.putOperation({ ...operation, state, attempt, attempts: 1 })
    }
  })
}

describe('creating a record', () => {
  test('A2 A15: row and operation are saved together, and a double submit is one save', async () => {
    const device = memoryReplica()
    const first = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    const second = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    expect(first.key).toBe(`local-${opId(1)}`)
    expect(second.key).toBe(first.key)
    expect(device.allRows('client')).toEqual([{ ...aClient(), key: first.key }])
    expect(device.allOperations()).toMatchObject([{ opId: opId(1), kind: 'create', owner: '1', state: 'queued' }])
  })

  test('A15: saving a form again with other values creates a second record', async () => {
    const device = memoryReplica()
    const save = (first_name: string) =>
      createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient({ first_name }) })
    const ann = await save('Ann')
    const ben = await save('Ben')
    expect(ben.key).not.toBe(ann.key)
    expect((await save('Ben')).key).toBe(ben.key)
    expect((await save('Ann')).key).toBe(ann.key)
    expect(device.allRows('client').map(({ first_name }) => first_name)).toEqual(['Ann', 'Ben'])
    expect(ben.key).toMatch(/^local-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  })

  test('A6: a failed transaction leaves neither row nor operation', async () => {
    const device = memoryReplica()
    device.failNextWrite()
    const saving = createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    await expect(saving).rejects.toThrow('full')
    expect(device.allRows('client')).toEqual([])
    expect(device.allOperations()).toEqual([])
  })

  test('the row contains references and files beside the fields', async () => {
    const device = memoryReplica()
    const file = { blobKey: 'b1', fileName: 'front.jpg', mediaType: 'image/jpeg', byteLength: 3, sha256: 'abc' }
    const { key } = await createRecord(device, clock, {
      opId: opId(2),
      entity: 'listing_image',
      changes: { caption: 'Front', is_primary: true },
      references: { listing: { entity: 'listing', key: '12' } },
      files: { image: file },
    })
    expect(device.allRows('listing_image')).toEqual([
      { key, caption: 'Front', is_primary: true, listing_key: '12', image_file: file },
    ])
  })
})

describe('editing a record', () => {
  test('only changed fields are queued, and the row shows them on top of the server’s copy', async () => {
    const client = aClient({ notes: 'Wants a garden' })
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, phone_number: '555 0100' })
    expect(device.allOperations()).toMatchObject([
      { kind: 'update', changes: { phone_number: '555 0100' }, base: { phone_number: '' }, baseVersion: '3' },
    ])
    expect(device.allRows('client')).toMatchObject([{ key: '7', phone_number: '555 0100', notes: 'Wants a garden' }])
    expect(device.allBases()).toMatchObject([{ key: '7', version: '3', record: { phone_number: '' } }])
  })

  test('a save without a change queues nothing', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    expect(await edit(device, 1, client, client)).toEqual({ outcome: 'unchanged' })
    expect(device.allOperations()).toEqual([])
    expect(device.allBases()).toEqual([])
  })

  test('F1: updates fold into one that has the oldest base', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, phone_number: '1' })
    await edit(device, 2, { ...client, phone_number: '1' }, { ...client, phone_number: '2', category: 'Both' })
    expect(device.allOperations()).toHaveLength(1)
    expect(device.allOperations()[0]).toMatchObject({
      opId: opId(1),
      changes: { phone_number: '2', category: 'Both' },
      base: { phone_number: '', category: 'Buyer' },
    })
  })

  test('F2: an update folds into the create before it', async () => {
    const device = memoryReplica()
    const { key } = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    await edit(device, 2, aClient(), aClient({ email: 'ann.lee@example.com' }), key)
    expect(device.allOperations()).toMatchObject([{ kind: 'create', changes: { email: 'ann.lee@example.com' } }])
    expect(device.allRows('client')).toMatchObject([{ email: 'ann.lee@example.com' }])
  })

  test('F6 F8: an edit made while another is in flight is queued behind it', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, phone_number: '1' })
    await markAttempted(device)
    await edit(device, 2, { ...client, phone_number: '1' }, { ...client, phone_number: '2' })
    expect(device.allOperations().map(({ changes }) => changes)).toEqual([{ phone_number: '1' }, { phone_number: '2' }])
    expect(device.allRows('client')).toMatchObject([{ phone_number: '2' }])
  })

  test('F9: edits that cancel out leave nothing to send', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, phone_number: '1' })
    await edit(device, 2, { ...client, phone_number: '1' }, client)
    expect(device.allOperations()).toEqual([])
    expect(device.allBases()).toEqual([])
    expect(device.allRows('client')).toEqual([{ ...client, id: 7, version: 3, key: '7' }])
  })

  test('A16: edits of different fields in two tabs are both saved', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, phone_number: '1' })
    await edit(device, 2, client, { ...client, category: 'Seller' })
    expect(device.allRows('client')).toMatchObject([{ phone_number: '1', category: 'Seller' }])
    expect(device.allOperations()).toHaveLength(1)
  })

  test('A15: saving a form again with other changes loses nothing, and a double submit is one save', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    const save = (changes: Fields) => edit(device, 1, client, { ...client, ...changes })
    await save({ phone_number: '1' })
    await markAttempted(device)
    const [{ opId: first } = { opId: '' }] = device.allOperations()
    for (const notes of ['Garden', 'Garden']) expect(await save({ notes })).toEqual({ outcome: 'recorded' })
    expect(await save({ phone_number: '1' })).toEqual({ outcome: 'recorded' })
    expect(device.allOperations().map(({ changes }) => changes)).toEqual([{ phone_number: '1' }, { notes: 'Garden' }])
    expect(device.allOperations().map(({ opId: name }) => name === first)).toEqual([true, false])
    expect(device.allRows('client')).toMatchObject([{ phone_number: '1', notes: 'Garden' }])
  })

  test('A16: notes edited in two tabs contain both texts', async () => {
    const client = aClient({ notes: 'Garden' })
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, notes: 'Garden, two cars' })
    await edit(device, 2, client, { ...client, notes: 'Garden, dog' })
    const [row] = device.allRows('client')
    expect(row?.['notes']).toContain('two cars')
    expect(row?.['notes']).toContain('dog')
  })

  test('A16: the same field edited in two tabs is a conflict within the device', async () => {
    const client = aClient()
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, category: 'Both' })
    expect(await edit(device, 2, client, { ...client, category: 'Seller' })).toEqual({ outcome: 'conflict' })
    expect(device.allOperations()).toMatchObject([
      { state: 'queued', changes: { category: 'Both' } },
      { state: 'conflict', changes: { category: 'Seller' }, conflict: { theirs: { category: 'Both' }, isHere: true } },
    ])
  })

  test('A16: a conflict with a pulled value is one with the server, whatever else was changed here', async () => {
    const client = aClient()
    const device = await deviceWith({ ...client, category: 'Both' })
    await edit(device, 1, { ...client, category: 'Both' }, { ...client, category: 'Both', phone_number: '1' })
    expect(await edit(device, 2, client, { ...client, category: 'Seller' })).toEqual({ outcome: 'conflict' })
    expect(device.allOperations()[1]).toMatchObject({ conflict: { theirs: { category: 'Both' }, isHere: false } })
  })

  test('A16: a conflict with a server’s text merged into a waiting edit is one with the server', async () => {
    const [theirs, mine] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
    const client = aClient({ notes: '' })
    const device = await deviceWith(client)
    await edit(device, 1, client, { ...client, notes: 'Dog' })
    await device.transact('write', async (tx) => {
      const [waiting] = await tx.recordQueue('client', '7')
      const merged = { changes: { notes: `${theirs}\n\nDog` }, base: { notes: theirs }, mergeRounds: 1 }
      if (waiting) await tx.putOperation({ ...waiting, ...merged })
      await rebase(tx, 'client', '7')
    })
    expect(await edit(device, 2, client, { ...client, notes: mine })).toEqual({ outcome: 'conflict' })
    expect(device.allOperations()[1]).toMatchObject({ conflict: { fields: ['notes'], isHere: false } })
  })

  test('A16: editing a create that was discarded in another tab is a conflict within the device', async () => {
    const device = memoryReplica()
    const { key } = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    await discardOperation(device, clock, opId(1))
    const update = {
      opId: opId(2),
      entity: 'client' as const,
      key,
      opened: aClient(),
      changes: aClient({ notes: 'Call' }),
    }
    expect(await updateRecord(device, clock, update)).toEqual({ outcome: 'conflict' })
    expect(device.allOperations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null, isHere: true } }])
  })

  test('G4: saving a record that a pull removed preserves the edit as a conflict', async () => {
    const device = memoryReplica()
    expect(await edit(device, 1, aClient(), aClient({ notes: 'Call her' }))).toEqual({ outcome: 'conflict' })
    expect(device.allOperations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null, isHere: false } }])
    expect(device.allRows('client')).toMatchObject([{ key: '7', notes: 'Call her', first_name: 'Ann' }])
  })

  test('H3: saving a refused record again sends it under a new revision', async () => {
    const device = memoryReplica()
    const { key } = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    await device.transact('write', async (tx) => {
      const [create] = await tx.recordQueue('client', key)
      if (create === undefined) throw new Error('The create is missing.')
      const refusal = { status: 400, code: 'invalid', message: 'No.', fieldErrors: { email: 'No.' }, at: 0 }
      await tx.putOperation({ ...create, state: 'attention', refusal, attempts: 1 })
    })
    await edit(device, 2, aClient(), aClient({ email: 'right@example.com' }), key)
    expect(device.allOperations()).toMatchObject([
      { opId: opId(1), revision: 2, state: 'queued', refusal: null, changes: { email: 'right@example.com' } },
    ])
  })
})

describe('deleting a record', () => {
  const remove = (device: MemoryReplica, id: number, key: string, entity: 'client' | 'listing' = 'client') =>
    deleteRecord(device, clock, { opId: opId(id), entity, key })

  test('F3: a delete is queued behind a create that was attempted', async () => {
    const device = memoryReplica()
    const { key } = await createRecord(device, clock, { opId: opId(1), entity: 'client', changes: aClient() })
    await markAttempted(device, 'unknown')
    await remove(device, 2, key)
    expect(device.allOperations().map(({ kind }) => kind)).toEqual(['create', 'delete'])
    expect(device.allRows('client')).toEqual([])
  })
})

describe('a created record that is on the server already', () => {
  test('G8: takes over the server record’s children and their waiting operations', async () => {
    const device = memoryReplica()
    const { key } = await createRecord(device, clock, {
      opId: opId(1),
      entity: 'listing',
      changes: { listing_price: 1, description: 'x', status: 'For Sale' },
    })
    await device.transact('write', async (tx) => {
      await tx.putRows('listing', [{ key: '7', id: 7, listing_price: 1, description: 'x', status: 'For Sale' }])
      const visit = { listing: 7, listing_key: '7', start_time: '10:00', end_time: '11:00', client_email: 'a@b.org' }
      await tx.putRows('showing', [
        { ...visit, key: '3', id: 3 },
        { ...visit, key: '4', id: 4 },
      ])
    })
    await updateRecord(device, clock, {
      opId: opId(2),
      entity: 'showing',
      key: '4',
      opened: { start_time: '10:00' },
      changes: { start_time: '10:30' },
    })
    await linkToExisting(device, clock, opId(1), 7)
    expect(device.allRows('listing').map((row) => row.key)).toEqual([key])
    expect(device.allRows('showing')).toMatchObject([
      { key: '3', listing_key: key },
      { key: '4', listing_key: key, start_time: '10:30' },
    ])
    expect(device.allOperations()).toMatchObject([{ entity: 'showing', references: { listing: { key } } }])
    expect(device.allBases().find((base) => base.entity === 'showing')?.record).toMatchObject({ listing_key: key })
  })
})
