import type { Clock, SenderLock } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { eventsLockName, senderLockName } from '#storage/database/device-name.ts'
import { isPageFrozen, onPageFreeze } from '#storage/database/page-freeze.ts'

/**
 * Returns the sender lock of this agent on this server, which pages and the service worker share: a web lock, or a lease in
 * the database where the browser has no web locks.
 */
export function senderLock({ owner, syncReplica, onlineOnly, clock, ids }: Device): SenderLock {
  const locks = browserLocks()
  // An online-only page has its data in memory, so no other page could send it.
  if (locks === undefined || onlineOnly !== null) return leaseSenderLock(syncReplica, clock, ids.uuid())
  return webSenderLock(senderLockName(owner), locks)
}

/**
 * Returns the lock of the one page that listens to the server's events. The sender lock cannot serve for this, because it
 * is released after each exchange with the server.
 */
export function eventsLock(owner: string): SenderLock {
  const locks = browserLocks()
  return locks === undefined ? noLock : webSenderLock(eventsLockName(owner), locks)
}

/** Without web locks, every page listens to the events. */
const noLock: SenderLock = {
  hold: async (work) => {
    await work(new AbortController().signal)
    return 'done'
  },
}

/** Returns a sender lock based on a web lock, which the browser releases when the holder crashes or closes (faults B1, B2). */
export function webSenderLock(name: string, locks: LockManager): SenderLock {
  return { hold: (work, { steal }) => holdWebLock(locks, name, steal ? { steal: true } : { ifAvailable: true }, work) }
}

/** Runs `work` under a web lock; returns `busy` if it is not available. `lost` aborts if the lock is taken away. */
export async function holdWebLock(
  locks: LockManager,
  name: string,
  options: LockOptions,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<'done' | 'busy'> {
  const lost = new AbortController()
  const state: { working: Promise<void> | null; hasEnded: boolean } = { working: null, hasEnded: false }
  // WebKit releases a frozen page's locks without an error, so the page releases its lock itself (fault A24).
  let stopListening = () => {}
  const frozen = new Promise<void>((resolve) => {
    stopListening = onPageFreeze(() => {
      lost.abort()
      resolve()
    })
  })
  try {
    await locks.request(name, options, async (lock) => {
      if (lock === null || isPageFrozen()) return
      state.working = work(lost.signal)
      const working = state.working.finally(() => (state.hasEnded = true))
      await Promise.race([working, frozen])
    })
    await state.working
    return state.working === null ? 'busy' : 'done'
  } catch (error) {
    // WebKit rejects requests that were waiting when the page froze.
    if (state.working === null && lost.signal.aborted) return 'busy'
    // Another tab stole the lock: the request rejects at once, while `work` still runs. `lost` makes it stop early
    // (fault B5).
    if (state.working === null || state.hasEnded) throw error
    lost.abort()
    await state.working
    return 'done'
  } finally {
    stopListening()
  }
}

const leaseMs = 30_000
const renewEveryMs = 5000
const leaseKey = 'sender-lease'

type Lease = { holder: string; until: number }

/** Returns a sender lock based on a lease in the database, for pages without web locks, such as those without HTTPS (fault B7). */
export function leaseSenderLock(
  replica: Pick<Device['replica'], 'transact'>,
  clock: Clock,
  holder: string,
  name = leaseKey,
): SenderLock {
  /** Takes or renews the lease; false if another holder has it. */
  const claim = (steal: boolean) =>
    replica.transact('write', async (tx) => {
      const lease = await tx.meta<Lease>(name)
      const isOthers = lease !== undefined && lease.holder !== holder && lease.until > clock.now()
      if (isOthers && !steal) return false
      await tx.setMeta(name, { holder, until: clock.now() + leaseMs })
      return true
    })
  const release = () =>
    replica.transact('write', async (tx) => {
      const lease = await tx.meta<Lease>(name)
      if (lease?.holder === holder) await tx.setMeta(name, { holder, until: 0 })
    })

  return {
    hold: async (work, { steal }) => {
      if (!(await claim(steal))) return 'busy'
      const lost = new AbortController()
      const ended = new AbortController()
      const renewing = renewUntil(ended.signal)
      // A frozen page cannot renew its lease, so another page may take it.
      const stopListening = onPageFreeze(() => lost.abort())
      try {
        await work(lost.signal)
      } finally {
        stopListening()
        ended.abort()
        await renewing
        await release()
      }
      return 'done'

      async function renewUntil(end: AbortSignal) {
        for (;;) {
          await clock.sleep(renewEveryMs, end)
          if (end.aborted) return
          if (await claim(false).catch(() => false)) continue
          lost.abort()
          return
        }
      }
    },
  }
}

/** Returns the browser's web locks. Undefined on pages without HTTPS and outside browsers. */
export function browserLocks(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
}
