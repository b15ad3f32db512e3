import { describe, expect, test } from 'vitest'
import { exportOutbox } from '#core/sync/resolving/export-outbox.ts'
import { dependantsOf, discardOperation, retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { beforeNext, firstOperationId, office, twoDevices } from '#tests/support/sync-office.ts'
import { aClient, opId } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

describe('refused operations', () => {
  test('H1 H2: a refused create stays visible, with the server’s message at each field', async () => {
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

  test('H3: saving it again sends it under a new revision of the same operation', async () => {
    const { server, phone } = await twoDevices()
    const key = await phone.addClient({ email: 'wrong' })
    await phone.sync()
    await phone.edit('client', key, { email: 'right@example.com' })
    expect(phone.row('client', key)).toMatchObject({ email: 'right@example.com' })
    await phone.settle()
    expect(server.records('client')[1]).toMatchObject({ email: 'right@example.com' })
    expect(
      phone.network.sent
        .filter(({ method }) => method === 'POST')
        .map(({ headers }) => headers['Idempotency-Key']?.split(':')[1]),
    ).toEqual(['1', '1', '2'])
  })

  test('H3: correcting it after an edit made in flight sends both', async () => {
    const { server, phone } = await twoDevices()
    const key = await phone.addClient({ email: 'wrong' })
    beforeNext(
      phone,
      ({ path }) => path === 'crm/clients/',
      () => phone.edit('client', key, { phone_number: '7' }),
    )
    await phone.sync()
    expect(phone.operations()).toMatchObject([
      { kind: 'create', state: 'attention' },
      { kind: 'update', state: 'blocked' },
    ])
    await phone.edit('client', key, { email: 'right@example.com', phone_number: '8' })
    await phone.settle()
    expect(phone.operations()).toEqual([])
    expect(server.records('client')[1]).toMatchObject({ email: 'right@example.com', phone_number: '8' })
  })

  test('G8 C30: a 409 other than a key in progress is a refusal after reading the record again', async () => {
    const { phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 409, body: { email: ['Taken.'], code: 'not_unique' } })
    await phone.edit('client', key, { email: 'b@example.com' })
    await phone.sync()
    expect(phone.operations()).toMatchObject([
      { state: 'attention', refusal: { status: 409, fieldErrors: { email: 'Taken.' } } },
    ])
  })

  test('G9: a 409 counts as success if the record already has the change', async () => {
    const { server, phone, key } = await twoDevices()
    const id = Number(phone.row('client', key)?.id)
    phone.network.next('PATCH', { status: 409, body: { detail: 'Conflict' } })
    await phone.edit('client', key, { phone_number: '1' })
    server.put('client', { id, phone_number: '1' })
    await phone.sync()
    expect(phone.operations()).toEqual([])
  })

  test('C14: a 413 from a proxy needs the agent', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST crm', { page: 413 })
    await phone.addClient()
    await phone.sync()
    expect(phone.operations()).toMatchObject([{ state: 'attention', refusal: { status: 413 } }])
  })

  test('D3: a 403 unrelated to the anti-forgery token needs the agent', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST crm', { status: 403, body: { detail: 'No.', code: 'forbidden' } })
    await phone.addClient()
    await phone.sync()
    expect(phone.operations()).toMatchObject([{ state: 'attention', refusal: { status: 403, message: 'No.' } }])
  })

  test('E6: discarding a refused parent lists and discards its dependents', async () => {
    const { phone } = await twoDevices()
    phone.network.next('POST properties/', { status: 400, body: { address: ['No.'] } })
    const property = await phone.create('property', { address: 'X' })
    await phone.addListing(property)
    await phone.sync()
    const dependants = await dependantsOf(phone.replica, firstOperationId(phone))
    expect(dependants.map(({ entity }) => entity)).toEqual(['listing'])
    expect(await discardOperation(phone.replica, phone.ports.clock, firstOperationId(phone))).toBe('done')
    expect(phone.operations()).toEqual([])
    expect(phone.replica.allRows('listing')).toEqual([])
    expect(phone.replica.journal().filter(({ note }) => note === 'discarded')).toHaveLength(2)
  })

  test('discarding an edit shows the server’s value, and later edits still merge', async () => {
    const { server, phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 400, body: { category: ['No.'] } })
    await phone.edit('client', key, { category: 'Seller' })
    await phone.sync()
    await discardOperation(phone.replica, phone.ports.clock, firstOperationId(phone))
    expect(phone.row('client', key)).toMatchObject({ category: 'Buyer' })
    await phone.edit('client', key, { category: 'Both' })
    await phone.settle()
    expect(server.records('client')).toMatchObject([{ category: 'Both' }])
  })

  test('C6: Try Now sends an operation during its backoff', async () => {
    const { server, phone, key } = await twoDevices()
    phone.network.next('PATCH', { status: 500 }, { status: 500 })
    await phone.edit('client', key, { phone_number: '1' })
    await phone.sync()
    await retryOperation(phone.replica, firstOperationId(phone))
    await phone.sync()
    await retryOperation(phone.replica, firstOperationId(phone))
    await phone.sync()
    expect(server.records('client')).toMatchObject([{ phone_number: '1' }])
  })

  test('H7: the whole outbox is exported as one file with photos, without a network', async () => {
    const { phone, clock } = await twoDevices()
    phone.network.isOnline = false
    await phone.addPhoto('1', { caption: '' }, [0, 1, 254, 255])
    const exported = await exportOutbox(phone.replica, clock.now())
    expect(exported).toMatchObject({
      owner: '1',
      operations: [{ entity: 'listing_image' }],
      files: [{ fileName: 'a.jpg' }],
    })
    expect([...Buffer.from(exported.files[0]?.base64 ?? '', 'base64')]).toEqual([0, 1, 254, 255])
  })

  test('I2: a photo whose bytes are lost needs the agent and does not block its listing', async () => {
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

describe('a restored copy of a phone sends other bytes under the same key', () => {
  async function original() {
    const clock = virtualClock()
    const server = modelServer('ours')
    return { clock, server, phone: syncDevice(server, clock, 1), copy: syncDevice(server, clock, 2) }
  }

  test('a create edited on both is one record with both edits', async () => {
    const { clock, server, phone, copy } = await original()
    for (const { replica } of [phone, copy])
      await createRecord(replica, clock, { opId: opId(9), entity: 'client', changes: aClient() })
    await phone.edit('client', `local-${opId(9)}`, { phone_number: '1' })
    await copy.edit('client', `local-${opId(9)}`, { notes: 'Garden' })
    await phone.settle()
    await copy.settle()
    expect(copy.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ phone_number: '1', notes: 'Garden' }])
  })

  test('an edit extended on both is merged', async () => {
    const { clock, server, phone, copy } = await original()
    server.put('client', { ...aClient(), id: 7 })
    for (const device of [phone, copy]) {
      await device.sync()
      const opened = device.row('client', '7')!
      const changes: Fields = device === phone ? { phone_number: '1' } : { phone_number: '1', notes: 'Garden' }
      await updateRecord(device.replica, clock, { opId: opId(9), entity: 'client', key: '7', opened, changes })
    }
    await phone.settle()
    await copy.settle()
    expect(copy.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ phone_number: '1', notes: 'Garden' }])
  })

  test('an operation whose key the server always refuses is not sent endlessly', async () => {
    const { device } = office()
    await device.addClient()
    device.network.always('POST', {
      status: 422,
      body: { code: 'key_reused', detail: 'This idempotency key was used.' },
    })
    await device.settle()
    const [{ refusal }] = device.operations() as [Operation]
    expect(refusal?.message).toMatch(/^The server already has another version of this change/)
  })
})
