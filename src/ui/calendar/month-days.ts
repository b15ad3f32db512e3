/** What the days of a month's grid know of it. */
export type MonthDays = {
  month: string
  chosen: string | null
  today: string
  /** How many events a day has. */
  counts: ReadonlyMap<string, number>
  /** The one day that the Tab key reaches; the arrows lead to the others. */
  reachable: string
}
