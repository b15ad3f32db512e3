import { expect, test } from 'vitest'
import { createAbort } from '#core/sync/abort.ts'
import { syncOnce } from '#core/sync/sync-once.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

test('A6, B5: a heartbeat that cannot be stored stops neither the exchange nor later heartbeats', async () => {
  const clock = virtualClock()
  const device = syncDevice(modelServer(), clock)
  await device.addClient()
  device.network.next('POST crm/clients/', { arrivesAfter: 21_000 })
  const run = { sender: 'tab', isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} }
  const exchange = syncOnce(device.ports, run)
  await clock.pass(1_000)
  device.replica.failNextWrite()
  await clock.pass(10_000)
  const stamp = await device.replica.transact('read', (tx) => tx.meta('sender'))
  expect(stamp).toEqual({ holder: 'tab', at: clock.now() - 1_000 })
  await clock.pass(20_000)
  expect((await exchange).state).toBe('idle')
  expect(device.operations()).toEqual([])
})
