import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { exportOutbox } from '#core/sync/deciding/export-outbox.ts'
import { tellFailure } from '#records/saving/save-toasts.ts'
import type { Device } from '#storage/device/device.ts'
import { partsToSend } from '#storage/exposure/waiting-figures.ts'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'

/** Hands the agent one file with everything that is not on the server yet, photos included; needs no network (fault H7). */
export async function exportEverything(device: Device): Promise<void> {
  try {
    const now = device.clock.now()
    const unsent = await exportOutbox(device.replica, now)
    // What this version cannot read goes along as it was found (fault A11).
    const unreadable = await device.database.attention.toArray()
    const figures = await partsToSend(device.database)
    const text = JSON.stringify({ ...unsent, figures, unreadable }, null, 2)
    saveAsFile(new Blob([text], { type: 'application/json' }), `fanlight-outbox-${dateOfInstant(now)}.json`)
  } catch (error) {
    tellFailure('Not exported', error)
  }
}
