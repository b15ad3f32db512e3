import type { Device } from '#storage/device.ts'
import type { RunningSync } from './start-sync.ts'
import { whenQuiet } from './when-quiet.ts'

/**
 * After signing in, the exchange begins at once, because the screens may be empty until then. An agent who comes back
 * sees what the device holds first, and news when the page stands; asking for it, or looking away, does not wait.
 */
export function startSyncInTime(device: Device, when: 'at-once' | 'when-quiet'): RunningSync {
  let started: Promise<RunningSync> | null = null
  let isStopped = false

  async function start(): Promise<RunningSync | null> {
    if (isStopped) return null
    started ??= import('./start-sync.ts').then(({ startSync }) => startSync(device))
    return started
  }
  const startWhenHidden = () => {
    if (document.visibilityState === 'hidden') void start()
  }
  document.addEventListener('visibilitychange', startWhenHidden)
  if (when === 'when-quiet') void whenQuiet().then(start)
  else void start()

  return {
    syncNow: async () => {
      const running = await start()
      if (running === null) throw new Error('This agent has signed out; there is nothing to sync.')
      return running.syncNow()
    },
    stop: async () => {
      isStopped = true
      document.removeEventListener('visibilitychange', startWhenHidden)
      await (await started)?.stop()
    },
  }
}
