import { clearPendingLogout, setPendingLogout } from '#state/pending-logout.ts'
import { signedOut } from '#state/session.ts'
import { announceSessionChange } from '#state/session-channel.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device } from '#storage/device/device.ts'
import { lockAgent } from '#storage/device/remembered-agent.ts'
import { countFigures } from '#storage/exposure/unsent-figures.ts'
import { sendPendingLogout } from '#features/account/sign-in/sign-in-commands.ts'

/** How long leaving waits for the outbox to empty itself before it asks. */
const sendingBeforeLeavingMs = 10_000

/** The longest wait for a server that does not answer; the logout is then pending. */
const patienceWithServerMs = 5000

/** Changes on this device that the server does not have: refused ones, those this version cannot read, and exposure figures included. */
export async function countUnsent(device: Device): Promise<number> {
  const [operations, unreadable, figures] = await Promise.all([
    device.replica.transact('read', (store) => store.operationCount()),
    device.database.attention.count(),
    countFigures(device.database),
  ])
  return operations + unreadable + figures.waiting + figures.needsYou
}

/** Tries once to send what waits; resolves when that is over, or when waiting longer is no use. */
export async function sendBeforeLeaving(syncNow: () => Promise<unknown>): Promise<void> {
  await Promise.race([syncNow(), after(sendingBeforeLeavingMs)])
}

/**
 * Signs the agent out here, whatever the server says. `wipe` leaves nothing of theirs on this device; `keep` locks the
 * data until the same agent returns; `nothing-kept` is for a browser that refuses storage, where an earlier visit may have
 * left some that cannot be seen now. `closeWorkspace` ends every reader and writer of this page first. Rejects with the
 * agent still signed in, here and on the server.
 */
export async function leave(
  agentId: string,
  data: 'wipe' | 'keep' | 'nothing-kept',
  closeWorkspace: () => Promise<void>,
): Promise<void> {
  await closeWorkspace()
  // Owed first, so that a page that ends here leaves no session behind; sent last, so that an agent who could not leave can try again.
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
