import { hasPassed, type Moment } from '#core/domain/time/wall-clock.ts'

/** Returns the current or next open house; null if all have passed. */
export function nextOpenHouse<House extends { date: string; start_time: string; end_time: string }>(
  openHouses: readonly House[],
  now: Moment,
): House | null {
  const remaining = openHouses.filter(({ date, end_time }) => !hasPassed(date, end_time, now))
  const [next] = remaining.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  return next ?? null
}

function startOf({ date, start_time }: { date: string; start_time: string }): string {
  return `${date} ${start_time}`
}

/** Returns a comparison for sorting: entries of today and later days first, the soonest on top; then past days, the latest on top. */
export function soonestFirst<Dated>(
  whenOf: (dated: Dated) => { date: string; time: string },
  today: string,
): (one: Dated, other: Dated) => number {
  return (one, other) => {
    const [first, second] = [whenOf(one), whenOf(other)]
    const [isPast, isOtherPast] = [first.date < today, second.date < today]
    if (isPast !== isOtherPast) return isPast ? 1 : -1
    const order = compare(`${first.date} ${first.time}`, `${second.date} ${second.time}`)
    return isPast ? -order : order
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
