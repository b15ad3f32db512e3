import { describe, expect, test } from 'vitest'
import type { Fields } from '#core/contract/json.ts'
import { resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { recoveryCountMetadataKey } from '#core/sync/metadata-keys.ts'
import { type RequeueReport, requeuedFact } from '#core/sync/pulling/requeue-lost.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { beforeNext, office, twoDevices } from '#tests/support/sync-office.ts'
import { type SyncDevice, syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const dayMs = 24 * 3_600_000

describe('C19: what a restored server has lost goes again by itself', () => {
  test('records, edits and deletions, in their old order and with one line that tells it', async () => {
    const { server, device } = office()
    const old = await device.addClient({ first_name: 'Old' })
    const gone = await device.addClient({ first_name: 'Gone' })
    await device.settle()
    const restore = server.backup()
    const lost = await device.addClient({ first_name: 'Lost' })
    await device.settle()
    await device.edit('client', old, { notes: 'Likes gardens.' })
    await device.edit('client', lost, { phone_number: '555' })
    await device.settle()
    await device.remove('client', gone)
    await device.settle()
    restore()
    await device.settle()
    expect(device.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([
      { first_name: 'Old', notes: 'Likes gardens.' },
      { first_name: 'Lost', phone_number: '555', client_key: lost.slice('local-'.length) },
    ])
    expect(device.row('client', lost)).toMatchObject({ first_name: 'Lost', phone_number: '555' })
    expect(await told(device)).toMatchObject({
      why: 'restored',
      changes: [
        { kind: 'create', title: 'Lost Lee' },
        { kind: 'update', title: 'Old Lee' },
        { kind: 'update', title: 'Lost Lee' },
        { kind: 'delete', title: 'Gone Lee' },
      ],
    })
  })

  test('what waits is sent behind it, and nothing is sent before everything was fetched again', async () => {
    const { server, device } = office()
    const old = await device.addClient({ first_name: 'Old', phone_number: '' })
    await device.settle()
    const restore = server.backup()
    await device.edit('client', old, { phone_number: '1' })
    await device.settle()
    await device.edit('client', old, { phone_number: '2' })
    await device.addClient({ first_name: 'Offline' })
    restore()
    const before = device.network.sent.length
    await device.settle()
    const sent = device.network.sent.slice(before)
    const firstWrite = sent.findIndex(({ method, path }) => method !== 'GET' && !path.startsWith('sync/'))
    expect(sent.slice(0, firstWrite).map(({ path }) => path.split('?')[0])).toEqual([
      'sync/',
      'users/profile/',
      'sync/changes/',
      'sync/known/',
      // Changes since then.
      'sync/changes/',
    ])
    const phones = sent.filter(({ method }) => method === 'PATCH').map(({ fields }) => fields['phone_number'])
    expect(phones).toEqual(['1', '2'])
    expect(server.records('client')).toMatchObject([{ phone_number: '2' }, { first_name: 'Offline' }])
  })

  test('the same when the server is restored in the middle of an exchange', async () => {
    const { server, device } = office()
    await device.addClient({ first_name: 'Old' })
    await device.settle()
    const restore = server.backup()
    const lost = await device.addClient({ first_name: 'Lost' })
    await device.settle()
    const { handle } = server
    let isRestored = false
    server.handle = (request) => {
      if (request.method === 'POST' && request.path === 'crm/clients/' && !isRestored) {
        isRestored = true
        restore()
      }
      return handle(request)
    }
    await device.addClient({ first_name: 'New' })
    await device.settle()
    expect(server.records('client').map((client) => client['first_name'])).toEqual(['Old', 'Lost', 'New'])
    expect(device.row('client', lost)).toMatchObject({ first_name: 'Lost' })
  })

  test('the same when the server is restored between an old answer and the reading that follows it', async () => {
    const { server, device } = office()
    await device.addClient({ first_name: 'Old' })
    await device.settle()
    const restore = server.backup()
    device.network.next('POST crm/clients/', 'lost-answer')
    device.network.next('sync/changes/', 'never-leaves')
    const key = await device.addClient({ first_name: 'Lost' })
    await device.sync()
    expect(server.records('client')).toHaveLength(2)
    beforeNext(
      device,
      ({ method, path }) => method === 'GET' && /^crm\/clients\/\d+\/$/.test(path),
      async () => restore(),
    )
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Old' }, { first_name: 'Lost' }])
    expect(device.row('client', key)).toMatchObject({ first_name: 'Lost' })
    expect(device.operations()).toEqual([])
  })

  test('a session that ended is reported when a push finds the server restored', async () => {
    const { server, device } = office()
    const key = await device.addClient({ first_name: 'Old', notes: '' })
    await device.settle()
    const restore = server.backup()
    await device.edit('client', key, { notes: 'Lost' })
    await device.settle()
    await device.edit('client', key, { notes: 'New' })
    beforeNext(
      device,
      ({ method }) => method === 'PATCH',
      async () => {
        restore()
        device.network.next('GET sync/', { status: 401, body: { detail: 'No session.' } })
      },
    )
    expect(await device.sync()).toMatchObject({ state: 'needs-login' })
    expect(device.operations()).toHaveLength(1)
  })

  test('the same when the last write was lost before it was pulled', async () => {
    const { server, device } = office()
    const old = await device.addClient({ first_name: 'Old' })
    await device.settle()
    const restore = server.backup()
    device.network.next('sync/changes/', 'never-leaves')
    await device.remove('client', old)
    await device.sync()
    expect(server.records('client')).toEqual([])
    restore()
    server.put('client', { first_name: 'Of somebody else' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Of somebody else' }])
  })

  test('a device that is stopped while it recovers starts over, and nothing is doubled', async () => {
    for (let stops = 1; stops < 12; stops += 1) {
      const { server, device } = office()
      const old = await device.addClient({ first_name: 'Old' })
      await device.settle()
      const restore = server.backup()
      await device.addClient({ first_name: 'Lost' })
      await device.edit('client', old, { notes: 'Later.' })
      await device.settle()
      restore()
      let requests = 0
      const { handle } = server
      server.handle = (request) => {
        requests += 1
        if (requests === stops) device.kill()
        return handle(request)
      }
      await device.sync()
      await device.settle()
      expect(server.records('client')).toMatchObject([{ first_name: 'Old', notes: 'Later.' }, { first_name: 'Lost' }])
    }
  })

  test('a photo goes again from the bytes that are kept for a week, with its listing', async () => {
    const { server, device, clock } = office()
    await device.sync()
    const restore = server.backup()
    const property = await device.create('property', {
      address: '1 Elm St',
      city: 'Salem',
      state: 'OR',
      zip_code: '97301',
    })
    const listing = await device.addListing(property, { listing_price: 1, description: 'x', status: 'For Sale' })
    await device.addPhoto(listing)
    await device.settle()
    restore()
    await clock.pass(6 * dayMs)
    await device.settle()
    const [made] = server.records('listing')
    expect(server.records('listing_image')).toMatchObject([{ listing: made?.['id'] }])
    const again = device.network.sent.findLast(({ method, path }) => method === 'POST' && path.endsWith('images/'))
    expect(again?.files['image']?.bytes).toEqual(new Uint8Array([1]))
    expect(device.operations()).toEqual([])
  })

  test('a tour finds its listings again, whatever their ids are now', async () => {
    const { server, device } = office()
    server.put('property', { id: 1, address: '1 Elm St', city: 'Salem', state: 'OR', zip_code: '97301' })
    await device.sync()
    const restore = server.backup()
    const aListing = () => device.addListing('1', { listing_price: 1, description: 'x', status: 'For Sale' })
    const [first, second] = [await aListing(), await aListing()]
    await device.settle()
    const tour = await device.create('tour', {
      client_email: 'a@example.com',
      tour_date: '2026-12-01',
      selected_listings: [first, second],
      status: 'scheduled',
      steps: [],
    })
    await device.settle()
    await device.edit('tour', tour, { status: 'in_progress' })
    await device.settle()
    restore()
    // Another agent's records get the ids.
    for (let number = 0; number < 3; number += 1) server.put('listing', { description: 'Of somebody else' })
    await device.settle()
    const ids = [first, second].map((key) => device.row('listing', key)?.id)
    expect(server.records('tour')).toMatchObject([{ selected_listings: ids, status: 'in_progress' }])
  })

  test('a day offline makes no difference', async () => {
    const { server, device, clock, restore } = await lostByARestore({ first_name: 'Lost' })
    await device.addClient({ first_name: 'Offline' })
    restore()
    await clock.pass(dayMs)
    await device.settle()
    expect(server.records('client').map((client) => client['first_name'])).toEqual(['Lost', 'Offline'])
  })

  test('twice in a row', async () => {
    const { server, device, restore, key } = await lostByARestore({ first_name: 'Lost' })
    for (let time = 1; time <= 3; time += 1) {
      await device.edit('client', key, { notes: `Time ${time}.` })
      await device.settle()
      restore()
      await device.settle()
      expect(server.records('client')).toMatchObject([{ first_name: 'Lost', notes: `Time ${time}.` }])
      expect(device.replica.allRows('client')).toHaveLength(1)
    }
  })
})

describe('C19: a record is the same by its name and not by its number', () => {
  test('an edit never lands in the record that was given the id of a lost one', async () => {
    const { server, device, restore, key: lost } = await lostByARestore({ first_name: 'Lost' })
    await device.edit('client', lost, { phone_number: '111' })
    restore()
    const stranger = server.put('client', { first_name: 'Stranger', phone_number: '' })
    await device.settle()
    expect(server.records('client')).toMatchObject([
      { id: stranger['id'], first_name: 'Stranger', phone_number: '' },
      { first_name: 'Lost', phone_number: '111' },
    ])
    expect(device.replica.allRows('client')).toHaveLength(2)
    expect(device.row('client', lost)).toMatchObject({ first_name: 'Lost', phone_number: '111' })
  })

  test('nor does a deletion', async () => {
    const { server, device, restore, key: lost } = await lostByARestore({ first_name: 'Lost' })
    await device.remove('client', lost)
    restore()
    server.put('client', { first_name: 'Stranger' })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Stranger' }])
    expect(device.replica.allRows('client')).toMatchObject([{ first_name: 'Stranger' }])
  })

  test('an edit tried in the lost history is asked about if another device changed the field since', async () => {
    const { server, device } = office()
    server.put('client', { id: 1, first_name: 'Ann', phone_number: '' })
    const restore = server.backup()
    server.put('client', { id: 1, notes: 'Newer' })
    await device.sync()
    device.network.next('PATCH', 'lost-request')
    await device.edit('client', '1', { phone_number: '1' })
    await device.sync()
    expect(device.operations()).toMatchObject([{ state: 'unknown', revision: 1 }])
    restore()
    server.put('client', { id: 1, phone_number: '2' })
    await device.settle()
    expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['phone_number'] } }])
    expect(server.records('client')).toMatchObject([{ phone_number: '2' }])
  })

  test('an edit that was confirmed is asked about there, too, and both long texts are kept', async () => {
    const { server, device } = office()
    const [ours, theirs] = ['Garden. '.repeat(800).trim(), 'Cars. '.repeat(1000).trim()]
    server.put('client', { id: 1, first_name: 'Ann', notes: '', phone_number: '', category: 'Buyer' })
    await device.sync()
    const restore = server.backup()
    await device.edit('client', '1', { notes: ours, category: 'Seller', phone_number: '7' })
    await device.settle()
    restore()
    server.put('client', { id: 1, notes: theirs, category: 'Both', phone_number: '7' })
    await device.settle()
    expect(device.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['notes', 'category'] } }])
    await resolveConflict(device.replica, device.ports.clock, device.operations()[0]?.opId ?? '', {
      notes: 'mine',
      category: 'mine',
    })
    await device.settle()
    expect(server.records('client')).toMatchObject([{ notes: ours, category: 'Seller' }])
  })
})

describe('C19: two devices of one agent', () => {
  test('a record that one of them has lost for good is brought back by the other, which had edited it', async () => {
    const { server, desk, restore } = await aClientAfterTheBackup({ first_name: 'Lost' })
    await desk.edit('client', desk.replica.allRows('client')[0]?.key ?? '', { phone_number: '2' })
    await desk.settle()
    restore()
    await desk.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost', phone_number: '2' }])
  })

  test('an edit on one never lands in what the other has made under the same id', async () => {
    const { server, phone, desk } = await twoDevicesOfNobody()
    const restore = server.backup()
    const lost = await phone.addClient({ first_name: 'Lost' })
    await phone.settle()
    await phone.edit('client', lost, { notes: 'Private.' })
    restore()
    await desk.addClient({ first_name: 'Of the desk' })
    await desk.settle()
    await phone.settle()
    expect(server.records('client')).toMatchObject([
      { first_name: 'Of the desk', notes: '' },
      { first_name: 'Lost', notes: 'Private.' },
    ])
    expect(phone.replica.allRows('client').map((row) => row['notes'])).toEqual(expect.arrayContaining(['', 'Private.']))
  })

  test('who makes a lost record again second, and knows less of it, changes nothing in it', async () => {
    const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost', notes: '' })
    desk.ports.random = () => 0.9
    await phone.edit('client', key, { notes: 'Only the phone knows.' })
    await phone.settle()
    restore()
    desk.network.always('POST crm/clients/', 'never-leaves')
    await desk.sync()
    expect(desk.operations()).toMatchObject([{ kind: 'create' }])
    await phone.settle()
    desk.network.always('POST crm/clients/', null)
    await desk.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost', notes: 'Only the phone knows.' }])
    expect(desk.replica.allRows('client')).toMatchObject([{ notes: 'Only the phone knows.' }])
  })

  test('an edit made while a lost record waits arrives, though another device restores the record first', async () => {
    const { server, phone, desk, restore } = await aClientAfterTheBackup({ first_name: 'Lost', phone_number: '' })
    desk.ports.random = () => 0.9
    restore()
    desk.network.always('POST crm/clients/', 'never-leaves')
    await desk.sync()
    await desk.edit('client', desk.replica.allRows('client')[0]?.key ?? '', { phone_number: '7' })
    await phone.settle()
    desk.network.always('POST crm/clients/', null)
    await desk.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost', phone_number: '7' }])
    expect(desk.replica.allRows('client')).toMatchObject([{ phone_number: '7' }])
  })

  test('a record that was made again keeps its place when another one gets the id that it had', async () => {
    const { server, phone, desk } = await twoDevicesOfNobody()
    const restore = server.backup()
    await phone.addClient({ first_name: 'First' })
    await phone.addClient({ first_name: 'Second' })
    await phone.settle()
    await desk.settle()
    await desk.remove('client', '101')
    await desk.settle()
    await desk.addClient({ first_name: 'New' })
    restore()
    await desk.settle()
    expect(server.records('client')).toMatchObject([
      { id: 101, first_name: 'Second' },
      { id: 102, first_name: 'New' },
    ])
    expect(desk.replica.allRows('client')).toHaveLength(2)
    expect(desk.row('client', '102')).toMatchObject({ id: 101, first_name: 'Second' })
  })

  test('a record that is given the id of a lost one later is shown like any other', async () => {
    const { server, phone, desk } = await twoDevicesOfNobody()
    const restore = server.backup()
    await phone.addClient({ first_name: 'First' })
    await phone.addClient({ first_name: 'Second' })
    await phone.settle()
    await desk.settle()
    await desk.remove('client', '101')
    await desk.settle()
    restore()
    await desk.settle()
    server.put('client', { first_name: 'Later' })
    await desk.edit('client', '102', { notes: 'Of the second.' })
    desk.network.next('PATCH', 'never-leaves')
    await desk.sync()
    expect(desk.replica.allRows('client')).toMatchObject([{ first_name: 'Second' }, { first_name: 'Later' }])
    await desk.settle()
    expect(server.records('client')).toMatchObject([
      { id: 101, first_name: 'Second', notes: 'Of the second.' },
      { id: 102, first_name: 'Later' },
    ])
    expect(server.records('client')[1]?.['notes'] ?? '').toBe('')
    expect(desk.replica.allRows('client')).toMatchObject([{ first_name: 'Second' }, { first_name: 'Later' }])
  })

  test('each brings back its own edits of a record, whichever comes first', async () => {
    for (const firstIs of ['phone', 'office'] as const) {
      const all = await twoDevices()
      const { server, key, officeKey } = all
      const restore = server.backup()
      await all.phone.edit('client', key, { phone_number: '1' })
      await all.phone.settle()
      await all.office.settle()
      await all.office.edit('client', officeKey, { email: 'new@example.com' })
      await all.office.settle()
      restore()
      const [first, second] = firstIs === 'phone' ? [all.phone, all.office] : [all.office, all.phone]
      await first.settle()
      await second.settle()
      await first.settle()
      expect(server.records('client')).toMatchObject([{ phone_number: '1', email: 'new@example.com' }])
      expect(all.phone.row('client', key)).toMatchObject({ phone_number: '1', email: 'new@example.com' })
      expect(all.office.row('client', officeKey)).toMatchObject({ phone_number: '1', email: 'new@example.com' })
    }
  })

  test('a lost record is made again once, by whichever comes first, with the edits of both', async () => {
    for (const order of [0, 1]) {
      const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost', notes: '' })
      const deskKey = desk.replica.allRows('client')[0]?.key ?? ''
      await desk.edit('client', deskKey, { phone_number: '2' })
      await desk.settle()
      await phone.edit('client', key, { email: 'phone@example.com' })
      await phone.settle()
      restore()
      server.put('client', { first_name: 'Stranger' })
      const devices = order === 0 ? [phone, desk] : [desk, phone]
      for (const device of [...devices, ...devices]) await device.settle()
      expect(server.records('client')).toMatchObject([
        { first_name: 'Stranger' },
        { first_name: 'Lost', phone_number: '2', email: 'phone@example.com' },
      ])
      for (const device of devices) {
        expect(device.operations()).toEqual([])
        expect(new Set(device.replica.allRows('client').map((row) => row['first_name']))).toEqual(
          new Set(['Lost', 'Stranger']),
        )
        expect(device.replica.allRows('client')).toHaveLength(2)
      }
    }
  })

  test('what was deleted on one of them stays deleted', async () => {
    const { server, phone, office: desk, key } = await twoDevices()
    const restore = server.backup()
    await phone.remove('client', key)
    await phone.settle()
    restore()
    await desk.settle()
    expect(desk.replica.allRows('client')).toHaveLength(1)
    await phone.settle()
    await desk.settle()
    expect(server.records('client')).toEqual([])
    expect(desk.replica.allRows('client')).toEqual([])
  })

  test('what was made and deleted since the backup stays deleted, though the other device still has it', async () => {
    for (const deleter of ['phone', 'desk'] as const) {
      const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost' })
      const [first, second] = deleter === 'phone' ? [phone, desk] : [desk, phone]
      await first.remove('client', deleter === 'phone' ? key : '101')
      await first.settle()
      // Twice in a row, before the second device hears of anything.
      for (let time = 1; time <= 2; time += 1) {
        restore()
        await first.settle()
      }
      await second.settle()
      await first.settle()
      expect(server.records('client')).toEqual([])
      expect(second.replica.allRows('client')).toEqual([])
      expect(second.operations()).toEqual([])
    }
  })

  test('what is deleted before it could be made again stays deleted, though the other device makes it again', async () => {
    for (const order of ['phone first', 'desk first']) {
      const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost' })
      restore()
      phone.network.next('POST crm/clients/', 'never-leaves')
      await phone.sync()
      expect(phone.operations()).toMatchObject([{ kind: 'create', isRestored: true }])
      await phone.remove('client', key)
      for (const device of order === 'phone first' ? [phone, desk, phone] : [desk, phone, desk]) await device.settle()
      expect(server.records('client'), order).toEqual([])
      expect(desk.replica.allRows('client'), order).toEqual([])
      expect([...phone.operations(), ...desk.operations()], order).toEqual([])
    }
  })

  test('what one makes again while the other tells of its deletion stays deleted, whichever comes first', async () => {
    for (const moment of ['before the deletion is told', 'after the lost record was looked for']) {
      const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost' })
      await phone.remove('client', key)
      await phone.settle()
      restore()
      // Each of the two comes between a question of the other and what follows it.
      const isDeletionTold = moment === 'before the deletion is told'
      const [first, second] = isDeletionTold ? [phone, desk] : [desk, phone]
      beforeNext(
        first,
        ({ method, path, fields }) =>
          isDeletionTold ? 'deleted' in fields : method === 'POST' && path === 'crm/clients/',
        () => second.settle(),
      )
      await first.settle()
      for (const device of [phone, desk, phone, desk]) await device.settle()
      expect(server.records('client'), moment).toEqual([])
      expect(desk.replica.allRows('client'), moment).toEqual([])
      expect([...phone.operations(), ...desk.operations()], moment).toEqual([])
    }
  })

  test('H3: what an agent puts into a refused record is not lost when the other device makes it again', async () => {
    const { server, phone, desk, restore, key } = await aClientAfterTheBackup({ first_name: 'Lost', phone_number: '1' })
    restore()
    phone.network.next('POST crm/clients/', { status: 400, body: { phone_number: ['No.'] } })
    await phone.settle()
    expect(phone.operations()).toMatchObject([{ kind: 'create', state: 'attention' }])
    await phone.edit('client', key, { phone_number: '2' })
    await desk.settle()
    await phone.settle()
    expect(phone.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost', phone_number: '2' }])
  })

  test('what one makes again while the other asks for it is not taken for deleted', async () => {
    const { server, phone, desk } = await twoDevicesOfNobody()
    const restore = server.backup()
    const key = await desk.addClient({ first_name: 'Lost', phone_number: '' })
    await desk.settle()
    await phone.settle()
    restore()
    await desk.edit('client', key, { phone_number: '1' })
    beforeNext(
      desk,
      ({ path }) => path === 'sync/known/',
      () => phone.settle(),
    )
    await desk.settle()
    expect(desk.operations()).toEqual([])
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost', phone_number: '1' }])
  })

  test('a record that both have deleted holds up neither of them', async () => {
    const { server, phone, office: desk, key, officeKey } = await twoDevices()
    const other = await desk.addClient({ first_name: 'Other', phone_number: '' })
    await desk.settle()
    const restore = server.backup()
    await desk.remove('client', officeKey)
    await desk.edit('client', other, { phone_number: '1' })
    await desk.settle()
    restore()
    await phone.settle()
    await phone.remove('client', key)
    await phone.settle()
    await desk.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Other', phone_number: '1' }])
    expect(desk.operations()).toEqual([])
  })

  test('a confirmed edit is asked about if its record was deleted since the restore', async () => {
    const { server, phone, office: desk, key, officeKey } = await twoDevices()
    const restore = server.backup()
    await phone.edit('client', key, { notes: 'Likes gardens.' })
    await phone.settle()
    restore()
    server.remove('client', Number(officeKey))
    await phone.settle()
    expect(phone.operations()).toMatchObject([
      { kind: 'update', state: 'conflict', changes: { notes: 'Likes gardens.' }, conflict: { theirs: null } },
    ])
    await desk.settle()
    expect(desk.replica.allRows('client')).toEqual([])
  })

  test('records deleted since the restore are not brought back', async () => {
    const { server, phone, office: desk, officeKey } = await twoDevices()
    const restore = server.backup()
    await phone.addClient({ first_name: 'Lost' })
    await phone.settle()
    await desk.settle()
    restore()
    await phone.settle()
    await phone.remove('client', phone.replica.allRows('client').find((row) => row['first_name'] === 'Ann')?.key ?? '')
    await phone.settle()
    await desk.settle()
    expect(server.records('client')).toMatchObject([{ first_name: 'Lost' }])
    expect(desk.row('client', officeKey)).toBeUndefined()
  })
})

test('C19: what was sent again is sent once more only when it is lost once more', async () => {
  const { server, device } = office()
  const key = await device.addClient()
  await device.settle()
  const restore = server.backup()
  await device.edit('client', key, { phone_number: '1' })
  await device.settle()
  for (let time = 1; time <= 2; time += 1) {
    restore()
    const before = server.effects.length
    await device.settle()
    await device.settle()
    expect(server.effects.slice(before)).toMatchObject([{ method: 'PATCH', fields: { phone_number: '1' } }])
  }
  // What is sent beside the outbox goes by this.
  expect(await device.replica.transact('read', (tx) => tx.meta<number>(recoveryCountMetadataKey))).toBe(2)
  const told = await device.replica.transact('read', (tx) => tx.meta<RequeueReport>(requeuedFact))
  expect(told?.changes).toHaveLength(1)
})

test('C19 J12: what was brought back once is not taken for lost again', async () => {
  const { server, device, clock, restore, key } = await lostByARestore({ phone_number: '' })
  for (const phone of ['1', '2']) {
    await device.edit('client', key, { phone_number: phone })
    await device.settle()
  }
  restore()
  await device.settle()
  const restoreLater = server.backup()
  await device.addClient({ first_name: 'Later' })
  await device.settle()
  restoreLater()
  await device.settle()
  await clock.pass(dayMs)
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(server.records('client')).toMatchObject([{ phone_number: '2' }, { first_name: 'Later' }])
  expect((await told(device))?.why).toBe('restored')
})

test.each([
  ['on the next day', 1],
  ['when a device wakes that slept for days', 5],
])('J12: what left no trace although the history is the same is sent again %s, and told', async (_, days) => {
  const { server, device, clock } = office()
  const known = await device.addClient({ first_name: 'Known' })
  await device.settle()
  await clock.pass(dayMs)
  await device.settle()
  await device.edit('client', known, { phone_number: '1' })
  await device.settle()
  const [record] = server.records('client')
  // A server that has confirmed it and kept neither the edit nor its key.
  server.forget(device.network.sent.findLast(({ method }) => method === 'PATCH')?.headers['Idempotency-Key'] ?? '')
  server.putSilently('client', { ...record, phone_number: '' })
  await clock.pass(days * dayMs)
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '1' }])
  expect(await told(device)).toMatchObject({ why: 'missing', changes: [{ kind: 'update', title: 'Known Lee' }] })
  const before = device.network.sent.length
  await device.settle()
  expect(device.network.sent.slice(before).some(({ path }) => path === 'sync/known/')).toBe(false)
})

test('J12: of what left no trace only that goes again which this device has not written over since', async () => {
  const { server, device, clock } = office()
  const key = await device.addClient({ phone_number: '', notes: '' })
  await device.settle()
  await device.edit('client', key, { phone_number: '1', notes: 'Gardens.' })
  await device.settle()
  const forgotten = device.network.sent.findLast(({ method }) => method === 'PATCH')
  await device.edit('client', key, { phone_number: '2' })
  await device.settle()
  const [record] = server.records('client')
  server.forget(forgotten?.headers['Idempotency-Key'] ?? '')
  server.putSilently('client', { ...record, notes: '' })
  await clock.pass(dayMs)
  await device.settle()
  expect(device.operations()).toEqual([])
  expect(server.records('client')).toMatchObject([{ phone_number: '2', notes: 'Gardens.' }])
})

test.each([
  { what: 'a month ahead for one exchange', before: 0, later: 31 * dayMs },
  { what: 'years behind when it was confirmed', before: -800 * dayMs, later: 0 },
])('C19 J9: a clock that was $what takes no confirmed work out of the journal', async ({ before, later }) => {
  const { server, device } = office()
  const key = await device.addClient({ phone_number: '' })
  await device.settle()
  const restore = server.backup()
  device.clockErrorMs = before
  await device.edit('client', key, { phone_number: '1' })
  await device.settle()
  device.clockErrorMs = later
  await device.sync()
  device.clockErrorMs = 0
  await device.sync()
  restore()
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '1' }])
})

test('C19: a copy that is older than the journal says what could not be checked', async () => {
  const { server, device, clock } = office()
  const key = await device.addClient({ first_name: 'Base', phone_number: '111' })
  const same = await device.addClient({ first_name: 'Same' })
  await device.settle()
  const restore = server.backup()
  await device.edit('client', key, { phone_number: '222' })
  await device.settle()
  server.growOlder(40)
  await clock.pass(40 * dayMs)
  await device.settle()
  await device.edit('client', same, { notes: 'Gardens.' })
  await device.settle()
  restore()
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '111' }, { notes: 'Gardens.' }])
  expect(await told(device)).toMatchObject({
    changes: [{ title: 'Same Lee' }],
    unchecked: [{ entity: 'client', key, title: 'Base Lee', what: 'Phone Number was 222' }],
  })

  // Another loss does not take away what the agent has not read yet.
  await device.edit('client', same, { notes: 'Gardens and a garage.' })
  await device.settle()
  const patch = device.network.sent.findLast(({ method }) => method === 'PATCH')
  const known = server.records('client').find(({ first_name }) => first_name === 'Same')
  server.forget(patch?.headers['Idempotency-Key'] ?? '')
  server.putSilently('client', { ...known, notes: '' })
  await clock.pass(dayMs)
  await device.settle()
  expect((await told(device))?.unchecked).toHaveLength(1)
})

test('C19: an edit whose key was thrown away for its age is not taken for lost', async () => {
  const { server, device } = office()
  const key = await device.addClient({ phone_number: '', notes: '' })
  await device.settle()
  await device.edit('client', key, { phone_number: '1' })
  await device.settle()
  server.growOlder(46)
  const [record] = server.records('client')
  server.put('client', { ...record, phone_number: '' })
  await device.settle()
  const restore = server.backup()
  await device.edit('client', key, { notes: 'Gardens.' })
  await device.settle()
  restore()
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '', notes: 'Gardens.' }])
  expect((await told(device))?.changes).toHaveLength(1)
})

test('C19: what was deleted stays deleted where the key of its making was thrown away for its age', async () => {
  const { server, phone, office: desk } = await twoDevices()
  server.growOlder(46)
  const restore = server.backup()
  await phone.addClient({ first_name: 'Lost' })
  await phone.settle()
  await desk.settle()
  restore()
  const [old] = server.records('client')
  server.remove('client', Number(old?.['id']))
  await desk.settle()
  expect(server.records('client')).toMatchObject([{ first_name: 'Lost' }])
})

test('C19: what is made under an id that a lost record had keeps what was made for it', async () => {
  const { server, device, clock } = office()
  const gone = await device.addClient({ first_name: 'Gone' })
  await device.sync()
  const restore = server.backup()
  const lost = await device.addClient({ first_name: 'Lost' })
  await device.remove('client', gone)
  // The deletion is on its way while the server is restored, so its answer is the first of the new history.
  device.network.next('DELETE', { arrivesAfter: 4_000 })
  void clock.sleep(1_000).then(restore)
  await device.sync()
  expect(device.operations()).toMatchObject([{ kind: 'create', key: lost, isRestored: true }])
  const next = await device.addClient({ first_name: 'Next' })
  const call = { kind: 'Call', date: '2027-01-08', time: '10:30:00', text: 'Of Next' }
  const references = { client: { entity: 'client' as const, key: next } }
  const about = await device.create('interaction', call, { references })
  await device.settle()
  expect(device.row('interaction', about)).toMatchObject({ of_client_key: next })
  expect(device.row('client', next)).toMatchObject({ first_name: 'Next' })
  expect(device.row('client', lost)).toMatchObject({ first_name: 'Lost' })
  const names = server.records('client').map(({ id, first_name: name }) => [id, name])
  expect(new Set(names.map(([, name]) => name))).toEqual(new Set(['Lost', 'Next']))
  expect(names).toHaveLength(2)
  const [said] = server.records('interaction')
  expect(names).toContainEqual([said?.['client'], 'Next'])
})

test('J12: what is found to be missing stays so until it was sent again', async () => {
  const { server, device, clock } = office()
  const known = await device.addClient({ first_name: 'Known' })
  await device.settle()
  await device.edit('client', known, { phone_number: '1' })
  await device.settle()
  const [record] = server.records('client')
  server.forget(device.network.sent.findLast(({ method }) => method === 'PATCH')?.headers['Idempotency-Key'] ?? '')
  server.putSilently('client', { ...record, phone_number: '' })
  // The device finds it, and the network goes before it has everything that it needs to bring it back.
  device.network.always('sync/changes/?limit', 'never-leaves')
  await clock.pass(dayMs)
  await device.sync()
  expect(device.network.sent.some(({ path }) => path === 'sync/known/')).toBe(true)
  device.network.always('sync/changes/?limit', null)
  await clock.pass(2 * dayMs)
  await device.settle()
  expect(server.records('client')).toMatchObject([{ phone_number: '1' }])
})

function told(device: SyncDevice): Promise<RequeueReport | undefined> {
  return device.replica.transact('read', (tx) => tx.meta<RequeueReport>(requeuedFact))
}

/** Two devices of an agent who has nothing yet. */
async function twoDevicesOfNobody() {
  const clock = virtualClock()
  const server = modelServer('ours')
  const [phone, desk] = [syncDevice(server, clock, 1), syncDevice(server, clock, 2)] as const
  await phone.sync()
  await desk.sync()
  return { clock, server, phone, desk }
}

/** Both devices know a client that the phone made after the backup, and that `restore` takes from the server. */
async function aClientAfterTheBackup(fields: Fields) {
  const all = await twoDevicesOfNobody()
  const restore = all.server.backup()
  const key = await all.phone.addClient(fields)
  await all.phone.settle()
  await all.desk.settle()
  return { ...all, restore, key }
}

/** A device whose client was confirmed after the backup, and is lost once `restore` is called. */
async function lostByARestore(fields: Fields) {
  const all = office()
  await all.device.sync()
  const restore = all.server.backup()
  const key = await all.device.addClient(fields)
  await all.device.settle()
  return { ...all, restore, key }
}
