import { useConnection } from '#state/connection.ts'
import { signedOut } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { deleteDevice } from '#storage/delete-device.ts'
import type { Device } from '#storage/device.ts'
import { lockAgent } from '#storage/remembered-agent.ts'
import { logoutOrOwe } from './owed-logout.ts'

/** How long leaving waits for the outbox to empty itself before it asks. */
export const sendingBeforeLeavingMs = 10_000

/** Nobody waits longer than this for a server that does not answer; the logout is then owed. */
const patienceWithServerMs = 5000

/** Changes on this device that the server does not have, refused ones included. */
export function countUnsent(device: Device): Promise<number> {
  return device.replica.transact('read', (store) => store.operationCount())
}

/** Tries to send what waits; resolves when nothing is on its way any more, or when waiting longer is no use. */
export function sendBeforeLeaving(): Promise<void> {
  const isOver = () => {
    const { state, waiting } = useConnection.getState()
    return waiting === 0 || (state !== 'sending' && state !== 'idle' && state !== 'starting')
  }
  useConnection.getState().syncNow()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(limit)
      unsubscribe()
      resolve()
    }
    const limit = setTimeout(finish, sendingBeforeLeavingMs)
    const unsubscribe = useConnection.subscribe(() => {
      if (isOver()) finish()
    })
    if (useConnection.getState().waiting === 0 || !navigator.onLine) finish()
  })
}

/**
 * Signs the agent out here, whatever the server says. `wipe` leaves nothing of theirs on this device; `keep` locks the
 * data until the same agent returns. `closeWorkspace` ends every reader and writer of this page first.
 */
export async function leave(
  agentId: string,
  data: 'wipe' | 'keep',
  closeWorkspace: () => Promise<void>,
): Promise<void> {
  await closeWorkspace()
  await Promise.race([logoutOrOwe(), new Promise((resolve) => setTimeout(resolve, patienceWithServerMs))])
  if (data === 'wipe') await deleteDevice(agentId)
  else await lockAgent(agentId)
  signedOut()
  announceSessionChange()
}
