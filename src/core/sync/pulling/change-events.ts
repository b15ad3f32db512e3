import { type Abort, createAbort } from '#core/sync/abort.ts'
import { newestVersions } from '#core/sync/records/newest-version.ts'
import type { AbortSignalLike, Clock, Replica, SenderLock } from '#core/sync/ports.ts'
import { backoffMs } from '#core/sync/requests/retry.ts'
import { type ServerKind, serverKindMetadataKey } from '#core/sync/metadata-keys.ts'

type ChangeEventsPorts = {
  /** Opens the event stream, which reports the newest version of the agent's records, now and after each change. Resolves when it ends. */
  listen: (onVersion: (version: number) => void, stop: AbortSignalLike) => Promise<void>
  /** Only one tab or worker of the device listens; the others see the pulled changes in the store. */
  lock: SenderLock
  replica: Pick<Replica, 'transact'>
  clock: Clock
  random: () => number
  onChanged: () => void
}

export type ChangeEvents = {
  /** Call it when the page is shown or hidden. The stream closes a minute after the page is hidden. */
  setVisible: (isVisible: boolean) => void
  stop: () => Promise<void>
}

const closeWhenHiddenMs = 60_000
/** Lets the page load first. A random time is added, so that devices do not all reconnect at once after an outage. */
const startDelayMs = 5_000
const recheckMs = 30_000
/** A stream that was open this long counts as a success: the next try does not back off. */
const successMs = 60_000

/** Follows the server's event stream while the page is visible, and calls `onChanged` to pull another device's changes at once. */
export function followChangeEvents(ports: ChangeEventsPorts): ChangeEvents {
  const { clock, random, lock, replica } = ports
  const stopping = createAbort()
  let isVisible = true
  let wake = createAbort(stopping.signal)
  let hiding = createAbort(stopping.signal)
  let openStream: Abort | null = null
  let failures = 0

  async function pause(ms: number): Promise<void> {
    wake.abort()
    wake = createAbort(stopping.signal)
    await clock.sleep(ms, wake.signal)
  }

  async function compareVersion(version: number): Promise<void> {
    const known = await replica.transact('read', newestVersions)
    if (!stopping.signal.aborted && version !== (known.at(-1) ?? 0)) ports.onChanged()
  }

  async function listen(lost: AbortSignalLike): Promise<void> {
    const stream = createAbort(lost, stopping.signal)
    openStream = stream
    const startedAt = clock.now()
    try {
      // If the version cannot be compared, the next regular pull fetches the changes.
      await ports.listen((version) => void compareVersion(version).catch(() => {}), stream.signal)
    } finally {
      stream.abort()
      openStream = null
    }
    failures = clock.now() - startedAt >= successMs ? 0 : failures + 1
  }

  async function follow(): Promise<void> {
    await clock.sleep(startDelayMs * (1 + random()), stopping.signal)
    // After a storage failure, waits `recheckMs` before the next try.
    while (!stopping.signal.aborted) await pause(await listenOnce().catch(() => recheckMs))
  }

  /** Listens until the stream ends, if the server offers one. Returns how long to wait before the next try, in milliseconds. */
  async function listenOnce(): Promise<number> {
    if (!isVisible || !(await isOffered(replica))) return recheckMs
    if ((await lock.hold(listen, { steal: false })) === 'busy') return recheckMs * (1 + random())
    return startDelayMs * random() + backoffMs(failures, random)
  }

  async function closeLater(): Promise<void> {
    const thisHiding = createAbort(stopping.signal)
    hiding = thisHiding
    await clock.sleep(closeWhenHiddenMs, thisHiding.signal)
    if (!thisHiding.signal.aborted) openStream?.abort()
  }

  const following = follow()
  return {
    setVisible: (visible) => {
      if (visible === isVisible) return
      isVisible = visible
      if (visible) {
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
  const serverKind = await replica.transact('read', (tx) => tx.meta<ServerKind>(serverKindMetadataKey))
  return serverKind?.kind === 'ours' && serverKind.features.includes('events')
}
