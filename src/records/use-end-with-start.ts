import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { timeOfMinutes } from '#core/domain/usual-times.ts'
import { minutesOfDay } from '#core/domain/wall-clock.ts'
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
  useEffect(
    () =>
      times.subscribe({
        formState: { values: true },
        callback: ({ name, values: { start_time, end_time } }) => {
          // While a time is typed it is empty.
          if (start_time === '') return
          const before = start.current
          start.current = start_time
          if (name !== 'start_time' || start_time === before) return
          const length =
            before !== '' && end_time > before ? minutesOfDay(end_time) - minutesOfDay(before) : usualMinutes
          times.setValue('end_time', timeOfMinutes(minutesOfDay(start_time) + length), { shouldDirty: true })
        },
      }),
    [times, usualMinutes],
  )
}
