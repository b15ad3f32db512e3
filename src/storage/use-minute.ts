import { useEffect, useState } from 'react'
import { dateOfInstant, minutesOfInstant } from '#core/domain/wall-clock.ts'
import { useDevice } from './device-context.tsx'

/** The date and the minutes since midnight on this device's clock, from minute to minute. */
export function useMinute(): { today: string; minutesNow: number } {
  const { clock } = useDevice()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const tick = () => setNow(clock.now())
    const untilNextMinute = 60_000 - (now % 60_000)
    const timer = setTimeout(tick, untilNextMinute)
    // A sleeping phone runs no timers.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock, now])
  return { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) }
}
