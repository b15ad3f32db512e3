import { useEffect } from 'react'

/** Keeps the screen on while the page is looked at. Browsers that cannot are left to the device's own settings. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isWanted = true

    async function take() {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      try {
        const taken = await navigator.wakeLock.request('screen')
        if (isWanted) lock = taken
        else await taken.release()
      } catch {
        // A low battery may forbid it; the kiosk works all the same.
      }
    }

    // The browser takes the lock back whenever the page is hidden.
    const onChange = () => void take()
    document.addEventListener('visibilitychange', onChange)
    void take()
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
