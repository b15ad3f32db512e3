import { create } from 'zustand'
import { useConnection, forgetConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { untilQueriesEnd } from '#storage/reading/live-query.ts'
import { readUnsentCount } from '#storage/outbox/unsent-marker.ts'
import type { RunningSync, SyncCallbacks } from './start-sync.ts'
import { serverKindMetadataKey, type ServerKind } from '#core/sync/metadata-keys.ts'
import type { SyncStatus } from '#core/sync/sync-loop.ts'
import { isFirstLoad } from '#storage/reading/use-live-query.ts'
import { whenIdle } from '#app/page/when-idle.ts'

/** The signed-in agent's device database and its sync. At most one workspace is open. */
type Workspace =
  | { state: 'closed' }
  | { state: 'opening'; agentId: string }
  | { state: 'open'; agentId: string; device: Device; sync: RunningSync }
  | { state: 'failed'; agentId: string; error: unknown }

export const useWorkspace = create<Workspace>(() => ({ state: 'closed' }))

/** Opens an agent's workspace; does nothing if it is already open. Closes another agent's workspace first. `syncStart`: see `scheduleSync`. */
export async function openWorkspace(
  agentId: string,
  syncStart: 'at-once' | 'when-idle',
  events: SyncCallbacks,
): Promise<void> {
  const current = useWorkspace.getState()
  if (current.state !== 'closed' && current.state !== 'failed' && current.agentId === agentId) return
  await closeWorkspace()
  const opening = { state: 'opening', agentId } as const
  useWorkspace.setState(opening, true)
  const isStillOpening = () => useWorkspace.getState() === opening
  // A first estimate, until the outbox has been read and the first sync has ended.
  const state = navigator.onLine ? 'starting' : 'offline'
  useConnection.setState({ state, waitingCount: readUnsentCount(agentId), isCounted: false })
  try {
    // Loads Dexie, which a visitor's first page does not need.
    const { openDeviceAsAllowed } = await import('#storage/opening/open-device.ts')
    const device = await openDeviceAsAllowed(agentId)
    const running = scheduleSync(device, syncStart, events)
    // Without storage in this browser, each save is sent at once.
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

/** Stops sync and closes the database in this tab; the data stays on the device. */
export async function closeWorkspace(): Promise<void> {
  const current = useWorkspace.getState()
  useWorkspace.setState({ state: 'closed' }, true)
  if (current.state === 'open') closing = close(current.device, current.sync).finally(() => (closing = null))
  await closing
}

/** Waits for running queries before it closes the database, even for those of screens that are no longer shown. */
async function close(device: Device, sync: RunningSync): Promise<void> {
  await sync.stop()
  await untilQueriesEnd()
  device.close()
}

/** `at-once`: after a sign-in, when screens may be empty. `when-idle`: for a returning agent; *Sync now* or hiding the page starts it earlier. */
export function scheduleSync(device: Device, when: 'at-once' | 'when-idle', events: SyncCallbacks): RunningSync {
  let started: Promise<RunningSync> | null = null
  let isStopped = false
  // Counts the outbox before sync starts, so that the status chip never says that everything is saved while operations wait.
  const stopCounting = device.marks.subscribe(() => {
    const { waiting: waitingCount, needsAgent: needsAgentCount } = device.marks.totals()
    useConnection.setState({ waitingCount, needsAgentCount, isCounted: true })
  })

  async function start(): Promise<RunningSync | null> {
    if (isStopped) return null
    started ??= import('./start-sync.ts').then((sync) => {
      const running = sync.startSync(device, events)
      stopCounting()
      return running
    })
    // If loading fails, the next call tries again.
    started.catch(() => (started = null))
    return started
  }
  const startWhenHidden = () => {
    if (document.visibilityState === 'hidden') start().catch(() => {})
  }
  document.addEventListener('visibilitychange', startWhenHidden)
  void begin()

  async function begin(): Promise<void> {
    await restoreServerKind(device).catch(() => {})
    if (isStopped) return
    // Until the first full load, screens are empty, so do not wait for idle.
    const isFirst = await isFirstLoad(device.database, 'listing').catch(() => true)
    if (when === 'when-idle' && !isFirst) await whenIdle()
    await start()
  }

  async function syncNow(): Promise<SyncStatus> {
    const running = await start()
    if (running === null) throw new Error('This agent has signed out.')
    return running.syncNow()
  }
  // Can be called before sync has started; it then starts sync.
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

/** Restores the server's last known kind, so that screens do not offer what a plain server lacks. */
async function restoreServerKind({ database }: Device): Promise<void> {
  const lastKnown = (await database.facts.get(serverKindMetadataKey))?.value as ServerKind | undefined
  if (lastKnown !== undefined) useConnection.setState({ serverKind: lastKnown.kind })
}
