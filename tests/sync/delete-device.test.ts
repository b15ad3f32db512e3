import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import { forgetAgent, rememberAgent, rememberedAgents } from '#storage/device/remembered-agent.ts'
import { isStorageSilent } from '#storage/database/storage-watchdog.ts'

const anAgent = { username: 'ann', email: '', first_name: '', last_name: '', license_number: '', phone_number: '' }

beforeEach(async () => {
  await rememberAgent({ ...anAgent, id: 7 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await forgetAgent('7')
})

/** Makes the next database deletion pend until an event is dispatched on the returned request. */
function pendingDeletion(): EventTarget {
  const request = new EventTarget()
  vi.spyOn(indexedDB, 'deleteDatabase').mockReturnValueOnce(request as IDBOpenDBRequest)
  return request
}

test('A25: logging out completes while the browser silently waits for a suspended tab', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  await vi.advanceTimersByTimeAsync(5000)
  await deleting
  expect(await rememberedAgents()).toEqual([])
  request.dispatchEvent(new Event('success'))
})

test('A25: a deletion that gets no answer from storage is reported until it is done', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  await vi.advanceTimersByTimeAsync(9000)
  await deleting
  expect(isStorageSilent()).toBe(true)
  request.dispatchEvent(new Event('success'))
  expect(isStorageSilent()).toBe(false)
})

test('a deletion blocked by another open tab is not reported as silent storage', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  request.dispatchEvent(new Event('blocked'))
  await vi.advanceTimersByTimeAsync(9000)
  await deleting
  expect(isStorageSilent()).toBe(false)
})

test('a failed deletion leaves the agent’s profile, so that logging out can be retried', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  request.dispatchEvent(new Event('error'))
  await expect(deleting).rejects.toThrow('The data could not be deleted.')
  expect(await rememberedAgents()).toMatchObject([{ agentId: '7' }])
  expect(isStorageSilent()).toBe(false)
})
