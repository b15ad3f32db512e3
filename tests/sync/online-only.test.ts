import { beforeEach, describe, expect, test } from 'vitest'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { deleteRecord } from '#core/sync/writing/delete-record.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { createAbort } from '#core/sync/abort.ts'
import { type OnlineOnly, onlineOnlyReplica } from '#storage/device/online-only-replica.ts'
import { modelServer, type ModelServer } from '#tests/support/model-server.ts'
import { type SyncDevice, syncDevice } from '#tests/support/sync-device.ts'
import { aClient, opId } from '#tests/support/sync-records.ts'
import { type VirtualClock, virtualClock } from '#tests/support/virtual-clock.ts'

let clock: VirtualClock
let server: ModelServer
let device: SyncDevice
let sides: OnlineOnly

beforeEach(() => {
  clock = virtualClock()
  server = modelServer()
  device = syncDevice(server, clock)
  sides = onlineOnlyReplica(device.replica, clock)
  sides.sendWith(() =>
    syncOnce(
      { ...device.ports, replica: sides.forSync },
      { sender: 'page', isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} },
    ),
  )
})

const addJo = (id = 1) =>
  clock.run(
    createRecord(sides.forScreens, clock, { opId: opId(id), entity: 'client', changes: aClient({ first_name: 'Jo' }) }),
  )

describe('A7: in a browser without storage', () => {
  test('a save succeeds only once the server has confirmed it', async () => {
    const { key } = await addJo()
    expect(server.records('client')).toMatchObject([{ first_name: 'Jo' }])
    expect(device.operations()).toEqual([])
    expect(device.row('client', key)?.id).toBe(server.records('client')[0]?.['id'])
  })

  test('a create that was not sent is undone, and saving again creates it once', async () => {
    device.network.isOnline = false
    await expect(addJo()).rejects.toThrow('it is not saved')
    expect(device.operations()).toEqual([])
    expect(device.replica.allRows('client')).toEqual([])
    device.network.isOnline = true
    await addJo()
    expect(server.records('client')).toHaveLength(1)
  })

  test('an edit or deletion that was not sent shows the server’s record again', async () => {
    const { key } = await addJo()
    device.network.isOnline = false
    const opened = device.row('client', key) ?? {}
    const edit = { opId: opId(2), entity: 'client' as const, key, opened, changes: { first_name: 'Joanna' } }
    await expect(clock.run(updateRecord(sides.forScreens, clock, edit))).rejects.toThrow('it is not saved')
    expect(device.row('client', key)?.['first_name']).toBe('Jo')
    await expect(
      clock.run(deleteRecord(sides.forScreens, clock, { opId: opId(3), entity: 'client', key })),
    ).rejects.toThrow('it is not saved')
    expect(device.row('client', key)?.['first_name']).toBe('Jo')
  })

  test('a save whose answer was lost is not undone, and saving again waits for it', async () => {
    device.network.next('POST crm/clients/', 'lost-answer')
    await expect(addJo()).rejects.toThrow('may or may not be saved')
    expect(device.operations()).toMatchObject([{ state: 'unknown' }])
    await clock.pass(10 * 60_000)
    await addJo()
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })
})
