import { type ServerVerdict, verdictFact } from '#core/sync/fact-names.ts'
import type { SyncStatus } from '#core/sync/sync-loop.ts'
import { forgetConnection, useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { isFirstLoad } from '#storage/reading/use-first-load.ts'
import type { RunningSync, SyncEvents } from './start-sync.ts'
import { whenQuiet } from './when-quiet.ts'

/**
 * After signing in, the exchange begins at once, because the screens may be empty until then. An agent who comes back
 * sees what the device holds first, and news when the page stands; asking for it, or looking away, does not wait.
 */
export function startSyncInTime(device: Device, when: 'at-once' | 'when-quiet', events: SyncEvents): RunningSync {
  let started: Promise<RunningSync> | null = null
  let isStopped = false
  // How much waits is known before anything is exchanged, and the chip must never call it saved meanwhile.
  const stopCounting = device.marks.subscribe(() => {
    const { waiting, needsYou } = device.marks.totals()
    useConnection.setState({ waiting, needsYou, isCounted: true })
  })

  async function start(): Promise<RunningSync | null> {
    if (isStopped) return null
    started ??= import('./start-sync.ts').then((sync) => {
      const running = sync.startSync(device, events)
      stopCounting()
      return running
    })
    // What could not be loaded is loaded by the next wish.
    started.catch(() => (started = null))
    return started
  }
  const startWhenHidden = () => {
    if (document.visibilityState === 'hidden') start().catch(() => {})
  }
  document.addEventListener('visibilitychange', startWhenHidden)
  void begin()

  async function begin(): Promise<void> {
    await sayKindOfServer(device).catch(() => {})
    if (isStopped) return
    // Until the first load has ended there is nothing to see before the first answer.
    const isFirst = await isFirstLoad(device.database, 'listing').catch(() => true)
    if (when === 'when-quiet' && !isFirst) await whenQuiet()
    await start()
  }

  async function syncNow(): Promise<SyncStatus> {
    const running = await start()
    if (running === null) throw new Error('This agent has signed out.')
    return running.syncNow()
  }
  // Who presses it before the exchange has begun is not left waiting.
  useConnection.setState({ syncNow: () => void syncNow().catch(() => {}) })

  return {
    syncNow,
    stop: async () => {
      isStopped = true
      stopCounting()
      if (started === null) forgetConnection()
      document.removeEventListener('visibilitychange', startWhenHidden)
      await (await started?.catch(() => null))?.stop()
    },
  }
}

/** What the server was when it last answered, until it does again: what a plain one does not keep is not offered meanwhile. */
async function sayKindOfServer({ database }: Device): Promise<void> {
  const verdict = (await database.facts.get(verdictFact))?.value as ServerVerdict | undefined
  if (verdict !== undefined) useConnection.setState({ serverKind: verdict.kind })
}
