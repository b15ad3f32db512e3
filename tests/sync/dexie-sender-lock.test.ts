import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { leaseSenderLock } from '#storage/device/sender-lock.ts'
import { systemClock } from '#storage/device/system-clock.ts'

describe('B7: without Web Locks, a lease in the database is the sender lock', () => {
  let device: Device
  let now: number
  const clock = { now: () => now, sleep: systemClock.sleep }

  beforeEach(async () => {
    now = 1_000_000
    device = await openDevice('7')
  })

  afterEach(async () => {
    device.close()
    await deleteDevice('7')
  })

  test('one sender holds the lock at a time, and the next acquires it afterwards', async () => {
    const [first, second] = [leaseSenderLock(device.replica, clock, 'a'), leaseSenderLock(device.replica, clock, 'b')]
    const order: string[] = []
    const held = await first.hold(
      async () => {
        order.push(await second.hold(async () => void order.push('both'), { steal: false }))
      },
      { steal: false },
    )
    expect([held, ...order]).toEqual(['done', 'busy'])
    expect(await second.hold(async () => {}, { steal: false })).toBe('done')
  })

  test('the lease of a dead holder expires', async () => {
    const dead = leaseSenderLock(device.replica, clock, 'dead')
    void dead.hold(() => new Promise(() => {}), { steal: false })
    const next = leaseSenderLock(device.replica, clock, 'next')
    let outcome = await next.hold(async () => {}, { steal: false })
    expect(outcome).toBe('busy')
    now += 30_001
    outcome = await next.hold(async () => {}, { steal: false })
    expect(outcome).toBe('done')
  })

  test('B5: the lock of a silent holder can be stolen', async () => {
    const silent = leaseSenderLock(device.replica, clock, 'silent')
    void silent.hold(() => new Promise(() => {}), { steal: false })
    const next = leaseSenderLock(device.replica, clock, 'next')
    expect(await next.hold(async () => {}, { steal: false })).toBe('busy')
    expect(await next.hold(async () => {}, { steal: true })).toBe('done')
  })

  test('work that fails releases the lease', async () => {
    const first = leaseSenderLock(device.replica, clock, 'a')
    await expect(first.hold(() => Promise.reject(new Error('no')), { steal: false })).rejects.toThrow('no')
    expect(await leaseSenderLock(device.replica, clock, 'b').hold(async () => {}, { steal: false })).toBe('done')
  })
})
