import { describe, expect, test } from 'vitest'
import { createAbort } from '#core/sync/abort.ts'
import { createSyncLoop } from '#core/sync/sync-loop.ts'
import { type ExchangePorts, syncOnce } from '#core/sync/sync-once.ts'
import { modelServer, isProbe } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { aSyncRun } from '#tests/support/sync-office.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

const second = 1_000
const day = 24 * 3_600 * second

function office(startsAt?: number) {
  const clock = virtualClock(startsAt)
  const server = modelServer('ours')
  const device = syncDevice(server, clock)
  const posts = () => device.network.sent.filter(({ method }) => method === 'POST')
  return { clock, server, device, posts }
}

describe('passing time', () => {
  test('B11 J8: operations that waited five weeks offline are still sent', async () => {
    const { clock, server, device } = office()
    const key = await device.addClient()
    await device.sync()
    device.network.isOnline = false
    await device.edit('client', key, { notes: 'Before the long journey.' })
    await device.addClient({ email: 'ben@example.com' })
    for (let week = 0; week < 5; week += 1) {
      await clock.pass(7 * day)
      await device.sync()
    }
    expect(device.operations()).toHaveLength(2)
    device.network.isOnline = true
    await device.settle()
    expect(server.records('client')).toMatchObject([
      { notes: 'Before the long journey.' },
      { email: 'ben@example.com' },
    ])
  })

  test('H6: there is no last attempt: after ten days of errors the same key is still sent', async () => {
    const { clock, server, device, posts } = office()
    device.network.always('POST crm/clients/', { status: 500 })
    await device.addClient()
    for (let round = 0; round < 40; round += 1) {
      await device.sync()
      await clock.pass(6 * 3_600 * second)
    }
    expect(device.operations()).toMatchObject([{ state: 'unknown', attempts: 40, revision: 1 }])
    device.network.always('POST crm/clients/', null)
    await device.settle()
    expect(server.records('client')).toHaveLength(1)
    const creates = posts().filter(({ path }) => path === 'crm/clients/')
    expect(new Set(creates.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
  })

  test('C6 C26: Sync Now sends operations at once whose next attempt is half an hour away', async () => {
    const { clock, server, device } = office()
    device.network.always('POST crm/clients/', { status: 500 })
    await device.addClient()
    for (let round = 0; round < 9; round += 1) {
      await device.sync({ isManual: false })
      await clock.pass(10 * 60 * second)
    }
    device.network.always('POST crm/clients/', null)
    const [operation] = device.operations()
    expect((operation?.nextAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(10 * 60 * second)
    await device.sync({ isManual: false })
    expect(server.records('client')).toEqual([])
    await device.sync({ isManual: true })
    expect(server.records('client')).toHaveLength(1)
    expect(device.operations()).toEqual([])
  })

  test('C28: a transient error that lasts for hours is reported, and the key stays the same', async () => {
    const { clock, device, posts } = office()
    device.network.always('POST crm/clients/', { status: 500 })
    await device.addClient()
    for (let round = 0; round < 10; round += 1) {
      await device.sync()
      await clock.pass(31 * 60 * second)
    }
    expect(device.operations()).toMatchObject([
      { state: 'unknown', revision: 1, refusal: { message: expect.stringContaining('500') } },
    ])
    const creates = posts().filter(({ path }) => path === 'crm/clients/')
    expect(new Set(creates.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
  })

  test('B15: a device that wakes after hours sends each due operation once', async () => {
    const { clock, server, device, posts } = office()
    let asleepFor = 0
    const ports = { ...device.ports, clock: { ...device.ports.clock, now: () => clock.now() + asleepFor } }
    const loop = createSyncLoop(ports)
    device.network.always('POST crm/clients/', { status: 500 })
    for (const name of ['Ann', 'Ben', 'Cas']) await device.addClient({ first_name: name })
    loop.start()
    await clock.pass(100)
    device.network.always('POST crm/clients/', null)
    const before = { posts: posts().length, all: device.network.sent.length }
    asleepFor = 8 * 3_600 * second
    loop.poke()
    await clock.pass(200)
    expect(posts().length - before.posts).toBe(3)
    expect(device.network.sent.slice(before.all).filter(isProbe).length).toBeLessThanOrEqual(2)
    expect(server.records('client')).toHaveLength(3)
    await clock.run(loop.stop())
  })

  test('D9: sent values are deleted from the journal after thirty days', async () => {
    const { server, clock, device } = office()
    await device.addClient({ notes: 'Private.' })
    await device.sync()
    await clock.pass(29 * day)
    await device.sync()
    expect(JSON.stringify(device.replica.journal())).toContain('Private.')
    await clock.pass(2 * day)
    server.growOlder(31)
    await device.sync()
    expect(device.replica.journal()).toEqual([])
  })

  test('G18: a clock that is ten years wrong does not change any request', async () => {
    const sentWith = async (startsAt: number) => {
      const { device } = office(startsAt)
      const key = await device.addClient()
      await device.sync()
      await device.edit('client', key, { phone_number: '1' })
      await device.sync()
      return device.network.sent.filter(({ method }) => method !== 'GET')
    }
    expect(await sentWith(Date.UTC(2016, 0, 1))).toEqual(await sentWith(Date.UTC(2026, 10, 21)))
  })
})

describe('unstable links', () => {
  test('C11: nothing is sent before the link has held for two seconds', async () => {
    const { clock, device, posts } = office()
    const loop = createSyncLoop(device.ports)
    device.network.isOnline = false
    await device.addClient()
    loop.start()
    await clock.pass(10 * second)
    device.network.isOnline = true
    loop.poke()
    await clock.pass(1.9 * second)
    expect(posts()).toEqual([])
    device.network.isOnline = false
    await clock.pass(60 * second)
    expect(posts()).toEqual([])
    device.network.isOnline = true
    loop.poke()
    await clock.pass(6 * second)
    expect(posts()).toHaveLength(1)
    await clock.run(loop.stop())
  })

  test('C11: failures without a link do not lengthen the pause after the next failure', async () => {
    const { clock, server, device } = office()
    const loop = createSyncLoop({ ...device.ports, random: () => 1 })
    device.network.isOnline = false
    await device.addClient()
    loop.start()
    await clock.pass(30 * 60 * second)
    device.network.isOnline = true
    // Now the server is unreachable.
    device.network.always('', 'never-leaves')
    loop.onNetworkReturn()
    await clock.pass(6 * second)
    expect(server.records('client')).toEqual([])
    device.network.always('', null)
    await clock.pass(15 * second)
    expect(server.records('client')).toHaveLength(1)
    await clock.run(loop.stop())
  })

  test('C11 C9: a flapping link does not shorten a pause that the server requested', async () => {
    const { clock, server, device, posts } = office()
    const loop = createSyncLoop(device.ports)
    device.network.next('POST crm/clients/', { status: 429, headers: { 'retry-after': '600' } })
    await device.addClient()
    loop.start()
    await clock.pass(second)
    const asked = device.network.sent.length
    for (let flap = 0; flap < 100; flap += 1) {
      device.network.isOnline = flap % 2 === 1
      loop.poke()
      await clock.pass(3 * second)
    }
    expect(device.network.sent).toHaveLength(asked)
    expect(loop.status()).toMatchObject({ state: 'paused', waiting: 1 })
    await clock.pass(600 * second)
    expect(posts()).toHaveLength(2)
    expect(server.records('client')).toHaveLength(1)
    await clock.run(loop.stop())
  })

  test('C6 C9: an answered Sync Now ends a pause that the server requested', async () => {
    const { clock, server, device } = office()
    const loop = createSyncLoop(device.ports)
    device.network.always('', { status: 503, headers: { 'retry-after': '300' } })
    await device.addClient()
    loop.start()
    await clock.pass(second)
    expect(loop.status()).toMatchObject({ state: 'paused', waiting: 1 })
    device.network.always('', null)
    await clock.run(loop.syncNow())
    expect(server.records('client')).toHaveLength(1)
    await device.addClient()
    loop.poke()
    await clock.pass(second)
    expect(server.records('client')).toHaveLength(2)
    await clock.run(loop.stop())
  })

  test('B16: another tab’s change is found within a minute, even without a notification', async () => {
    const { clock, server, device } = office()
    const loop = createSyncLoop(device.ports)
    loop.start()
    await clock.pass(second)
    await device.addClient()
    await clock.pass(61 * second)
    expect(server.records('client')).toHaveLength(1)
    await clock.run(loop.stop())
  })

  test('B4: a tab that is not the sender only stores, and the sender sends for it', async () => {
    const { clock, server, device, posts } = office()
    device.network.latencyMs = 200
    await device.addClient()
    const run = (sender: string) => ({
      sender,
      isManual: true,
      isAfterOutage: false,
      stop: createAbort().signal,
      onAttempt: () => {},
    })
    const sending = syncOnce(device.ports, run('tab'))
    await clock.pass(500)
    await device.addClient({ email: 'ben@example.com' })
    const before = device.network.sent.length
    expect(await clock.run(syncOnce(device.anotherTab(), run('other tab')))).toMatchObject({ state: 'busy' })
    expect(device.network.sent).toHaveLength(before)
    await clock.run(sending)
    expect(server.records('client')).toHaveLength(2)
    expect(posts()).toHaveLength(2)
  })
})

test.each(Array.from({ length: 20 }, (_, step) => step / 20))(
  'B13: an operation that becomes due during a run is sent then, not a minute later (after %s s)',
  async (random) => {
    const { clock, device } = office()
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { phone_number: '1' })
    device.network.next('PATCH', { status: 500 })
    // A slow store, as on a slow phone.
    let spent = 0
    const ports: ExchangePorts = {
      ...device.ports,
      random: () => random,
      clock: { ...clock, now: () => clock.now() + spent },
      replica: {
        ...device.ports.replica,
        transact: (mode, work) => {
          spent += 40
          return device.ports.replica.transact(mode, work)
        },
      },
    }
    const { waiting, nextAttemptAt } = await clock.run(syncOnce(ports, aSyncRun()))
    expect(waiting === 0 || nextAttemptAt !== null).toBe(true)
  },
)
