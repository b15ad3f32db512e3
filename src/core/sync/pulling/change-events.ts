import { type Abort, createAbort } from '#core/sync/abort.ts'
import { newestVersions } from '#core/sync/records/newest-version.ts'
import type { AbortSignalLike, Clock, Replica, SenderLock } from '#core/sync/ports.ts'
import { backoffMs } from '#core/sync/requests/retry.ts'
import { type ServerKind, serverKindFact } from '#core/sync/metadata-keys.ts'

type ChangeEventsPorts = {
  /** Opens the stream and reports the newest version of the agent's records, now and after each change. Resolves when the stream ends. */
  listen: (onVersion: (version: number) => void, stop: AbortSignalLike) => Promise<void>
  /** One context of the device listens; the others see its effect in the store. */
  lock: SenderLock
  replica: Pick<Replica, 'transact'>
  clock: Clock
  random: () => number
  onChanged: () => void
}

export type ChangeEvents = {
  /** The stream closes a minute after the page is hidden. */
  setVisible: (isVisible: boolean) => void
  stop: () => Promise<void>
}

const hiddenForMs = 60_000
/** Lets the page load first, and spreads the devices after an outage. */
const beginsAfterMs = 5_000
const looksAgainMs = 30_000
/** A stream that was open this long did not fail. */
const stoodMs = 60_000

/** Follows the server's events while the page is visible, to pull another device's changes at once. */
export function followChangeEvents(ports: ChangeEventsPorts): ChangeEvents {
  const { clock, random, lock, replica } = ports
  const stopping = createAbort()
  let isVisible = true
  let wake = createAbort(stopping.signal)
  let hiding = createAbort(stopping.signal)
  let hearing: Abort | null = null
  let failures = 0

  async function pause(ms: number): Promise<void> {
    wake.abort()
    wake = createAbort(stopping.signal)
    await clock.sleep(ms, wake.signal)
  }

  async function heard(version: number): Promise<void> {
    const known = await replica.transact('read', newestVersions)
    if (!stopping.signal.aborted && version !== (known.at(-1) ?? 0)) ports.onChanged()
  }

  async function hear(lost: AbortSignalLike): Promise<void> {
    const mine = createAbort(lost, stopping.signal)
    hearing = mine
    const startedAt = clock.now()
    try {
      // If the version cannot be compared, the next exchange pulls.
      await ports.listen((version) => void heard(version).catch(() => {}), mine.signal)
    } finally {
      mine.abort()
      hearing = null
    }
    failures = clock.now() - startedAt >= stoodMs ? 0 : failures + 1
  }

  async function follow(): Promise<void> {
    await clock.sleep(beginsAfterMs * (1 + random()), stopping.signal)
    // If storage fails for a while, only this attempt is lost.
    while (!stopping.signal.aborted) await pause(await listenOnce().catch(() => looksAgainMs))
  }

  /** Listens until the stream ends, if the server offers one. Returns how long to wait before the next try, in milliseconds. */
  async function listenOnce(): Promise<number> {
    if (!isVisible || !(await isOffered(replica))) return looksAgainMs
    if ((await lock.hold(hear, { steal: false })) === 'busy') return looksAgainMs * (1 + random())
    return beginsAfterMs * random() + backoffMs(failures, random)
  }

  async function closeLater(): Promise<void> {
    hiding = createAbort(stopping.signal)
    const mine = hiding
    await clock.sleep(hiddenForMs, mine.signal)
    if (!mine.signal.aborted) hearing?.abort()
  }

  const following = follow()
  return {
    setVisible: (now) => {
      if (now === isVisible) return
      isVisible = now
      if (now) {
        hiding.abort()
        wake.abort()
      } else void closeLater()
    },
    stop: async () => {
      stopping.abort()
      await following
    },
  }
}

async function isOffered(replica: ChangeEventsPorts['replica']): Promise<boolean> {
  const verdict = await replica.transact('read', (tx) => tx.meta<ServerKind>(serverKindFact))
  return verdict?.kind === 'ours' && verdict.features.includes('events')
}
