import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { timeOfMinutes } from '#core/domain/time/usual-times.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import type { FormValues } from '#ui/form/form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'

type Times = { start_time: string; end_time: string }

/** Another start takes the end along: what is planned stays as long as it was, or lasts so many minutes at first. */
export function useEndWithStart<Values extends FormValues & Times, Parsed>(
  form: RecordForm<Values, Parsed>,
  usualMinutes: number,
): void {
  const times = form.form as unknown as UseFormReturn<Times>
  const start = useRef(times.getValues('start_time'))
  const length = useRef(usualMinutes)
  useEffect(() => {
    function readLength({ start_time, end_time }: Times): void {
      if (start_time === '' || end_time <= start_time) return
      // An end that midnight cut short is not the length that is planned.
      const planned = [length.current, usualMinutes].find((minutes) => isEndOf(end_time, start_time, minutes))
      length.current = planned ?? minutesOfDay(end_time) - minutesOfDay(start_time)
    }
    readLength(times.getValues())
    return times.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        const { start_time } = values
        // While a time is typed it is empty.
        if (start_time === '') return
        const before = start.current
        start.current = start_time
        if (name !== 'start_time') return readLength(values)
        if (start_time !== before) {
          times.setValue('end_time', endAfter(start_time, length.current), { shouldDirty: true })
        }
      },
    })
  }, [times, usualMinutes])
}

function endAfter(start_time: string, minutes: number): string {
  return timeOfMinutes(minutesOfDay(start_time) + minutes)
}

function isEndOf(end_time: string, start_time: string, minutes: number): boolean {
  return end_time.slice(0, 5) === endAfter(start_time, minutes)
}
