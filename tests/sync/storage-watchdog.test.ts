import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keysStore } from '#storage/keys-store.ts'
import { isStorageSilent, onStorageSilence, storageSilenceMs } from '#storage/storage-watchdog.ts'

/** Another page that keeps the store locked, as a suspended process does, until `end`. */
async function lockedByAnotherPage() {
  const opening = indexedDB.open('fanlight-keys')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction('values', 'readwrite')
  const store = transaction.objectStore('values')
  let isLocked = true
  const locked = new Promise<void>((resolve) => {
    const ask = () => {
      resolve()
      if (isLocked) store.count().addEventListener('success', ask)
    }
    ask()
  })
  await locked
  return {
    end: () => {
      isLocked = false
      opening.result.close()
    },
  }
}

/** Some promises after it was asked for. */
const transactionBegins = () => new Promise((resolve) => setImmediate(resolve))

describe('A25: the storage does not answer', () => {
  const heard: boolean[] = []
  let stop = () => {}
  let another: Awaited<ReturnType<typeof lockedByAnotherPage>>

  beforeEach(async () => {
    await set('name', 'Ann', keysStore())
    heard.length = 0
    stop = onStorageSilence(() => heard.push(isStorageSilent()))
    another = await lockedByAnotherPage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })

  afterEach(() => {
    vi.useRealTimers()
    another.end()
    stop()
  })

  test('is said after eight seconds, and taken back with the answer', async () => {
    const reading = get('name', keysStore())
    await transactionBegins()
    await vi.advanceTimersByTimeAsync(storageSilenceMs - 10)
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(20)
    expect(heard).toEqual([true])
    another.end()
    expect(await reading).toBe('Ann')
    await vi.waitUntil(() => heard.length === 2)
    expect(heard).toEqual([true, false])
  })

  test('is not said of a device that has slept in between', async () => {
    const reading = get('name', keysStore())
    await transactionBegins()
    const now = performance.now()
    // The timer is late: it fires when the device wakes, before anything else can.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
    await vi.advanceTimersByTimeAsync(storageSilenceMs)
    expect(heard).toEqual([])
    clock.mockReturnValue(now + 60_000 + storageSilenceMs)
    await vi.advanceTimersByTimeAsync(storageSilenceMs)
    expect(heard).toEqual([true])
    clock.mockRestore()
    another.end()
    expect(await reading).toBe('Ann')
  })
})
