import { useEffect, useState } from 'react'
import { dateOfInstant } from '#core/domain/wall-clock.ts'
import { useDevice } from '#storage/device-context.tsx'

/** The date and the minutes since midnight on this device's clock, kept up to date. */
export function useMinute(): { today: string; minutesNow: number } {
  const { clock } = useDevice()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 60_000)
    return () => clearInterval(timer)
  }, [clock])
  const local = new Date(now)
  return { today: dateOfInstant(now), minutesNow: local.getHours() * 60 + local.getMinutes() }
}
