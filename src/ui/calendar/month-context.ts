import { createContext } from 'react'

/** What the days of a month's grid know of it. */
export type MonthContextValue = {
  month: string
  chosen: string | null
  today: string
  /** How many events a day has. */
  counts: ReadonlyMap<string, number>
  /** The one day that the Tab key reaches; the arrows lead to the others. */
  reachable: string
  /** Whether the reachable day takes the focus, because a key led there. */
  takesFocus: boolean
  onMove: (date: string) => void
}

export const MonthContext = createContext<MonthContextValue | null>(null)
