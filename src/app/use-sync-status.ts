import { useEffect, useState } from 'react'
import { useConnection } from '#state/connection.ts'
import type { SyncStatus } from '#ui/sync-chip.tsx'
import { syncStatusOf } from './sync-status.ts'

/** The chip's words; the seconds to the next attempt count down while they are shown. */
export function useSyncStatus(): SyncStatus | undefined {
  const connection = useConnection()
  const isCounting = connection.state === 'paused' && connection.nextAttemptAt !== null
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isCounting) return
    const tick = () => setNow(Date.now())
    const first = setTimeout(tick)
    const timer = setInterval(tick, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isCounting])
  return syncStatusOf(connection, now)
}
