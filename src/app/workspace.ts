import { create } from 'zustand'
import type { Device } from '#storage/device.ts'
import type { RunningSync } from './start-sync.ts'

/** The signed-in agent's database and the sync that runs on it; one at a time. */
export type Workspace =
  | { state: 'closed' }
  | { state: 'opening'; agentId: string }
  | { state: 'open'; agentId: string; device: Device; sync: RunningSync }
  | { state: 'failed'; agentId: string; error: unknown }

export const useWorkspace = create<Workspace>(() => ({ state: 'closed' }))

/** Opens after the one before is closed; the same agent's is left alone. */
export async function openWorkspace(agentId: string): Promise<void> {
  const current = useWorkspace.getState()
  if (current.state !== 'closed' && current.state !== 'failed' && current.agentId === agentId) return
  await closeWorkspace()
  useWorkspace.setState({ state: 'opening', agentId }, true)
  try {
    // Dexie and the sync core are loaded for agents only; a visitor's first page does without.
    const [{ openDevice }, { startSync }] = await Promise.all([import('#storage/device.ts'), import('./start-sync.ts')])
    const device = await openDevice(agentId)
    if (!isStillOpening(agentId)) {
      device.close()
      return
    }
    useWorkspace.setState({ state: 'open', agentId, device, sync: startSync(device) }, true)
  } catch (error) {
    if (isStillOpening(agentId)) useWorkspace.setState({ state: 'failed', agentId, error }, true)
  }
}

/** Ends every reader and writer of this page; the data stays. */
export async function closeWorkspace(): Promise<void> {
  const current = useWorkspace.getState()
  useWorkspace.setState({ state: 'closed' }, true)
  if (current.state !== 'open') return
  await current.sync.stop()
  current.device.close()
}

function isStillOpening(agentId: string): boolean {
  const current = useWorkspace.getState()
  return current.state === 'opening' && current.agentId === agentId
}
