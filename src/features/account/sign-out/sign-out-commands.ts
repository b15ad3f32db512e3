import { clearPendingLogout, setPendingLogout } from '#state/pending-logout.ts'
import { signedOut } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { lockAgent } from '#storage/device/remembered-agent.ts'
import { sendPendingLogout } from '#features/account/sign-in/sign-in-commands.ts'

/** How long a logout tries to send unsent changes before the agent must decide what happens to them. */
const longestSendMs = 10_000

/** How long a logout waits for the server's answer. Without an answer, the logout stays pending and is sent later. */
const longestLogoutMs = 5000

/** Counts the changes on this device that the server does not have, including rejected and unreadable operations. */
export async function countUnsent(device: Device): Promise<number> {
  const [operations, unreadable] = await Promise.all([
    device.replica.transact('read', (tx) => tx.operationCount()),
    device.database.attention.count(),
  ])
  return operations + unreadable
}

export async function sendBeforeLeaving(syncNow: () => Promise<unknown>): Promise<void> {
  await Promise.race([syncNow(), delay(longestSendMs)])
}

/** If this rejects, the agent is still signed in, here and on the server. `wipe` deletes the data, `keep` locks it; `nothing-kept`: the browser has no storage. */
export async function signOutOnDevice(
  agentId: string,
  data: 'wipe' | 'keep' | 'nothing-kept',
  closeWorkspace: () => Promise<void>,
): Promise<void> {
  await closeWorkspace()
  // The logout is stored as pending first, so that it reaches the server later even if this page closes now. It is sent last, so that the
  // agent is still signed in and can try again if the next step fails.
  setPendingLogout()
  try {
    if (data === 'wipe') await deleteDevice(agentId)
    else if (data === 'keep') await lockAgent(agentId)
    else await lockAgent(agentId).catch(() => undefined)
  } catch (error) {
    clearPendingLogout()
    throw error
  }
  await Promise.race([sendPendingLogout(), delay(longestLogoutMs)])
  signedOut()
  announceSessionChange()
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
