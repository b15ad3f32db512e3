import { isPlainDate } from '#core/domain/time/wall-clock.ts'

/** The query of `/today`. `date`: the day shown, by default today. `from=start`: the installed app was opened. `new` opens a form. */
export type TodaySearch = {
  date?: string | undefined
  from?: 'start' | undefined
  new?: 'showing' | 'open-house' | undefined
}

export function readTodaySearch({ date, from, new: form }: Record<string, unknown>): TodaySearch {
  return {
    date: isPlainDate(date) ? date : undefined,
    from: from === 'start' ? from : undefined,
    new: form === 'showing' || form === 'open-house' ? form : undefined,
  }
}
