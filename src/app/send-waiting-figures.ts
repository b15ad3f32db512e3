import { pageHttpClient } from '#api/page-http-client.ts'
import { useConnection } from '#state/connection.ts'
import { useKiosk } from '#state/kiosk.ts'
import type { Device } from '#storage/device.ts'
import { countFigures } from '#storage/unsent-figures.ts'
import { haveToGoAgain } from '#storage/waiting-figures.ts'

/** Sends figures that wait on this device whenever the server has been reached. Gives back how to stop. */
export function sendWaitingFigures(device: Device): () => void {
  let isLooking = false

  async function look(): Promise<void> {
    // While a kiosk runs, the server takes visitors only.
    if (isLooking || useKiosk.getState().running !== null) return
    isLooking = true
    try {
      const { waiting, needsYou } = await countFigures(device.database)
      if (waiting + needsYou === 0 && !(await haveToGoAgain(device.database))) return
      const { sendFigures } = await import('#sending/send-figures.ts')
      await sendFigures(device, pageHttpClient())
    } catch {
      // The data went away under this page, or the code could not be loaded; what waits is kept.
    } finally {
      isLooking = false
    }
  }

  if (useConnection.getState().state === 'idle') void look()
  return useConnection.subscribe((now, before) => {
    if (now.lastReachedAt !== before.lastReachedAt) void look()
  })
}
