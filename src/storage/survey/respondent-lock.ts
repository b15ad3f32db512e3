import { browserLocks } from '#storage/device/sender-lock.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { onPageFreeze, countPageFreezes, untilPageReturns } from '#storage/database/page-freeze.ts'

/**
 * The longest wait for the lock: a reloading page takes up to this long to release it. After a shorter wait, the
 * page would start an empty survey.
 */
const lockTimeoutMs = 2000

export type RespondentLock = {
  /** Releases the lock. */
  release: () => void
  /** Aborts if another tab took the respondent while this page was frozen. */
  lost: AbortSignal
}

/**
 * Locks a respondent for this tab, or returns null if another tab has it. Without web locks every respondent counts as free.
 * WebKit releases a frozen page's locks silently, so the lock is released on a freeze and taken again on return (fault A24).
 */
export async function lockRespondent(key: string): Promise<RespondentLock | null> {
  const lost = new AbortController()
  const locks = browserLocks()
  if (locks === undefined) return { release: () => {}, lost: lost.signal }
  const name = `fanlight-survey-respondent:${thisServer()}:${key}`
  /** Null while the lock is being taken again. */
  let release = await takeLock(locks, name)
  if (release === null) return null
  let isInUse = true
  const stopListening = onPageFreeze(() => {
    if (release === null) return
    release()
    release = null
    void takeAgain(locks)
  })

  async function takeAgain(from: LockManager): Promise<void> {
    await untilPageReturns()
    const taken = await takeLock(from, name)
    if (!isInUse) return taken?.()
    release = taken
    if (taken !== null) return
    stopListening()
    lost.abort()
  }

  return {
    release: () => {
      isInUse = false
      stopListening()
      release?.()
    },
    lost: lost.signal,
  }
}

/** Returns a function that releases the lock, or null if another page has it. */
async function takeLock(locks: LockManager, name: string): Promise<(() => void) | null> {
  const freezes = countPageFreezes()
  const release = await new Promise<(() => void) | null>((resolve) => {
    locks
      .request(
        name,
        { signal: AbortSignal.timeout(lockTimeoutMs) },
        () => new Promise<void>((unlock) => resolve(unlock)),
      )
      // Only the wait can fail; a granted lock lasts until it is released.
      .catch(() => resolve(null))
  })
  if (countPageFreezes() === freezes) return release
  // WebKit may have released a lock that was requested before the freeze.
  release?.()
  await untilPageReturns()
  return takeLock(locks, name)
}
