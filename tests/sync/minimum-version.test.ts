import { describe, expect, test } from 'vitest'
import { apiVersion } from '#core/contract/sync-protocol.ts'
import { createSyncLoop } from '#core/sync/sync-loop.ts'
import { modelServer } from '#tests/support/model-server.ts'
import { syncDevice } from '#tests/support/sync-device.ts'
import { virtualClock } from '#tests/support/virtual-clock.ts'

function office() {
  const clock = virtualClock()
  const server = modelServer('ours')
  const device = syncDevice(server, clock)
  const asked = () => device.network.sent.map(({ method, path }) => `${method} ${path}`)
  return { clock, server, device, asked }
}

describe('J4: a server that requires a newer client', () => {
  test('J4: receives only the probe, and no attempt is counted', async () => {
    const { server, device, asked } = office()
    server.minimumVersion = apiVersion + 1
    await device.addClient({ notes: 'Wants a garden.' })
    const before = device.operations()
    expect(await device.sync()).toMatchObject({ state: 'outdated', waiting: 1, needsAgent: 0 })
    expect(asked()).toEqual(['GET sync/'])
    expect(device.operations()).toEqual(before)
  })

  test('J4: receives every operation once and in order when the client is new enough', async () => {
    const { server, device } = office()
    server.minimumVersion = apiVersion + 1
    const key = await device.addClient()
    await device.sync()
    await device.edit('client', key, { notes: 'Written while the queue stood still.' })
    await device.sync()
    server.minimumVersion = apiVersion
    await device.settle()
    expect(server.records('client')).toMatchObject([{ notes: 'Written while the queue stood still.' }])
    expect(device.operations()).toEqual([])
  })

  test('J4: is noticed while sending, when answers become unreliable', async () => {
    const { server, device, asked } = office()
    for (let number = 0; number < 20; number += 1) await device.addClient({ email: `client${number}@example.com` })
    const { handle } = server
    server.handle = (request) => {
      if (request.method !== 'POST') return handle(request)
      // The office is replacing its server at this moment.
      server.minimumVersion = apiVersion + 1
      return { status: 502, headers: {}, body: undefined }
    }
    await device.sync()
    const writes = asked().filter((call) => call.startsWith('POST'))
    expect(writes.length).toBeLessThan(10)
    expect(await device.sync()).toMatchObject({ state: 'outdated', waiting: 20 })
    expect(asked().filter((call) => call.startsWith('POST'))).toEqual(writes)
    server.minimumVersion = apiVersion
    server.handle = handle
    await device.settle()
    expect(server.records('client')).toHaveLength(20)
  })

  test('J4: is reported by the sync loop, which probes again within a minute and resumes by itself', async () => {
    const { clock, server, device } = office()
    server.minimumVersion = apiVersion + 1
    await device.addClient()
    const loop = createSyncLoop(device.ports)
    loop.start()
    await clock.pass(1_000)
    expect(loop.status()).toMatchObject({ state: 'outdated', waiting: 1 })
    server.minimumVersion = apiVersion
    await clock.pass(61_000)
    expect(loop.status()).toMatchObject({ state: 'idle', waiting: 0 })
    await clock.run(loop.stop())
    expect(server.records('client')).toHaveLength(1)
  })
})
