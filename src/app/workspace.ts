import { create } from 'zustand'
import { useConnection, forgetConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { untilQueriesEnd } from '#storage/reading/running-queries.ts'
import { markedUnsent } from '#storage/outbox/unsent-marker.ts'
import type { RunningSync, SyncEvents } from './start-sync.ts'
import { serverKindFact, type ServerKind } from '#core/sync/fact-names.ts'
import type { SyncStatus } from '#core/sync/sync-loop.ts'
import { isFirstLoad } from '#storage/reading/use-live-query.ts'
import { whenIdle } from '#app/page/when-idle.ts'

/** The signed-in agent's database and the sync that runs on it; one at a time. */
type Workspace =
  | { state: 'closed' }
  | { state: 'opening'; agentId: string }
  | { state: 'open'; agentId: string; device: Device; sync: RunningSync }
  | { state: 'failed'; agentId: string; error: unknown }

export const useWorkspace = create<Workspace>(() => ({ state: 'closed' }))

/** Opens after the one before is closed; the same agent's is left alone. */
export async function openWorkspace(agentId: string, sync: 'at-once' | 'when-idle', events: SyncEvents): Promise<void> {
  const current = useWorkspace.getState()
  if (current.state !== 'closed' && current.state !== 'failed' && current.agentId === agentId) return
  await closeWorkspace()
  const opening = { state: 'opening', agentId } as const
  useWorkspace.setState(opening, true)
  const isStillOpening = () => useWorkspace.getState() === opening
  // Until the outbox itself has been read, and the first exchange says more than the browser knows.
  const state = navigator.onLine ? 'starting' : 'offline'
  useConnection.setState({ state, waiting: markedUnsent(agentId), isCounted: false })
  try {
    // Dexie is loaded for agents only; a visitor's first page does without.
    const { openDeviceAsAllowed } = await import('#storage/opening/open-device.ts')
    const device = await openDeviceAsAllowed(agentId)
    const running = startSyncInTime(device, sync, events)
    device.onlineOnly?.sendWith(running.syncNow)
    if (!isStillOpening()) {
      await close(device, running)
      return
    }
    useWorkspace.setState({ state: 'open', agentId, device, sync: running }, true)
  } catch (error) {
    if (isStillOpening()) useWorkspace.setState({ state: 'failed', agentId, error }, true)
  }
}

let closing: Promise<void> | null = null

/** Ends every reader and writer of this page; the data stays. */
export async function closeWorkspace(): Promise<void> {
  const current = useWorkspace.getState()
  useWorkspace.setState({ state: 'closed' }, true)
  if (current.state === 'open') closing = close(current.device, current.sync).finally(() => (closing = null))
  await closing
}

/** The screens have left, but what they were reading may not have come to its end. */
async function close(device: Device, sync: RunningSync): Promise<void> {
  await sync.stop()
  await untilQueriesEnd()
  device.close()
}

/**
 * After signing in, the exchange begins at once, because the screens may be empty until then. An agent who comes back
 * sees what the device holds first, and news when the page stands; asking for it, or looking away, does not wait.
 */
export function startSyncInTime(device: Device, when: 'at-once' | 'when-idle', events: SyncEvents): RunningSync {
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
    if (when === 'when-idle' && !isFirst) await whenIdle()
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
  const verdict = (await database.facts.get(serverKindFact))?.value as ServerKind | undefined
  if (verdict !== undefined) useConnection.setState({ serverKind: verdict.kind })
}
