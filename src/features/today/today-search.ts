import { isPlainDate } from '#core/domain/time/wall-clock.ts'

/**
 * `date` is the day that is looked at, without one today; `from=start` says that the installed app was opened,
 * `new=showing` and `new=open-house` open the form of one.
 */
export type TodaySearch = {
  date?: string | undefined
  from?: 'start' | undefined
  new?: 'showing' | 'open-house' | undefined
}

/** What an address says; somebody may have typed anything. */
export function readTodaySearch({ date, from, new: begun }: Record<string, unknown>): TodaySearch {
  return {
    date: isPlainDate(date) ? date : undefined,
    from: from === 'start' ? from : undefined,
    new: begun === 'showing' || begun === 'open-house' ? begun : undefined,
  }
}
