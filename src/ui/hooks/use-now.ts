import { useEffect, useState } from 'react'

/** Returns the current time in milliseconds, updated every second while `isCounting`. */
export function useNow(isCounting: boolean): number {
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
  return now
}
