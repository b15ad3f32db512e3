/** What comes first: today and later, the soonest on top, then what is over, the latest on top. */
export function soonestFirst<Dated>(
  whenOf: (dated: Dated) => { date: string; time: string },
  today: string,
): (one: Dated, other: Dated) => number {
  return (one, other) => {
    const [first, second] = [whenOf(one), whenOf(other)]
    const [isOver, isOtherOver] = [first.date < today, second.date < today]
    if (isOver !== isOtherOver) return isOver ? 1 : -1
    const order = compare(`${first.date} ${first.time}`, `${second.date} ${second.time}`)
    return isOver ? -order : order
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
