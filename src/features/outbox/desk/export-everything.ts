import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { hasDevice } from '#storage/opening/locate-devices.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { exportOutbox } from '#core/sync/resolving/export-outbox.ts'
import type { Device } from '#storage/device/device.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'

/** Call it only after a login was answered with "account closed", which requires the right password (decision 18). Nothing is deleted. */
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
    showFailureToast('Not exported', error)
  }
}

/** Saves a file with everything that is not on the server yet, photos included; needs no network (fault H7). */
export async function exportEverything(device: Device): Promise<void> {
  try {
    const now = device.clock.now()
    const unsent = await exportOutbox(device.replica, now)
    // Unreadable operations are exported as they are stored (fault A11).
    const unreadable = await device.database.attention.toArray()
    const text = JSON.stringify({ ...unsent, unreadable }, null, 2)
    saveAsFile(new Blob([text], { type: 'application/json' }), `fanlight-outbox-${dateOfInstant(now)}.json`)
  } catch (error) {
    showFailureToast('Not exported', error)
  }
}
