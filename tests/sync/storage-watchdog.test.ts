import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freezableIndexedDb } from '#storage/database/freezable-indexed-db.ts'
import { createStorageWatchdog, storageSilenceMs, type StorageWatchdog } from '#storage/database/storage-watchdog.ts'

const name = 'watched'
const whenDone = (request: IDBRequest) => new Promise((resolve) => request.addEventListener('success', resolve))

/** Locks the store like a suspended process of another page, until `end` is called. */
async function lockInAnotherPage(): Promise<{ end: () => void }> {
  const opening = indexedDB.open(name)
  await whenDone(opening)
  const store = opening.result.transaction('values', 'readwrite').objectStore('values')
  let isLocked = true
  const ask = () => {
    if (isLocked) store.count().addEventListener('success', ask)
  }
  const first = store.count()
  first.addEventListener('success', ask)
  await whenDone(first)
  return {
    end: () => {
      isLocked = false
      opening.result.close()
    },
  }
}

describe('A25: storage that does not answer', () => {
  let watchdog: StorageWatchdog
  let heard: boolean[]
  let database: IDBDatabase

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    watchdog = createStorageWatchdog()
    heard = []
    watchdog.onStorageSilence(() => heard.push(watchdog.isStorageSilent()))
    const opening = freezableIndexedDb(undefined, watchdog.waitForStorage).open(name)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('values'))
    await whenDone(opening)
    database = opening.result
  })

  afterEach(async () => {
    vi.useRealTimers()
    database.close()
    await Dexie.delete(name)
  })

  test('is reported after eight seconds, until it answers', async () => {
    const another = await lockInAnotherPage()
    const reading = whenDone(database.transaction('values').objectStore('values').count())
    vi.advanceTimersByTime(storageSilenceMs - 1)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual([true])
    another.end()
    await reading
    await vi.waitUntil(() => heard.length > 1)
    expect(heard).toEqual([true, false])
  })

  test('is not reported while long work makes progress', async () => {
    const store = database.transaction('values', 'readwrite').objectStore('values')
    for (let part = 0; part < 4; part += 1) {
      vi.advanceTimersByTime(storageSilenceMs / 2)
      await whenDone(store.count())
    }
    expect(heard).toEqual([])
  })

  test('is not reported after the device has slept', async () => {
    const another = await lockInAnotherPage()
    const reading = whenDone(database.transaction('values').objectStore('values').count())
    const now = performance.now()
    // The timer is late: it fires when the device wakes, before anything else.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
    vi.advanceTimersByTime(storageSilenceMs)
    expect(heard).toEqual([])
    clock.mockReturnValue(now + 60_000 + storageSilenceMs)
    vi.advanceTimersByTime(storageSilenceMs)
    expect(heard).toEqual([true])
    clock.mockRestore()
    another.end()
    await reading
  })
})
