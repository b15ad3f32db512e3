import { expect, onTestFinished, test, vi } from 'vitest'
import { closeWorkspace, openWorkspace, useWorkspace, scheduleSync } from '#app/workspace.ts'
import { feedPlaceMetadataKey, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'
import { useConnection } from '#state/connection.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { liveQuery } from '#storage/reading/live-query.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { untilDatabasesAreIdle } from '#tests/support/until-databases-are-idle.ts'

test('C6: sync requested before the page is shown starts without waiting for it', async () => {
  const { device, hasAsked } = await aPageOpened()
  await device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  start(device)
  useConnection.getState().syncNow()
  await hasAsked()
})

test('a device whose first load has not ended starts sync at once', async () => {
  const { device, hasAsked } = await aPageOpened()
  start(device)
  await hasAsked()
})

test('the kind of server is known from the last visit, online and offline', async () => {
  const { device, hasAsked } = await aPageOpened()
  await device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  await device.database.facts.put({ name: serverKindMetadataKey, value: { kind: 'plain' } })
  start(device)
  await expect.poll(() => useConnection.getState().serverKind).toBe('plain')
  useConnection.getState().syncNow()
  await hasAsked()
  await expect.poll(() => useConnection.getState().state).toBe('offline')
  expect(useConnection.getState().serverKind).toBe('plain')
})

test('sync that could not start does not block leaving, and starts at the next press', async () => {
  const { device, hasAsked } = await aPageOpened()
  await device.database.facts.put({ name: feedPlaceMetadataKey, value: { cursor: '1' } })
  let failures = 0
  const onStorageFailure: Device['onStorageFailure'] = (listener) => {
    if ((failures += 1) === 1) throw new Error('A part of the page could not be loaded.')
    return device.onStorageFailure(listener)
  }
  const running = scheduleSync({ ...device, onStorageFailure }, 'when-idle', { openOutbox: () => {} })
  onTestFinished(() => running.stop())
  await expect(running.syncNow()).rejects.toThrow('could not be loaded')
  useConnection.getState().syncNow()
  await hasAsked()
})

test('leaving before the first sync does not read from a closed database', async () => {
  const trace = vi.spyOn(console, 'trace')
  const { device } = await aPageOpened()
  const running = scheduleSync(device, 'when-idle', { openOutbox: () => {} })
  await running.stop()
  device.close()
  await untilDatabasesAreIdle()
  expect(trace).not.toHaveBeenCalled()
})

test('a workspace closes after the running reads of its screens', async () => {
  const { device } = await aPageOpened()
  const { database } = device
  const sync = { syncNow: () => Promise.reject(new Error('No sync runs here.')), stop: () => Promise.resolve() }
  useWorkspace.setState({ state: 'open', agentId: device.owner, device, sync }, true)
  const close = vi.spyOn(device, 'close')
  const begun = vi.fn()
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  let outcome: unknown = 'nothing was read'
  const reading = liveQuery(async () => {
    await database.facts.get(feedPlaceMetadataKey)
    begun()
    await mayGoOn
    outcome = await database.facts.get(serverKindMetadataKey).catch((error: unknown) => error)
    return outcome
  }).subscribe(() => {})
  await vi.waitUntil(() => begun.mock.calls.length > 0, { interval: 1 })
  reading.unsubscribe()
  const closed = closeWorkspace()
  await untilDatabasesAreIdle()
  expect(close).not.toHaveBeenCalled()
  goOn()
  await closed
  expect(close).toHaveBeenCalled()
  expect(outcome).toBeUndefined()
})

test('a workspace opens only after the previous one is closed', async () => {
  const { device } = await aPageOpened()
  let stop = () => {}
  const isStopped = new Promise<void>((resolve) => (stop = resolve))
  const sync = { syncNow: () => Promise.reject(new Error('No sync runs here.')), stop: () => isStopped }
  useWorkspace.setState({ state: 'open', agentId: device.owner, device, sync }, true)
  const closed = closeWorkspace()
  const opened = openWorkspace(device.owner, 'when-idle', { openOutbox: () => {} })
  await Promise.resolve()
  expect(useWorkspace.getState().state).toBe('closed')
  stop()
  await Promise.all([closed, opened])
  expect(useWorkspace.getState().state).toBe('open')
  await closeWorkspace()
})

async function aPageOpened() {
  const id = String(Date.now())
  const first = await openDevice(id)
  first.close()
  const device = await openDevice(id)
  const asked: string[] = []
  vi.stubGlobal('fetch', (request: RequestInfo | URL) => {
    asked.push(request instanceof Request ? request.url : String(request))
    return Promise.reject(new TypeError('There is no network.'))
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    device.close()
    await deleteDevice(id)
  })
  // Without a heading to wait for, sync would start by itself after five and a half seconds.
  const hasAsked = () =>
    expect
      .poll(() => asked.some((url) => new URL(url, location.href).pathname === '/api/sync/'), { timeout: 5000 })
      .toBe(true)
  return { device, hasAsked }
}

function start(device: Device): void {
  const running = scheduleSync(device, 'when-idle', { openOutbox: () => {} })
  onTestFinished(() => running.stop())
}
