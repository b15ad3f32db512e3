import { describe, expect, test } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { discardOperation, resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice, type SyncDevice } from '#tests/support/sync-device.ts'
import { firstOperationId } from '#tests/support/sync-office.ts'
import { aClient, opId } from '#tests/support/sync-records.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

function anOffice(kind: 'ours' | 'plain') {
  const clock = virtualClock()
  const server = modelServer(kind)
  server.put('listing', { id: 7, listing_price: 1, description: 'Old', status: 'For Sale' })
  const [phone, desk] = [syncDevice(server, clock, 1), syncDevice(server, clock, 2)]
  return { clock, server, phone, desk }
}

function aShowing(device: SyncDevice, person: { client_email: string; client: string | number | null }) {
  const times = { showing_date: '2026-11-28', start_time: '10:00:00', end_time: '10:30:00' }
  const references = { listing: { entity: 'listing', key: '7' } } as const
  return device.create('showing', { ...times, ...person }, { references })
}

describe('the client of a record', () => {
  test('a showing waits for its client that was added offline, and never sends a local key', async () => {
    const { server, phone } = anOffice('ours')
    await phone.sync()
    const client = await phone.create('client', aClient())
    const showing = await aShowing(phone, { client_email: 'ann@example.com', client })
    await phone.settle()
    const id = phone.row('client', client)?.id
    expect(server.records('showing')).toMatchObject([{ client: id }])
    expect(phone.row('showing', showing)).toMatchObject({ client: id })
    expect(JSON.stringify(phone.network.sent.map(({ fields }) => fields))).not.toContain('local-')
  })

  test('a showing whose client never reaches the server is sent with the email address alone', async () => {
    const { server, phone } = anOffice('ours')
    await phone.sync()
    const client = await phone.create('client', aClient())
    await aShowing(phone, { client_email: 'ann@example.com', client })
    await discardOperation(phone.replica, phone.ports.clock, firstOperationId(phone))
    await phone.settle()
    expect(server.records('client')).toEqual([])
    expect(server.records('showing')).toMatchObject([{ client_email: 'ann@example.com', client: null }])
  })

  test('deleting a client leaves their showings unchanged', async () => {
    const { server, phone } = anOffice('ours')
    await phone.sync()
    const client = await phone.create('client', aClient())
    const showing = await aShowing(phone, { client_email: 'ann@example.com', client })
    await phone.settle()
    const id = phone.row('client', client)?.id
    await deleteRecord(phone.replica, { now: () => 0 }, { opId: opId(900), entity: 'client', key: client })
    await phone.settle()
    expect(server.records('client')).toEqual([])
    expect(phone.row('showing', showing)).toMatchObject({ client_email: 'ann@example.com', client: id })
  })

  test('resolving a conflict about the address also decides the client', async () => {
    const { server, phone, desk } = anOffice('ours')
    server.put('client', { id: 21, ...aClient() })
    server.put('client', { id: 22, ...aClient({ email: 'bo@example.com' }) })
    await phone.sync()
    const key = await aShowing(phone, { client_email: 'x@example.com', client: null })
    await phone.settle()
    await desk.sync()
    const id = Number(server.records('showing')[0]?.['id'])
    await phone.edit('showing', key, { client_email: 'ann@example.com', client: 21 })
    await desk.edit('showing', String(id), { client_email: 'bo@example.com', client: 22 })
    await phone.sync()
    await desk.sync()
    expect(desk.operations()).toMatchObject([{ state: 'conflict', conflict: { fields: ['client_email'] } }])
    await resolveConflict(desk.replica, desk.ports.clock, firstOperationId(desk), { client_email: 'theirs' })
    await desk.settle()
    expect(server.records('showing')).toMatchObject([{ client_email: 'ann@example.com', client: 21 }])
    expect(desk.row('showing', String(id))).toMatchObject({ client_email: 'ann@example.com', client: 21 })
  })

  test('A15: a showing saved twice is one, even if its client was found only the second time', async () => {
    const { server, phone } = anOffice('ours')
    server.put('client', { id: 21, ...aClient() })
    await phone.sync()
    const times = { showing_date: '2026-11-28', start_time: '10:00:00', end_time: '10:30:00' }
    const references = { listing: { entity: 'listing', key: '7' } } as const
    const one = { ...times, client_email: 'ann@example.com' }
    for (const changes of [one, { ...one, client: 21 }])
      await createRecord(phone.replica, phone.ports.clock, { opId: opId(5), entity: 'showing', changes, references })
    expect(phone.operations()).toHaveLength(1)
  })

  test('a plain server receives only the address; the client stays until the address changes there', async () => {
    const { server, phone } = anOffice('plain')
    server.put('client', { id: 21, ...aClient() })
    await phone.sync()
    const key = await aShowing(phone, { client_email: 'ann@example.com', client: 21 })
    await phone.settle()
    expect(server.records('showing')).toMatchObject([{ client_email: 'ann@example.com' }])
    expect(server.records('showing')[0]).not.toHaveProperty('client')
    expect(phone.row('showing', key)).toMatchObject({ client: 21 })
    await phone.sync({ isManual: true })
    expect(phone.row('showing', key)).toMatchObject({ client: 21 })
  })

  test.each(['ours', 'plain'] as const)(
    'a client linked later stays linked on %s, and a plain server receives nothing of it',
    async (kind) => {
      const { server, phone } = anOffice(kind)
      server.put('client', { id: 21, ...aClient() })
      await phone.sync()
      const key = await aShowing(phone, { client_email: 'ann@example.com', client: null })
      await phone.settle()
      await phone.edit('showing', key, { client: 21 })
      await phone.edit('client', '21', { email: 'ann@mailbox.example' })
      await phone.sync()
      expect(await phone.sync({ isManual: true })).toMatchObject({ waiting: 0, needsAgent: 0 })
      // The edit waits for our server, in case the agent moves to one.
      const kept = kind === 'ours' ? [] : [{ entity: 'showing', changes: { client: 21 }, attempts: 0 }]
      expect(phone.operations()).toMatchObject(kept)
      expect(phone.row('showing', key)).toMatchObject({ client: 21, client_email: 'ann@example.com' })
      expect(server.records('client')).toMatchObject([{ email: 'ann@mailbox.example' }])
      const changes = phone.network.sent.filter(
        ({ method, path }) => ['PATCH', 'PUT'].includes(method) && path.includes('showings'),
      )
      expect(changes).toHaveLength(kind === 'ours' ? 1 : 0)
    },
  )
})
