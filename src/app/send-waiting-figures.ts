import { pageHttpClient } from '#api/page-http-client.ts'
import { useConnection } from '#state/connection.ts'
import { useKiosk } from '#state/kiosk.ts'
import type { Device } from '#storage/device/device.ts'
import { countFigures } from '#storage/exposure/unsent-figures.ts'
import { haveToGoAgain, nextFiguresAt } from '#storage/exposure/waiting-figures.ts'

/** Sends figures that wait on this device whenever the server has been reached, and when their next try is due. Returns how to stop. */
export function sendWaitingFigures(device: Device): () => void {
  let isLooking = false
  let waiting = new AbortController()
  const isReached = () => useConnection.getState().state === 'idle'

  async function look(): Promise<void> {
    // While a kiosk runs, the server takes visitors only.
    if (isLooking || useKiosk.getState().running !== null) return
    isLooking = true
    waiting.abort()
    try {
      const { waiting: onTheirWay, needsAgent } = await countFigures(device.database)
      if (onTheirWay + needsAgent === 0 && !(await haveToGoAgain(device.database))) return
      const { sendFigures } = await import('#sending/send-figures.ts')
      await sendFigures(device, pageHttpClient())
      void lookAt(await nextFiguresAt(device.database))
    } catch {
      // The data went away under this page, or the code could not be loaded; what waits is kept.
    } finally {
      isLooking = false
    }
  }

  async function lookAt(at: number | null): Promise<void> {
    const untilThen = (at ?? 0) - device.clock.now()
    // What is due already waits for the server to be reached.
    if (untilThen <= 0) return
    waiting = new AbortController()
    const { signal } = waiting
    await device.clock.sleep(untilThen, signal)
    if (!signal.aborted && isReached()) await look()
  }

  if (isReached()) void look()
  const unsubscribe = useConnection.subscribe((now, before) => {
    if (now.lastReachedAt !== before.lastReachedAt) void look()
  })
  return () => {
    unsubscribe()
    waiting.abort()
  }
}
