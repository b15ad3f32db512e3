import type { SyncPorts } from '#core/sync/ports.ts'
import { whenQuiet } from './when-quiet.ts'

/** How often it is looked whether there is something to tell. */
const everyMs = 15 * 60_000

/**
 * Tells the server how many changes this device has made and had confirmed, so that a loss shows (fault J12). Nobody waits for
 * it: it comes when the page is quiet, and what fails is told with the next one.
 */
export function reportCountsLater(ports: SyncPorts): { report: () => void; stop: () => Promise<void> } {
  const stopping = new AbortController()
  let lastAt = -Infinity
  let reporting: Promise<void> = Promise.resolve()

  async function tell(): Promise<void> {
    await whenQuiet()
    const { reportCounts } = await import('#core/sync/report-counts.ts')
    if (stopping.signal.aborted) return
    reporting = reportCounts(ports, stopping.signal).catch(() => {})
  }

  return {
    report: () => {
      const now = performance.now()
      if (now - lastAt < everyMs) return
      lastAt = now
      // Without the network there is no code for it either; the next exchange tries again.
      tell().catch(() => {})
    },
    stop: async () => {
      stopping.abort()
      await reporting
    },
  }
}
