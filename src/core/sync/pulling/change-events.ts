import { type Abort, createAbort } from '#core/sync/abort.ts'
import { newestVersions } from '#core/sync/records/newest-version.ts'
import type { AbortSignalLike, Clock, Replica, SenderLock } from '#core/sync/ports.ts'
import { backoffMs } from '#core/sync/requests/retry.ts'
import { type ServerKind, serverKindFact } from '#core/sync/fact-names.ts'

/** What following the server's events needs from the machine. */
type ChangeEventsPorts = {
  /**
   * Opens the stream and calls back with the newest version of the agent's records, at once and after each change; resolves
   * when the stream has ended, however that came, or `stop` says so.
   */
  listen: (onVersion: (version: number) => void, stop: AbortSignalLike) => Promise<void>
  /** One context of this device listens; the others see in the store what comes of it. */
  lock: SenderLock
  replica: Pick<Replica, 'transact'>
  clock: Clock
  random: () => number
  /** There is something to pull. */
  onChanged: () => void
}

export type ChangeEvents = {
  /** A page that is hidden for long needs no news. */
  setVisible: (isVisible: boolean) => void
  /** Resolves when the stream is closed. */
  stop: () => Promise<void>
}

const hiddenForMs = 60_000
/** Not while a page still loads, and not all devices at once after an outage. */
const beginsAfterMs = 5_000
const looksAgainMs = 30_000
/** A stream that stood this long did not fail. */
const stoodMs = 60_000

/** Follows the server's events while the page is seen, so that what another device changed is pulled at once. */
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
      // A version that cannot be looked up is seen by the next exchange.
      await ports.listen((version) => void heard(version).catch(() => {}), mine.signal)
    } finally {
      mine.abort()
      hearing = null
    }
    failures = clock.now() - startedAt >= stoodMs ? 0 : failures + 1
  }

  async function follow(): Promise<void> {
    await clock.sleep(beginsAfterMs * (1 + random()), stopping.signal)
    // Storage that fails for a while ends no more than this look.
    while (!stopping.signal.aborted) await pause(await listenOnce().catch(() => looksAgainMs))
  }

  /** Resolves, when the stream has ended or none was opened, to how long to wait before the next. */
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

/** A server that does not offer this is not asked. */
async function isOffered(replica: ChangeEventsPorts['replica']): Promise<boolean> {
  const verdict = await replica.transact('read', (store) => store.fact<ServerKind>(serverKindFact))
  return verdict?.kind === 'ours' && verdict.features.includes('events')
}
