import { clearPendingLogout, setPendingLogout } from '#state/pending-logout.ts'
import { signedOut } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { lockAgent } from '#storage/device/remembered-agent.ts'
import { sendPendingLogout } from '#features/account/sign-in/sign-in-commands.ts'

/** How long logging out tries to send before it asks. */
const sendingBeforeLeavingMs = 10_000

/** How long logging out waits for the server. Without an answer the logout is pending. */
const patienceWithServerMs = 5000

/** Changes on this device that the server does not have: those refused and those this version cannot read included. */
export async function countUnsent(device: Device): Promise<number> {
  const [operations, unreadable] = await Promise.all([
    device.replica.transact('read', (tx) => tx.operationCount()),
    device.database.attention.count(),
  ])
  return operations + unreadable
}

/** Tries once to send what waits. Resolves when that has ended or takes too long. */
export async function sendBeforeLeaving(syncNow: () => Promise<unknown>): Promise<void> {
  await Promise.race([syncNow(), after(sendingBeforeLeavingMs)])
}

/**
 * Signs the agent out on this device, whatever the server says. `wipe` deletes their data; `keep` locks it until the agent returns;
 * `nothing-kept` is for a browser without storage. `closeWorkspace` first ends every reader and writer of this page. If it rejects, the
 * agent is still signed in, here and on the server.
 */
export async function leave(
  agentId: string,
  data: 'wipe' | 'keep' | 'nothing-kept',
  closeWorkspace: () => Promise<void>,
): Promise<void> {
  await closeWorkspace()
  // Noted first, so that no session is left if this page ends here. Sent last, so that the agent can try again if leaving fails.
  setPendingLogout()
  try {
    if (data === 'wipe') await deleteDevice(agentId)
    else if (data === 'keep') await lockAgent(agentId)
    else await lockAgent(agentId).catch(() => undefined)
  } catch (error) {
    clearPendingLogout()
    throw error
  }
  await Promise.race([sendPendingLogout(), after(patienceWithServerMs)])
  signedOut()
  announceSessionChange()
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
