import type { Clock, SenderLock } from '#core/sync/ports.ts'
import type { Device } from './device.ts'
import { eventsLockName, senderLockName } from '#storage/database/device-name.ts'
import { isPageFrozen, onPageFreeze } from '#storage/database/page-freeze.ts'

/** Returns the right to send for this agent and server: a web lock, else a lease. Page and worker use the same one. */
export function senderLock({ owner, syncReplica, onlineOnly, clock, ids }: Device): SenderLock {
  const locks = browserLocks()
  // An online-only page shares its data, and so the sending, with no other page.
  if (locks === undefined || onlineOnly !== null) return leaseSenderLock(syncReplica, clock, ids.uuid())
  return webSenderLock(senderLockName(owner), locks)
}

/** Held by the one page that follows the server's events. Not the sender lock, which is released after each exchange. */
export function eventsLock(owner: string): SenderLock {
  const locks = browserLocks()
  return locks === undefined ? everyPage : webSenderLock(eventsLockName(owner), locks)
}

const everyPage: SenderLock = {
  hold: async (work) => {
    await work(new AbortController().signal)
    return 'done'
  },
}

/** One sender among tabs and worker, by a web lock, which the browser frees when its holder dies (faults B1, B2). */
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
  const state: { working: Promise<void> | null; isOver: boolean } = { working: null, isOver: false }
  // WebKit releases a frozen page's locks without an error, so the page gives its lock up itself (fault A24).
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
      const working = state.working.finally(() => (state.isOver = true))
      await Promise.race([working, frozen])
    })
    await state.working
    return state.working === null ? 'busy' : 'done'
  } catch (error) {
    // WebKit rejects requests that were waiting when the page froze.
    if (state.working === null && lost.signal.aborted) return 'busy'
    // Stolen: the browser rejects at once, while our work still runs. `lost` lets the work end by itself (fault B5).
    if (state.working === null || state.isOver) throw error
    lost.abort()
    await state.working
    return 'done'
  } finally {
    stopListening()
  }
}

const leaseMs = 30_000
const renewEveryMs = 5000
const leaseFact = 'sender-lease'

type Lease = { holder: string; until: number }

/** A lease in the database, where there are no web locks, such as on a page without HTTPS (fault B7). */
export function leaseSenderLock(
  replica: Pick<Device['replica'], 'transact'>,
  clock: Clock,
  holder: string,
  name = leaseFact,
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
      const over = new AbortController()
      const renewing = renewUntil(over.signal)
      // A frozen page does not renew its lease, which may lapse.
      const stopListening = onPageFreeze(() => lost.abort())
      try {
        await work(lost.signal)
      } finally {
        stopListening()
        over.abort()
        await renewing
        await release()
      }
      return 'done'

      async function renewUntil(isOver: AbortSignal) {
        for (;;) {
          await clock.sleep(renewEveryMs, isOver)
          if (isOver.aborted) return
          if (await claim(false).catch(() => false)) continue
          lost.abort()
          return
        }
      }
    },
  }
}

/** Undefined on pages without HTTPS and outside browsers. */
export function browserLocks(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
}
