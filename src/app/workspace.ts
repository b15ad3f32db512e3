import { create } from 'zustand'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { untilQueriesEnd } from '#storage/reading/running-queries.ts'
import { markedUnsent } from '#storage/outbox/unsent-marker.ts'
import type { RunningSync, SyncEvents } from './start-sync.ts'
import { startSyncInTime } from './start-sync-in-time.ts'

/** The signed-in agent's database and the sync that runs on it; one at a time. */
type Workspace =
  | { state: 'closed' }
  | { state: 'opening'; agentId: string }
  | { state: 'open'; agentId: string; device: Device; sync: RunningSync }
  | { state: 'failed'; agentId: string; error: unknown }

export const useWorkspace = create<Workspace>(() => ({ state: 'closed' }))

/** Opens after the one before is closed; the same agent's is left alone. */
export async function openWorkspace(
  agentId: string,
  sync: 'at-once' | 'when-quiet',
  events: SyncEvents,
): Promise<void> {
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
