import { useCallback, useSyncExternalStore } from 'react'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'

const minuteMs = 60_000

/** Today's date and the minutes since midnight on this device's clock, updated every minute. */
export function useMinute(): { today: string; minutesNow: number } {
  const { clock } = useDevice()
  const subscribe = useCallback(
    (notify: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const update = () => {
        clearTimeout(timer)
        timer = setTimeout(update, minuteMs - (clock.now() % minuteMs))
        notify()
      }
      update()
      // A sleeping phone runs no timers, so the time is also updated when the page becomes visible.
      document.addEventListener('visibilitychange', update)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', update)
      }
    },
    [clock],
  )
  const now = minuteMs * useSyncExternalStore(subscribe, () => Math.floor(clock.now() / minuteMs))
  return { today: dateOfInstant(now), minutesNow: minutesOfInstant(now) }
}
