import { ScheduleXCalendar } from '@schedule-x/react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { DayButtons } from './day-buttons.ts'
import { createMonthCalendar } from './month-calendar.ts'
import type { MonthDays } from './month-days.ts'
import type { DayChip } from './month-event.ts'
import './schedule-x-theme.css'

type ScheduleXMonthProps = {
  days: MonthDays
  chips: readonly DayChip[]
  onChoose: (date: string) => void
  /** A key led to another day. */
  onMove: (date: string) => void
}

/** A month of Schedule-X, with days that the keyboard and a screen reader can use. */
export function ScheduleXMonth({ days, chips, onChoose, onMove }: ScheduleXMonthProps) {
  const frame = useRef<HTMLDivElement>(null)
  const buttons = useRef<DayButtons>(null)
  const { month } = days
  // Schedule-X keeps the callbacks it was made with.
  const [presses] = useState(() => new EventTarget())
  const [calendar] = useState(() =>
    createMonthCalendar(month, chips, (date) => presses.dispatchEvent(new CustomEvent('day', { detail: date }))),
  )

  useLayoutEffect(() => {
    const choose = (event: Event) => onChoose((event as CustomEvent<string>).detail)
    presses.addEventListener('day', choose)
    return () => presses.removeEventListener('day', choose)
  }, [presses, onChoose])

  const move = useEffectEvent(onMove)
  useLayoutEffect(() => {
    if (frame.current === null) return undefined
    const made = new DayButtons(frame.current, (date) => move(date))
    buttons.current = made
    return () => made.close()
  }, [])

  useLayoutEffect(() => calendar.show(month, chips), [calendar, month, chips])
  useLayoutEffect(() => buttons.current?.show(days), [days])

  return (
    <div ref={frame} className="fanlight-month">
      <ScheduleXCalendar calendarApp={calendar.app} />
    </div>
  )
}
