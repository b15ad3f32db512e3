import { startTransition, useOptimistic } from 'react'
import type { CalendarPlace } from '#core/domain/schedule/dashboard-search.ts'
import { addMonths, monthOf, sameDayOf, weekOf } from '#core/domain/time/month.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'

type CalendarPlaceOptions = {
  /** Read from the address. */
  place: CalendarPlace
  /** Goes to another address; resolves when it is shown. */
  onGo: (place: CalendarPlace) => Promise<void>
  /** For a week, which is shown as a day where there is none. */
  hasRoom: boolean
  today: string
}

/** Which days a calendar shows, and the ways to others. */
export function useCalendarPlace({ place, onGo, hasRoom, today }: CalendarPlaceOptions) {
  // Shown at once; the address follows a moment later.
  const [{ day, view: asked = 'day' }, show] = useOptimistic(place)
  const view = asked === 'week' && !hasRoom ? ('day' as const) : asked
  const date = day ?? today
  /** The month to pick a day from; null while a day is shown. */
  const month = view === 'month' ? monthOf(date) : null
  const days = view === 'week' ? weekOf(date) : [date]

  function go(nextDate: string, nextView: typeof view = view): void {
    if (nextDate === date && nextView === view) return
    const next: CalendarPlace = {
      // An address without a day follows today, also past midnight.
      ...(nextDate === today ? {} : { day: nextDate }),
      ...(nextView === 'day' ? {} : { view: nextView }),
    }
    startTransition(async () => {
      show(next)
      await onGo(next)
    })
  }

  function goBy(step: number): void {
    go(month === null ? addDays(date, step * days.length) : sameDayOf(addMonths(month, step), date))
  }

  return { date, view, month, days, go, goBy }
}
