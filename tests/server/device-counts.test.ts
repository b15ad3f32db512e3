import { expect, test } from 'vitest'
import type { SyncPorts } from '#core/sync/ports.ts'
import { httpClient } from '#api/http-client.ts'
import { remoteServer } from '#api/remote-server.ts'
import { createAbort } from '#core/sync/abort.ts'
import { deleteRecord } from '#core/sync/delete-record.ts'
import { createRecord, updateRecord } from '#core/sync/record-change.ts'
import { reportCounts, type Untraced, untracedFact } from '#core/sync/report-counts.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, ids } from '#tests/support/device-at-server.ts'
import { aClient } from '#tests/support/sync-records.ts'
import { anAgent } from '#tests/support/server.ts'

const device = '6b1f0b6e-0000-4000-8000-000000000001'
const nothing = { device, made: 0, confirmed: 0, waiting: 0, sent: 0, attention: 0, keys: [] as string[] }
const hour = 3_600_000

onAnyDatabase((server) => {
  const db = () => server().services.database.db
  const countsOf = (agentId: number) =>
    db().selectFrom('device_counts').selectAll().where('agent_id', '=', agentId).execute()

  test('J12: whoever says that something was confirmed is told what the server has no trace of', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/crm/clients/', aClient(), { 'idempotency-key': 'known:0' })
    await agent.post('/api/crm/clients/', { first_name: '' }, { 'idempotency-key': 'refused:0' })
    const other = await anAgent(server())
    await other.post('/api/crm/clients/', aClient(), { 'idempotency-key': 'others:0' })
    const keys = ['known:0', 'refused:0', 'others:0', 'lost:0']
    const answer = await agent.post('/api/sync/counts/', { ...nothing, made: 4, confirmed: 4, keys })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ missing: ['refused:0', 'others:0', 'lost:0'] })
    expect(await countsOf(agent.id)).toMatchObject([{ made: 4, confirmed: 4, untraced: 3 }])
  })

  test('J12: the newest report of each device is kept, and what had no trace adds up', async () => {
    const agent = await anAgent(server())
    await agent.post('/api/sync/counts/', { ...nothing, made: 2, confirmed: 1, keys: ['lost:0'] })
    await agent.post('/api/sync/counts/', { ...nothing, made: 9, confirmed: 5, waiting: 3, sent: 2, attention: 1 })
    await agent.post('/api/sync/counts/', { ...nothing, device: device.replace('1', '2'), made: 1 })
    expect(await countsOf(agent.id)).toHaveLength(2)
    expect(await countsOf(agent.id)).toContainEqual(
      expect.objectContaining({ made: 9, confirmed: 5, waiting: 3, sent: 2, attention: 1, untraced: 1 }),
    )
  })

  test('J12: a report of another shape, or of nobody, is refused', async () => {
    const agent = await anAgent(server())
    expect((await agent.post('/api/sync/counts/', { ...nothing, device: 'my phone' })).status).toBe(400)
    expect((await agent.post('/api/sync/counts/', { ...nothing, made: -1 })).status).toBe(400)
    const wrong = await agent.post('/api/sync/counts/', nothing, { 'x-agent-id': String(agent.id + 1) })
    expect(wrong.status).toBe(403)
  })

  test('J12: creates, edits, children and batches of a real device all leave the trace that its report asks for', async () => {
    const { agent, devices } = await anOffice(server(), 1)
    const [phone] = devices
    if (phone === undefined) throw new Error('A device is needed.')
    const { replica } = phone
    const make = (parts: Omit<Parameters<typeof createRecord>[2], 'opId'>) =>
      createRecord(replica, clock, { opId: ids.uuid(), ...parts })
    const property = await make({
      entity: 'property',
      changes: { address: `${agent.id} Count Street`, city: 'Sacramento', state: 'CA', zip_code: '95815' },
    })
    const listing = await make({
      entity: 'listing',
      changes: { listing_price: 250_000, description: 'Light', status: 'For Sale' },
      references: { property: { entity: 'property', key: property.key } },
    })
    await make({
      entity: 'open_house',
      changes: { date: '2030-06-01', start_time: '10:00:00', end_time: '12:00:00' },
      references: { listing: { entity: 'listing', key: listing.key } },
    })
    const client = await make({ entity: 'client', changes: aClient() })
    const gone = await make({ entity: 'client', changes: aClient({ email: 'gone@example.com' }) })
    await phone.sync()
    const opened = replica.allRows('client').find((row) => row.key === client.key) ?? {}
    const change = { entity: 'client' as const, key: client.key, opened, changes: { notes: 'Called.' } }
    await updateRecord(replica, clock, { opId: ids.uuid(), ...change })
    await deleteRecord(replica, clock, { opId: ids.uuid(), entity: 'client', key: gone.key })
    await phone.sync()
    expect(replica.allOperations()).toEqual([])

    const { body: token } = await agent.post('/api/users/tokens/', { name: 'Counting' })
    const address = server().app.server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const carrier = remoteServer(httpClient(`${origin}/api/`, () => ({ antiForgery: null, bearer: token.token })))
    const reports: unknown[] = []
    const ports = (laterMs: number): Pick<SyncPorts, 'replica' | 'server' | 'clock' | 'ids' | 'log'> => ({
      replica,
      server: {
        ...carrier,
        send: (request, stop) => {
          reports.push(request.fields)
          return carrier.send(request, stop)
        },
      },
      clock: { ...clock, now: () => Date.now() + laterMs },
      ids,
      log: () => {},
    })
    await reportCounts(ports(hour), createAbort().signal)
    expect(reports).toMatchObject([{ made: 7, confirmed: 7, waiting: 0, attention: 0 }])
    const facts = () => replica.transact('read', (store) => store.fact<Untraced[]>(untracedFact))
    expect(await facts()).toBeUndefined()
    expect(await countsOf(agent.id)).toMatchObject([{ made: 7, confirmed: 7, untraced: 0 }])

    // The office restores yesterday's backup and says nothing of it.
    await db().deleteFrom('idempotency_keys').where('agent_id', '=', agent.id).execute()
    await make({ entity: 'client', changes: aClient({ email: 'kept@example.com' }) })
    await phone.sync()
    await reportCounts(ports(3 * hour), createAbort().signal)
    expect(await facts()).toBeUndefined()
    await make({ entity: 'client', changes: aClient({ first_name: 'Ida', email: 'lost@example.com' }) })
    await phone.sync()
    await db().deleteFrom('idempotency_keys').where('agent_id', '=', agent.id).execute()
    await reportCounts(ports(5 * hour), createAbort().signal)
    expect(await facts()).toMatchObject([{ title: 'Ida Lee', kind: 'create' }])
    expect(await countsOf(agent.id)).toMatchObject([{ made: 9, confirmed: 9, untraced: 1 }])
  })
})
