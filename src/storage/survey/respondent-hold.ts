import { browserLocks } from '#storage/device/sender-lock.ts'
import { thisServer } from '#storage/database/device-name.ts'
import { onPageFreeze, pageFreezes, untilPageReturns } from '#storage/database/page-freeze.ts'

/**
 * A page that is just reloaded lets go within this, also on a slow tablet: one that gave up sooner began an empty survey beside
 * the half-filled one. A tab that really has them keeps them.
 */
const lettingGoMs = 2000

export type RespondentHold = {
  letGo: () => void
  /** Aborts when another tab has taken the respondent while this page was frozen. */
  lost: AbortSignal
}

/**
 * Takes a respondent for this tab, so that no other one offers to continue them. Returns null when another tab has them.
 * Without the browser's locks every respondent counts as free, and both tabs write answer by answer. WebKit releases a frozen
 * page's locks without an error, so the respondent is given up on a freeze and taken again on the return (fault A24).
 */
export async function holdRespondent(key: string): Promise<RespondentHold | null> {
  const lost = new AbortController()
  const locks = browserLocks()
  if (locks === undefined) return { letGo: () => {}, lost: lost.signal }
  const name = `fanlight-survey-respondent:${thisServer()}:${key}`
  /** Null while the lock is being taken again. */
  let release = await takeLock(locks, name)
  if (release === null) return null
  let isWanted = true
  const stopListening = onPageFreeze(() => {
    if (release === null) return
    release()
    release = null
    void takeAgain(locks)
  })

  async function takeAgain(from: LockManager): Promise<void> {
    await untilPageReturns()
    const taken = await takeLock(from, name)
    if (!isWanted) return taken?.()
    release = taken
    if (taken !== null) return
    stopListening()
    lost.abort()
  }

  return {
    letGo: () => {
      isWanted = false
      stopListening()
      release?.()
    },
    lost: lost.signal,
  }
}

/** Returns how to release the lock, or null when another page has it. */
async function takeLock(locks: LockManager, name: string): Promise<(() => void) | null> {
  const freezes = pageFreezes()
  const release = await new Promise<(() => void) | null>((resolve) => {
    locks
      .request(name, { signal: AbortSignal.timeout(lettingGoMs) }, () => new Promise<void>((letGo) => resolve(letGo)))
      // Only the waiting can fail; a lock that was given stays until it is let go.
      .catch(() => resolve(null))
  })
  if (pageFreezes() === freezes) return release
  // A lock that was asked for before the freeze may have been released since.
  release?.()
  await untilPageReturns()
  return takeLock(locks, name)
}
