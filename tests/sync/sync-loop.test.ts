import { describe, expect, test } from 'vitest'
import { createSyncLoop, type SyncLoop, type SyncStatus } from '#core/sync/sync-loop.ts'
import { modelServer, isProbe } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { type VirtualClock, virtualClock } from '#tests/support/virtual-clock.ts'

function office() {
  const clock = virtualClock()
  const server = modelServer('ours')
  const device = syncDevice(server, clock)
  const loop = createSyncLoop(device.ports)
  const seen: SyncStatus['state'][] = []
  loop.subscribe(({ state }) => seen.push(state))
  return { clock, server, device, loop, seen, stop: () => end(loop, clock) }
}

/** Fails if the loop continues after stop(): its last run never needs an hour. */
async function end(loop: SyncLoop, clock: VirtualClock): Promise<void> {
  const ended = loop.stop().then(() => true)
  const tooLong = clock.sleep(3_600_000).then(() => false)
  expect(await clock.run(Promise.race([ended, tooLong]))).toBe(true)
}

describe('the sync loop', () => {
  test('sends at the start and on every poke, and reports its state', async () => {
    const { clock, server, device, loop, seen, stop } = office()
    await device.addClient()
    loop.start()
    await clock.pass(10)
    expect(server.records('client')).toHaveLength(1)
    expect(seen).toContain('sending')
    await device.addClient({ email: 'b@example.com' })
    loop.poke()
    await clock.pass(10)
    expect(server.records('client')).toHaveLength(2)
    expect(loop.status()).toMatchObject({ state: 'idle', waiting: 0, needsAgent: 0, serverKind: 'ours' })
    expect(loop.status().lastReachedAt).toBe(clock.now() - 10)
    await stop()
  })

  test('B14: simultaneous triggers cause one run, and one more after it', async () => {
    const { clock, device, loop, stop } = office()
    await device.sync()
    const before = device.network.sent.filter(isProbe).length
    device.network.latencyMs = 50
    loop.start()
    for (let number = 0; number < 20; number++) {
      await clock.pass(5)
      loop.poke()
    }
    await clock.pass(2_000)
    expect(device.network.sent.filter(isProbe)).toHaveLength(before + 2)
    await stop()
  })

  test('J10 B10: without any trigger the loop syncs every minute', async () => {
    const { clock, server, device, loop, stop } = office()
    loop.start()
    await clock.pass(10)
    server.put('client', { first_name: 'From the office' })
    await clock.pass(61_000)
    expect(device.replica.allRows('client')).toHaveLength(1)
    await stop()
  })

  test('an offline loop reports its next attempt and the last contact, also after a restart', async () => {
    const { clock, device, loop, stop } = office()
    loop.start()
    await clock.pass(10)
    const reachedAt = loop.status().lastReachedAt
    await stop()
    device.network.isOnline = false
    await clock.pass(3_600_000)
    const anew = createSyncLoop(device.ports)
    anew.start()
    await clock.pass(10)
    expect(anew.status()).toMatchObject({ state: 'offline', lastReachedAt: reachedAt })
    const { nextAttemptAt } = anew.status()
    expect(nextAttemptAt).toBeGreaterThan(clock.now())
    device.network.isOnline = true
    await clock.pass((nextAttemptAt ?? 0) - clock.now() + 10_000)
    expect(anew.status()).toMatchObject({ state: 'idle', nextAttemptAt: null })
    await end(anew, clock)
  })

  test('during an outage the loop reports offline, and sends once the server is back', async () => {
    const { clock, server, device, loop, stop } = office()
    device.network.isOnline = false
    await device.addClient()
    loop.start()
    await clock.pass(10)
    expect(loop.status()).toMatchObject({ state: 'offline', waiting: 1 })
    await clock.pass(3_600_000)
    expect(loop.status()).toMatchObject({ state: 'offline', waiting: 1 })
    device.network.isOnline = true
    loop.poke()
    await clock.pass(1_000)
    expect(server.records('client')).toEqual([])
    await clock.pass(9_000)
    expect(server.records('client')).toHaveLength(1)
    expect(loop.status()).toMatchObject({ state: 'idle', waiting: 0 })
    await stop()
  })

  test('C6: Sync Now sends at once, even after an outage', async () => {
    const { clock, server, device, loop, stop } = office()
    device.network.isOnline = false
    await device.addClient()
    loop.start()
    await clock.pass(10_000)
    device.network.isOnline = true
    const status = await clock.run(loop.syncNow())
    expect(status).toMatchObject({ state: 'idle', waiting: 0 })
    expect(server.records('client')).toHaveLength(1)
    await stop()
  })

  test('a failed operation is sent again when it is due', async () => {
    const { clock, server, device, loop, stop } = office()
    device.network.next('POST crm', { status: 500 }, { status: 500 })
    await device.addClient()
    loop.start()
    await clock.pass(20_000)
    expect(server.records('client')).toHaveLength(1)
    await stop()
  })

  test('an ended session is reported as needs-login, and operations that need the agent are counted', async () => {
    const { clock, server, device, loop, stop } = office()
    await device.addClient({ email: 'wrong' })
    loop.start()
    await clock.pass(10)
    expect(loop.status()).toMatchObject({ state: 'idle', waiting: 0, needsAgent: 1 })
    server.signedInAs = null
    await device.addClient()
    loop.poke()
    await clock.pass(10)
    expect(loop.status()).toMatchObject({ state: 'needs-login', waiting: 1, needsAgent: 1 })
    await stop()
  })

  test('B13: a run without progress is aborted and restarted', async () => {
    const { clock, server, device, loop, stop } = office()
    await device.addClient()
    device.network.next('GET users/profile/', { until: new Promise(() => {}) })
    loop.start()
    await clock.pass(180_000)
    expect(loop.status().restarts).toBe(1)
    expect(device.events).toContain('sync.watchdog')
    await clock.pass(60_000)
    expect(server.records('client')).toHaveLength(1)
    await stop()
  })

  test('D12: after stop() nothing runs', async () => {
    const { clock, server, device, loop, stop } = office()
    loop.start()
    await clock.pass(10)
    await stop()
    await device.addClient()
    loop.poke()
    await clock.pass(300_000)
    expect(server.records('client')).toEqual([])
  })
})
