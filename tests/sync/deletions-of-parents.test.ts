import { describe, expect, test } from 'vitest'
import { discardOperation, resolveConflict } from '#core/sync/deciding/outbox-actions.ts'
import { firstOf, twoDevices } from '#tests/support/sync-office.ts'

describe('a deletion asks about what another device did below its record since (G24)', () => {
  test('a call that the phone logs while the desk deletes its client is asked about', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.sync()
    // The desk has no network while it deletes, and the phone logs another one.
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called again'), below(key))
    await phone.sync()
    await office.settle()
    expect(server.records('interaction')).toHaveLength(2)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', conflict: { fields: [] } }])

    await resolveConflict(office.replica, office.ports.clock, firstOf(office), { all: 'mine' })
    await office.settle()
    expect(server.records('client')).toEqual([])
    expect(server.records('interaction')).toEqual([])
  })

  test('keeping the record keeps what is below it', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    await resolveConflict(office.replica, office.ports.clock, firstOf(office), { all: 'theirs' })
    await office.settle()
    expect(office.operations()).toEqual([])
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Garden' })
    expect(server.records('interaction')).toHaveLength(1)
  })

  test('what is written there into what was below it is asked about, too', async () => {
    const { phone, office, key, officeKey } = await twoDevices()
    const call = await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.sync()
    await office.remove('client', officeKey)
    await phone.edit('interaction', call, { text: 'Called; wants to sell' })
    await phone.sync()
    await office.settle()
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
  })

  test('more that arrives while the question stands is asked about before anything is deleted', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    await phone.create('interaction', aCall('Called again'), below(key))
    await phone.sync()
    await resolveConflict(office.replica, office.ports.clock, firstOf(office), { all: 'mine' })
    await office.settle()
    expect(server.records('interaction')).toHaveLength(2)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
  })

  test('what this device itself had on its way is no question', async () => {
    const { server, office, officeKey } = await twoDevices()
    office.network.next('POST', 'lost-answer')
    await office.create('interaction', aCall('Called'), below(officeKey))
    await office.sync()
    await office.remove('client', officeKey)
    await office.settle()
    expect(server.records('client')).toEqual([])
    expect(office.operations()).toEqual([])
  })

  test('nor is what others have deleted below it', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    const call = await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.sync()
    await office.remove('client', officeKey)
    await phone.remove('interaction', call)
    await phone.sync()
    await office.settle()
    expect(server.records('client')).toEqual([])
    expect(office.operations()).toEqual([])
  })

  test('a deletion whose answer was lost, and that was refused, is not sent blindly again', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    office.network.next('DELETE', 'lost-request')
    await office.remove('client', officeKey)
    await office.sync()
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    expect(server.records('interaction')).toHaveLength(1)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
    expect(await discardOperation(office.replica, office.ports.clock, firstOf(office))).toBe('done')
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Garden' })
  })
})

function aCall(text: string) {
  return { kind: 'call', date: '2026-11-20', time: '10:00:00', text }
}

function below(key: string) {
  return { references: { client: { entity: 'client' as const, key } } }
}
