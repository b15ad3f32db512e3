import { tellFailure } from '#records/saving/save-toasts.ts'
import { hasDevice } from '#storage/opening/locate-devices.ts'
import { exportEverything } from './export-everything.ts'

/**
 * As `exportEverything`, of an agent who cannot sign in any more. Only after the server has said that the account is
 * closed, which it says only to those with the password (decision 18). What waits stays where it is.
 */
export async function exportLocked(agentId: string): Promise<void> {
  try {
    if (!(await hasDevice(agentId))) return
    const { openDevice } = await import('#storage/opening/open-device.ts')
    const device = await openDevice(agentId)
    try {
      await exportEverything(device)
    } finally {
      device.close()
    }
  } catch (error) {
    tellFailure('Not exported', error)
  }
}
