import { expect, onTestFinished, test, vi } from 'vitest'
import { startSyncInTime } from '#app/start-sync-in-time.ts'
import { useConnection } from '#state/connection.ts'
import { deleteDevice } from '#storage/delete-device.ts'
import { openDevice } from '#storage/device.ts'

test('C6: who asks for an exchange before the page stands does not wait for it', async () => {
  const id = String(Date.now())
  const first = await openDevice(id)
  first.close()
  const device = await openDevice(id)
  const asked: string[] = []
  vi.stubGlobal('fetch', (request: RequestInfo | URL) => {
    asked.push(request instanceof Request ? request.url : String(request))
    return Promise.reject(new TypeError('There is no network.'))
  })
  const running = startSyncInTime(device, 'when-quiet', { openOutbox: () => {} })
  onTestFinished(async () => {
    await running.stop()
    vi.unstubAllGlobals()
    device.close()
    await deleteDevice(id)
  })
  useConnection.getState().syncNow()
  // Without a heading to wait for it would begin by itself after five and a half seconds.
  await expect.poll(() => asked.some((url) => url.endsWith('/api/sync/')), { timeout: 5000 }).toBe(true)
})
