import type { PlanInput, Span } from '#core/planner/plan-types.ts'

export type BestOfAll = { priority: number; drive: number; end: number; sequence: (number | string)[] }

type Moment = { time: number; place: number; drive: number; sequence: number[]; met: number[]; lunch: boolean }

/**
 * The best plan by brute force, from the planner's rules alone: every order of every choice of stops, fixed visits and lunch,
 * each as early as possible. Visits last `minMinutes` or as long as the agent set. Null if the locked stops do not fit.
 */
export function bruteForce(input: PlanInput): BestOfAll | null {
  const { stops, fixed = [], matrix } = input
  if (matrix === undefined) throw new Error('Give the matrix: this search does not estimate.')
  const start = input.startPlace === undefined ? -1 : stops.length + fixed.length
  const home = input.endPlace === undefined ? -1 : stops.length + fixed.length + (start < 0 ? 0 : 1)
  const endNodes = [...fixed.keys()].filter((index) => fixed[index]?.endPlace !== undefined)
  const afterPlaces = stops.length + fixed.length + (start < 0 ? 0 : 1) + (home < 0 ? 0 : 1)
  const wantsLunch = lunchIsDue(input) && tryAll({ ...input, stops: [] }, true).length > 0
  return tryAll(input, wantsLunch).toSorted(compare)[0] ?? null

  function tryAll(day: PlanInput, wantsLunch: boolean): BestOfAll[] {
    const ended: BestOfAll[] = []
    follow({ time: day.start, place: start, drive: 0, sequence: [], met: [], lunch: !wantsLunch })
    return ended

    function follow(now: Moment): void {
      for (const fed of eat(input, now)) follow(fed)
      for (const last of goHome(now)) end(last)
      for (const [index, stop] of day.stops.entries()) {
        if (now.sequence.includes(index) || stop.latitude === null) continue
        const length = (stop.minutes ?? day.minMinutes) * 60
        for (const there of drive(now, index)) {
          const begins = (stop.windows ?? [[day.start, day.end]]).flatMap(
            (window) => earliest(input, there.time, length, window) ?? [],
          )
          if (begins.length === 0) continue
          const time = Math.min(...begins) + length
          follow({ ...there, time, place: index, sequence: [...now.sequence, index] })
        }
      }
      for (const [index, visit] of fixed.entries()) {
        if (now.met.includes(index)) continue
        const node = stops.length + index
        for (const there of drive(now, node)) {
          const place = visit.endPlace === undefined ? node : endNodes.indexOf(index) + afterPlaces
          if (there.time <= visit.start) follow({ ...there, time: visit.end, place, met: [...now.met, index] })
        }
      }
    }

    function end({ time, drive, sequence, met, lunch }: Moment): void {
      if (!lunch || met.length < fixed.length || time > day.end) return
      if (day.stops.some((stop, index) => stop.locked === true && !sequence.includes(index))) return
      const chosen = sequence.flatMap((index) => day.stops[index] ?? [])
      ended.push({
        priority: chosen.reduce((sum, stop) => sum + (stop.priority ?? 1), 0),
        drive,
        end: time,
        sequence: chosen.map((stop) => stop.listing_id),
      })
    }

    function goHome(now: Moment): Moment[] {
      return home < 0 || (now.sequence.length === 0 && now.met.length === 0) ? [now] : drive(now, home)
    }
  }

  function drive(now: Moment, to: number): Moment[] {
    const seconds = now.place < 0 ? 0 : (matrix?.seconds[now.place]?.[to] ?? Infinity)
    const depart = seconds === 0 ? now.time : earliest(input, now.time, seconds, [input.start, input.end])
    if (depart === null) return []
    const there = { ...now, time: depart + seconds, drive: now.drive + seconds, place: to }
    return [there, ...eat(input, there)]
  }
}

function eat(input: PlanInput, now: Moment): Moment[] {
  if (now.lunch || input.lunch === null) return []
  const open: Span = [Math.max(input.start, input.lunch.open), Math.min(input.end, input.lunch.close)]
  const begin = earliest(input, now.time, input.lunch.minutes * 60, open)
  return begin === null ? [] : [{ ...now, time: begin + input.lunch.minutes * 60, lunch: true }]
}

/** The first moment from `from` on at which `length` seconds fit into the span outside all busy time. */
function earliest(input: PlanInput, from: number, length: number, [open, close]: Span): number | null {
  const moments = [from, open, ...input.busy.map(([, to]) => to)].filter((moment) => moment >= from && moment >= open)
  const free = moments.filter(
    (moment) =>
      moment + length <= close && input.busy.every(([busy, done]) => moment + length <= busy || moment >= done),
  )
  return free.length === 0 ? null : Math.min(...free)
}

function lunchIsDue({ start, end, lunch }: PlanInput): boolean {
  return lunch !== null && Math.min(end, lunch.close) - Math.max(start, lunch.open) >= lunch.minutes * 60
}

function compare(one: BestOfAll, other: BestOfAll): number {
  const difference = other.priority - one.priority || one.drive - other.drive || one.end - other.end
  if (difference !== 0) return difference
  for (const [place, id] of one.sequence.entries()) {
    const rival = other.sequence[place]
    if (rival === undefined) return 1
    if (id !== rival) return Number(id) - Number(rival)
  }
  return one.sequence.length - other.sequence.length
}
