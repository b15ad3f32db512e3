import { describe, expect, test } from 'vitest'
import { discardOperation, resolveConflict } from '#core/sync/resolving/outbox-actions.ts'
import { firstOperationId, twoDevices } from '#tests/support/sync-office.ts'

describe('a deletion asks the agent about other devices’ later changes to the record’s children (G24)', () => {
  test('a call logged on the phone while the desk deletes its client becomes a conflict', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.sync()
    // The desk is offline while it deletes, and the phone logs another call.
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called again'), below(key))
    await phone.sync()
    await office.settle()
    expect(server.records('interaction')).toHaveLength(2)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict', conflict: { fields: [] } }])

    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { all: 'mine' })
    await office.settle()
    expect(server.records('client')).toEqual([])
    expect(server.records('interaction')).toEqual([])
  })

  test('keeping the record keeps its children', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { all: 'theirs' })
    await office.settle()
    expect(office.operations()).toEqual([])
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Garden' })
    expect(server.records('interaction')).toHaveLength(1)
  })

  test('an edit of a child on another device becomes a conflict, too', async () => {
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

  test('a child that arrives while the conflict is open is asked about before anything is deleted', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    await office.remove('client', officeKey)
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    await phone.create('interaction', aCall('Called again'), below(key))
    await phone.sync()
    await resolveConflict(office.replica, office.ports.clock, firstOperationId(office), { all: 'mine' })
    await office.settle()
    expect(server.records('interaction')).toHaveLength(2)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
  })

  test('this device’s own operations in flight cause no conflict', async () => {
    const { server, office, officeKey } = await twoDevices()
    office.network.next('POST', 'lost-answer')
    await office.create('interaction', aCall('Called'), below(officeKey))
    await office.sync()
    await office.remove('client', officeKey)
    await office.settle()
    expect(server.records('client')).toEqual([])
    expect(office.operations()).toEqual([])
  })

  test('children that other devices deleted cause no conflict', async () => {
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

  test('a refused deletion whose answer was lost is not sent again without asking', async () => {
    const { server, phone, office, key, officeKey } = await twoDevices()
    office.network.next('DELETE', 'lost-request')
    await office.remove('client', officeKey)
    await office.sync()
    await phone.create('interaction', aCall('Called'), below(key))
    await phone.sync()
    await office.settle()
    expect(server.records('interaction')).toHaveLength(1)
    expect(office.operations()).toMatchObject([{ kind: 'delete', state: 'conflict' }])
    expect(await discardOperation(office.replica, office.ports.clock, firstOperationId(office))).toBe('done')
    expect(office.row('client', officeKey)).toMatchObject({ notes: 'Garden' })
  })
})

function aCall(text: string) {
  return { kind: 'call', date: '2026-11-20', time: '10:00:00', text }
}

function below(key: string) {
  return { references: { client: { entity: 'client' as const, key } } }
}
