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

/** The deletion of a database for which the browser waits, until the returned request is answered. */
function pendingDeletion(): EventTarget {
  const request = new EventTarget()
  vi.spyOn(indexedDB, 'deleteDatabase').mockReturnValueOnce(request as IDBOpenDBRequest)
  return request
}

test('A25: a log-out ends while the browser waits, without a word, for a suspended tab', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  await vi.advanceTimersByTimeAsync(5000)
  await deleting
  expect(await rememberedAgents()).toEqual([])
  request.dispatchEvent(new Event('success'))
})

test('A25: a deletion that the storage does not answer is noticed until it is done', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  await vi.advanceTimersByTimeAsync(9000)
  await deleting
  expect(isStorageSilent()).toBe(true)
  request.dispatchEvent(new Event('success'))
  expect(isStorageSilent()).toBe(false)
})

test('a deletion that waits for a tab which the browser names is not called silent', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  request.dispatchEvent(new Event('blocked'))
  await vi.advanceTimersByTimeAsync(9000)
  await deleting
  expect(isStorageSilent()).toBe(false)
})

test('a deletion that fails leaves the agent’s profile, so that the log-out can be tried again', async () => {
  const request = pendingDeletion()
  const deleting = deleteDevice('7')
  request.dispatchEvent(new Event('error'))
  await expect(deleting).rejects.toThrow('The data could not be deleted.')
  expect(await rememberedAgents()).toMatchObject([{ agentId: '7' }])
  expect(isStorageSilent()).toBe(false)
})
