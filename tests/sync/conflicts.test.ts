import { describe, expect, test } from 'vitest'
import { createAbort } from '#core/sync/abort.ts'
import {
  dependantsOf,
  discardOperation,
  resolveConflict,
  restoreDeleted,
  retryOperation,
  reviseOperation,
} from '#core/sync/outbox-actions.ts'
import { deleteRecord, undoDelete } from '#core/sync/delete-record.ts'
import { exportOutbox } from '#core/sync/export-outbox.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice, type SyncDevice } from '#tests/support/sync-device.ts'
import { opId, textOf } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

/** Two devices of one agent that both know the same client. */
async function twoDevices() {
  const clock = virtualClock()
  const server = modelServer('ours')
  const [phone, office] = [syncDevice(server, clock, 1), syncDevice(server, clock, 2)]
  const key = await phone.addClient({ notes: 'Garden' })
  await phone.sync()
  await office.sync()
  return { clock, server, phone, office, key, officeKey: String(phone.row('client', key)?.id) }
}

async function first(device: SyncDevice): Promise<string> {
  const [operation] = device.operations()
  if (operation === undefined) throw new Error('The outbox is empty.')
  return operation.opId
}

/** Begins an exchange whose time the test moves, so that something can happen in the middle of it. */
function startSync(device: SyncDevice): Promise<unknown> {
  const stop = createAbort().signal
  return syncOnce(device.ports, { sender: 'tab', isAsked: true, isAfterOutage: false, stop, onAttempt: () => {} })
}

describe('two devices change one record', () => {
  test('G1: different fields merge silently, with a note in the journal', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { phone_number: '1' })
    await office.edit('client', officeKey, { category: 'Both' })
    await phone.sync()
    await office.sync()
    await phone.sync()
    expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Both' }])
    expect(phone.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
    expect(office.replica.journal().map(({ note }) => note)).toEqual(['merged'])
  })

  test('G2: notes keep both texts', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { notes: 'Garden, two cars' })
    await office.edit('client', officeKey, { notes: 'Garden, a dog' })
    await phone.sync()
    await office.sync()
    const notes = textOf(server.records('client')[0], 'notes')
    expect(notes).toContain('two cars')
    expect(notes).toContain('a dog')
  })

  test('G2 G3: the same field asks, and the agent’s choice goes under a new revision', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await office.edit('client', officeKey, { category: 'Both' })
    await phone.sync()
    await office.sync()
    expect(office.operations()).toMatchObject([
      {
        state: 'conflict',
        changes: { category: 'Both' },
        conflict: { fields: ['category'], theirs: { category: 'Seller' } },
      },
    ])
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Both' })
    await resolveConflict(office.replica, office.ports.clock, await first(office), { category: 'mine' })
    await office.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Both' }])
    expect(server.effects.at(-1)?.key).not.toMatch(/:1$/)
  })

  test('G2: choosing theirs leaves nothing to send', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await office.edit('client', officeKey, { category: 'Both' })
    await phone.sync()
    await office.sync()
    await resolveConflict(office.replica, office.ports.clock, await first(office), { category: 'theirs' })
    expect(office.operations()).toEqual([])
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Seller' })
    expect(server.records('client')).toMatchObject([{ category: 'Seller' }])
  })

  test('G2: what a decision did not keep is in the journal, field by field, and what both texts hold is not', async () => {
    const { clock, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller', phone_number: '1' })
    await office.edit('client', officeKey, { category: 'Both', phone_number: '2' })
    await phone.sync()
    await office.sync()
    const asked = await first(office)
    const choices = { category: 'mine', phone_number: 'theirs' } as const
    await resolveConflict(office.replica, office.ports.clock, asked, choices)
    const decided = () => office.replica.journal().filter(({ note }) => note === 'decided')
    expect(decided()).toMatchObject([
      {
        opId: `decided:${asked}`,
        title: 'Ann Lee',
        changes: {},
        setAside: [
          { field: 'category', side: 'theirs', value: 'Seller' },
          { field: 'phone_number', side: 'mine', value: '2' },
        ],
      },
    ])
    await office.settle()
    expect(decided()).toHaveLength(1)
    await clock.pass(31 * 24 * 3_600_000)
    await office.sync()
    expect(decided()).toEqual([])
  })

  test('G2 G4: a change that gives way as a whole can be found again', async () => {
    const { phone, office, key, officeKey } = await twoDevices()
    await phone.remove('client', key)
    await phone.sync()
    await office.edit('client', officeKey, { notes: 'Called her' })
    await office.sync()
    await discardOperation(office.replica, office.ports.clock, await first(office))
    expect(office.replica.journal().find(({ note }) => note === 'decided')).toMatchObject({
      setAside: [{ field: 'notes', side: 'mine', value: 'Called her' }],
    })
  })

  test('G4: an edit of a record that was deleted there is kept, and can be made anew under its old key', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.remove('client', key)
    await phone.sync()
    await office.edit('client', officeKey, { notes: 'Called her' })
    await office.sync()
    expect(office.operations()).toMatchObject([{ state: 'conflict', conflict: { theirs: null } }])
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Called her', first_name: 'Ann' })
    await restoreDeleted(office.replica, office.ports.clock, await first(office), opId(77))
    await office.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Ann', notes: 'Called her' }])
    expect(office.row('client', officeKey)?.id).toBe(server.records('client')[0]?.['id'])
    await phone.sync()
    expect(phone.replica.allRows('client')).toHaveLength(1)
  })

  test('G4: discarding the edit lets the record go', async () => {
    const { phone, office, key, officeKey } = await twoDevices()
    await phone.remove('client', key)
    await phone.sync()
    await office.edit('client', officeKey, { notes: 'Called her' })
    await office.sync()
    await discardOperation(office.replica, office.ports.clock, await first(office))
    expect(office.replica.allRows('client')).toEqual([])
    expect(office.replica.allBases()).toEqual([])
  })

  test('G5: a deletion of a record that changed there asks; keeping it shows the other’s change', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await office.remove('client', officeKey)
    await office.sync()
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
    await resolveConflict(office.replica, office.ports.clock, await first(office), { category: 'theirs' })
    expect(office.row('client', officeKey)).toMatchObject({ category: 'Seller' })
    await office.remove('client', officeKey)
    await office.settle()
    expect(server.records('client')).toEqual([])
  })

  test('G5: deleting anyway deletes', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await office.remove('client', officeKey)
    await office.sync()
    await resolveConflict(office.replica, office.ports.clock, await first(office), { category: 'mine' })
    await office.settle()
    expect(server.records('client')).toEqual([])
  })

  test('F5 G5: an undone deletion that the server refused makes no second record', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await office.edit('client', officeKey, { phone_number: '1' })
    const deleted = await deleteRecord(office.replica, office.ports.clock, {
      opId: opId(70),
      entity: 'client',
      key: officeKey,
    })
    office.network.next('DELETE', 'lost-request')
    await office.sync()
    if (deleted === null) throw new Error('Nothing was deleted.')
    expect(await undoDelete(office.replica, office.ports.clock, { opId: opId(71), deleted })).toBe('restored')
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await office.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Seller', phone_number: '1' }])
    expect(office.replica.allRows('client')).toMatchObject([{ key: officeKey, phone_number: '1', category: 'Seller' }])
  })

  test('G6: deleting what is gone already is done', async () => {
    const { phone, office, key, officeKey } = await twoDevices()
    await phone.remove('client', key)
    await office.remove('client', officeKey)
    await phone.sync()
    await office.settle()
    expect(office.operations()).toEqual([])
  })

  describe.each([
    { what: 'trims', field: 'category', sent: ' Seller ', kept: 'Seller', next: 'Both' },
    { what: 'rounds', field: 'budget', sent: 250_000.005, kept: '250000.01', next: 300_000 },
    { what: 'works out', field: 'phone_number', sent: '916 555 0104', kept: '+1 (916) 555-0104', next: '1' },
  ])('G12: a value that the server $what', ({ field, sent, kept, next }) => {
    /** A server that makes something else of the value, and notes beside it when it was asked to. */
    async function particularServer() {
      const devices = await twoDevices()
      const { server } = devices
      const { handle } = server
      server.handle = (request) => {
        const isWritten = request.method === 'PATCH' && request.fields[field] === sent
        return handle(isWritten ? { ...request, fields: { ...request.fields, [field]: kept, checked: true } } : request)
      }
      return devices
    }

    test('G12: is the new base: the row shows it, nothing waits, and the next edit is no conflict', async () => {
      const { server, phone, key } = await particularServer()
      await phone.edit('client', key, { [field]: sent })
      await phone.settle()
      expect(phone.row('client', key)).toMatchObject({ [field]: kept, checked: true })
      expect(phone.operations()).toEqual([])
      await phone.edit('client', key, { [field]: next })
      await phone.settle()
      expect(phone.operations()).toEqual([])
      expect(server.records('client')).toMatchObject([{ [field]: next }])
    })

    test('G12: is no conflict with an edit that was made while the first was on its way', async () => {
      const { server, phone, key, clock } = await particularServer()
      phone.network.latencyMs = 50
      await phone.edit('client', key, { [field]: sent })
      const sending = startSync(phone)
      await clock.pass(120)
      expect(phone.operations()).toMatchObject([{ state: 'sending' }])
      await phone.edit('client', key, { [field]: next })
      await clock.run(sending)
      await phone.settle()
      expect(phone.operations()).toEqual([])
      expect(server.records('client')).toMatchObject([{ [field]: next }])
    })

    test('G12: stays beside an edit of another field that was made while it was on its way', async () => {
      const { server, phone, key, clock } = await particularServer()
      phone.network.latencyMs = 50
      await phone.edit('client', key, { [field]: sent })
      const sending = startSync(phone)
      await clock.pass(120)
      expect(phone.operations()).toMatchObject([{ state: 'sending' }])
      await phone.edit('client', key, { last_name: 'Leigh' })
      await clock.run(sending)
      await phone.settle()
      expect(server.records('client')).toMatchObject([{ [field]: kept, last_name: 'Leigh' }])
      expect(phone.row('client', key)).toMatchObject({ [field]: kept, last_name: 'Leigh', checked: true })
    })
  })

  test.each([
    ['category', 'Seller', ' Seller '],
    ['budget', 250_000, '250000.00'],
    ['call_at', '09:30', '09:30:00'],
  ])('G12: two devices that write the same %s in two forms have nothing to decide', async (field, mine, theirs) => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.edit('client', key, { [field]: mine, last_name: 'Leigh' })
    await office.edit('client', officeKey, { [field]: theirs, notes: 'Called.' })
    await office.sync()
    await phone.settle()
    expect(phone.operations()).toEqual([])
    const [client] = server.records('client')
    expect(client).toMatchObject({ last_name: 'Leigh', notes: 'Called.' })
    expect(phone.row('client', key)).toMatchObject({ [field]: client?.[field] ?? '' })
  })

  test('G20 G22: a pull never hides waiting work, nor clears it', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    phone.network.always('PATCH', { status: 500 })
    await phone.edit('client', key, { phone_number: '1' })
    await phone.sync()
    server.put('client', { id, category: 'Both', phone_number: '' })
    await phone.sync()
    expect(phone.row('client', key)).toMatchObject({ phone_number: '1', category: 'Both' })
    expect(phone.operations()).toMatchObject([{ state: 'unknown' }])
    phone.network.always('PATCH', null)
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ phone_number: '1', category: 'Both' }])
  })

  test('G21: after five rounds against a busy record the agent is asked', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    const handle = server.handle
    let round = 0
    server.handle = (request) => {
      if (request.method === 'PATCH') server.put('client', { id, phone_number: `${(round += 1)}` })
      return handle(request)
    }
    await phone.edit('client', key, { last_name: 'Ray' })
    await phone.sync()
    expect(round).toBe(6)
    expect(phone.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['last_name'] } }])
  })
})

describe('what the server refuses', () => {
  test('H1 H2: a refused create waits with the server’s words at their fields, and stays visible', async () => {
    const { server, phone } = await twoDevices()
    const key = await phone.addClient({ email: 'not an address' })
    await phone.sync()
    expect(phone.operations()).toMatchObject([
      {
        state: 'attention',
        refusal: { status: 400, code: 'invalid', fieldErrors: { email: 'Enter a valid email address.' } },
      },
    ])
    expect(phone.row('client', key)).toMatchObject({ email: 'not an address' })
    expect(server.records('client')).toHaveLength(1)
  })

  test('H3: mended in the Outbox it goes under a new revision of the same name', async () => {
    const { server, phone } = await twoDevices()
    const key = await phone.addClient({ email: 'wrong' })
    await phone.sync()
    await reviseOperation(phone.replica, await first(phone), { email: 'right@example.com' })
    expect(phone.row('client', key)).toMatchObject({ email: 'right@example.com' })
    await phone.settle()
    expect(server.records('client')[1]).toMatchObject({ email: 'right@example.com' })
    expect(
      phone.network.sent
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['Idempotency-Key']?.split(':')[1]),
    ).toEqual(['1', '1', '2'])
  })

  test('G8 C30: a 409 that is no key in progress is refused after reading again', async () => {
    const { phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 409, body: { email: ['Taken.'], code: 'not_unique' } })
    await phone.edit('client', key, { email: 'b@example.com' })
    await phone.sync()
    expect(phone.operations()).toMatchObject([
      { state: 'attention', refusal: { status: 409, fieldErrors: { email: 'Taken.' } } },
    ])
  })

  test('G9: a 409 because an earlier attempt worked is a success', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    phone.network.next('PATCH', { status: 409, body: { detail: 'Conflict' } })
    await phone.edit('client', key, { phone_number: '1' })
    server.put('client', { id, phone_number: '1' })
    await phone.sync()
    expect(phone.operations()).toEqual([])
  })

  test('C14: a proxy’s page with 413 waits for the agent', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST crm', { page: 413 })
    await phone.addClient()
    await phone.sync()
    expect(phone.operations()).toMatchObject([{ state: 'attention', refusal: { status: 413 } }])
  })

  test('D3: a 403 that is no token problem waits for the agent', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST crm', { status: 403, body: { detail: 'No.', code: 'forbidden' } })
    await phone.addClient()
    await phone.sync()
    expect(phone.operations()).toMatchObject([{ state: 'attention', refusal: { status: 403, message: 'No.' } }])
  })

  test('E6: discarding a refused parent discards what was made for it, after naming it', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST properties/', { status: 400, body: { address: ['No.'] } })
    const property = await phone.create('property', { address: 'X' })
    await phone.create(
      'listing',
      { listing_price: 1 },
      { references: { property: { entity: 'property', key: property } } },
    )
    await phone.sync()
    const dependants = await dependantsOf(phone.replica, await first(phone))
    expect(dependants.map(({ entity }) => entity)).toEqual(['listing'])
    expect(await discardOperation(phone.replica, phone.ports.clock, await first(phone))).toBe('done')
    expect(phone.operations()).toEqual([])
    expect(phone.replica.allRows('listing')).toEqual([])
    expect(phone.replica.journal().filter(({ note }) => note === 'discarded')).toHaveLength(2)
  })

  test('discarding an edit shows what stands behind it, and the edits after it still merge', async () => {
    const { server, phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 400, body: { category: ['No.'] } })
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await discardOperation(phone.replica, phone.ports.clock, await first(phone))
    expect(phone.row('client', key)).toMatchObject({ category: 'Buyer' })
    await phone.edit('client', key, { category: 'Both' })
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Both' }])
  })

  test('C6: try now sends what waits for its time', async () => {
    const { server, phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 500 }, { status: 500 })
    await phone.edit('client', key, { phone_number: '1' })
    await phone.sync()
    await retryOperation(phone.replica, await first(phone))
    await phone.sync()
    await retryOperation(phone.replica, await first(phone))
    await phone.sync()
    expect(server.records('client')).toMatchObject([{ phone_number: '1' }])
  })

  test('H7: the whole outbox leaves as one file, photos included, without a network', async () => {
    const { phone, clock } = await twoDevices()
    phone.network.isOnline = false
    const file = { blobKey: 'b', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 4, sha256: 's' }
    phone.replica.keepFile(file, new Uint8Array([0, 1, 254, 255]))
    await phone.create(
      'listing_image',
      { caption: '' },
      { references: { listing: { entity: 'listing', key: '1' } }, files: { image: file } },
    )
    const exported = await exportOutbox(phone.replica, clock.now())
    expect(exported).toMatchObject({
      owner: '1',
      operations: [{ entity: 'listing_image' }],
      files: [{ fileName: 'a.jpg' }],
    })
    expect([...Buffer.from(exported.files[0]?.base64 ?? '', 'base64')]).toEqual([0, 1, 254, 255])
  })

  test('I2: a photo whose bytes are lost waits for the agent, its listing does not', async () => {
    const { server, phone } = await twoDevices()
    server.put('listing', { id: 8, listing_price: 1 })
    await phone.sync()
    const file = { blobKey: 'lost', fileName: 'a.jpg', mediaType: 'image/jpeg', byteLength: 4, sha256: 's' }
    await phone.create(
      'listing_image',
      { caption: '' },
      { references: { listing: { entity: 'listing', key: '8' } }, files: { image: file } },
    )
    await phone.edit('listing', '8', { listing_price: 2 })
    await phone.sync()
    expect(server.records('listing')).toMatchObject([{ listing_price: '2' }])
    expect(phone.operations()).toMatchObject([
      { entity: 'listing_image', state: 'attention', refusal: { code: 'file_lost' } },
    ])
  })
})
