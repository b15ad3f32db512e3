import { hasPassed, type Moment } from '#core/domain/time/has-passed.ts'

/** The one that is on or comes next; null when none is left. */
export function nextOpenHouse<House extends { date: string; start_time: string; end_time: string }>(
  openHouses: readonly House[],
  now: Moment,
): House | null {
  const left = openHouses.filter(({ date, end_time }) => !hasPassed(date, end_time, now))
  const [next] = left.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  return next ?? null
}

function startOf({ date, start_time }: { date: string; start_time: string }): string {
  return `${date} ${start_time}`
}
