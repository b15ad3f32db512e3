import { type DayProblem, driveSeconds, earliestFree, earliestLunch, earliestVisit } from './day-problem.ts'
import type { RouteScore } from './route-in-order.ts'

type BestSequence = RouteScore & { sequence: number[] }

/** The most stops that `searchVisitSets` accepts: it compares all sets and orders. */
export const maxExactStops = 15

/**
 * Returns the best stops in their best order, by dynamic programming over sets of visited stops. A state is the set, the agent's location, the number
 * of fixed visits made, and whether lunch is over. Each state has labels (time, driving, sequence); none of them is better than another
 * in all three. `high` and `low` are a packed sequence, see `LabelPool`. Null if the locked stops or fixed visits are infeasible.
 */
// oxlint-disable-next-line max-lines-per-function -- one loop over the states; several functions would pass a dozen numbers a million times
export function searchVisitSets(problem: DayProblem): BestSequence | null {
  const { stops, fixed, busy } = problem
  const count = stops.length
  if (count > maxExactStops) throw new RangeError(`At most ${maxExactStops} stops can be searched exactly.`)
  const fixedCount = fixed.length
  const places = count + 1
  const full = 1 << count
  const pool = new LabelPool(full * (fixedCount + 1) * places * 2)
  const { drives, homeDrives } = flatDrives(problem)
  const priorities = prioritiesOfSets(problem)
  const locked = stops.reduce((set, stop, index) => (stop.locked ? set | (1 << index) : set), 0)
  const lunchSeconds = problem.lunch?.seconds ?? 0
  let best: { priority: number; drive: number; end: number; high: number; low: number; set: number } | null = null

  const finish = (set: number, drive: number, end: number, high: number, low: number) => {
    if (end > problem.end) return
    const priority = priorities[set] ?? 0
    if (best !== null) {
      const difference =
        best.priority - priority || drive - best.drive || end - best.end || high - best.high || low - best.low
      if (difference >= 0) return
    }
    best = { priority, drive, end, high, low, set }
  }

  pool.add(problem.lunch === null ? 2 * count + 1 : 2 * count, problem.start, 0, 0, 0)
  for (let set = 0; set < full; set += 1) {
    const position = bitsOf(set)
    const mayEnd = (set & locked) === locked
    for (let fixedMade = 0; fixedMade <= fixedCount; fixedMade += 1) {
      const next = fixed[fixedMade]
      const latest = next?.start ?? problem.end
      for (let lunch = 0; lunch < 2; lunch += 1) {
        for (let last = 0; last < places; last += 1) {
          const state = ((set * (fixedCount + 1) + fixedMade) * places + last) * 2 + lunch
          const at = last === count && fixedMade > 0 ? count + fixedMade : last
          const row = at * (count + fixedCount + 1)
          for (let label = pool.first(state); label >= 0; label = pool.next(label)) {
            const time = pool.time(label)
            if (time > latest) continue
            const drive = pool.drive(label)
            const high = pool.high(label)
            const low = pool.low(label)

            if (lunch === 0) {
              const eat = earliestLunch(problem, time)
              if (eat === null) continue
              pool.add(state + 1, eat + lunchSeconds, drive, high, low)
            }

            if (next === undefined) {
              const home = set === 0 && fixedMade === 0 ? 0 : (homeDrives[at] ?? 0)
              const arrive = earliestFree(busy, time, home) + home
              if (mayEnd && lunch === 1) finish(set, drive + home, arrive, high, low)
              if (mayEnd && lunch === 0) {
                const eat = earliestLunch(problem, arrive)
                if (eat !== null) finish(set, drive + home, eat + lunchSeconds, high, low)
              }
            } else {
              const seconds = drives[row + count + 1 + fixedMade] ?? 0
              const arrive = earliestFree(busy, time, seconds) + seconds
              if (arrive <= next.start) {
                const after = ((set * (fixedCount + 1) + fixedMade + 1) * places + count) * 2
                pool.add(after + lunch, next.end, drive + seconds, high, low)
                const eat = lunch === 0 ? earliestLunch(problem, arrive) : null
                if (eat !== null && eat + lunchSeconds <= next.start)
                  pool.add(after + 1, next.end, drive + seconds, high, low)
              }
            }

            for (let index = 0; index < count; index += 1) {
              if ((set & (1 << index)) !== 0) continue
              const stop = stops[index]
              if (stop === undefined) continue
              const seconds = drives[row + index] ?? 0
              const arrive = earliestFree(busy, time, seconds) + seconds
              const start = earliestVisit(problem, stop, arrive, stop.seconds)
              if (start === null || start + stop.seconds > latest) continue
              const nextState = (((set | (1 << index)) * (fixedCount + 1) + fixedMade) * places + index) * 2
              const nextHigh = position < 7 ? high | ((index + 1) << (24 - 4 * position)) : high
              const nextLow = position < 7 ? low : (low | ((index + 1) << (28 - 4 * (position - 7)))) >>> 0
              pool.add(nextState + lunch, start + stop.seconds, drive + seconds, nextHigh, nextLow)
              if (lunch === 1) continue
              const eat = earliestLunch(problem, arrive)
              if (eat === null) continue
              const startAfterLunch = earliestVisit(problem, stop, eat + lunchSeconds, stop.seconds)
              if (startAfterLunch !== null && startAfterLunch + stop.seconds <= latest)
                pool.add(nextState + 1, startAfterLunch + stop.seconds, drive + seconds, nextHigh, nextLow)
            }
          }
        }
      }
    }
  }
  return best === null ? null : decoded(best)
}

/** Drive seconds, row by row: from stops, the start and fixed visits' ends, to stops, the start and fixed visits. `homeDrives`: to the end place. */
function flatDrives(problem: DayProblem): { drives: Float64Array; homeDrives: Float64Array } {
  const homes = [...problem.stops.map(({ node }) => node), problem.startNode]
  const froms = [...homes, ...problem.fixed.map(({ endNode }) => endNode)]
  const tos = [...homes, ...problem.fixed.map(({ node }) => node)]
  const drives = Float64Array.from(froms.flatMap((from) => tos.map((to) => driveSeconds(problem, from, to))))
  const homeDrives = Float64Array.from(froms.map((from) => driveSeconds(problem, from, problem.endNode)))
  return { drives, homeDrives }
}

function prioritiesOfSets({ stops }: DayProblem): Float64Array {
  const sums = new Float64Array(1 << stops.length)
  for (let set = 1; set < sums.length; set += 1) {
    const lowest = 31 - Math.clz32(set & -set)
    sums[set] = (sums[set & (set - 1)] ?? 0) + (stops[lowest]?.priority ?? 0)
  }
  return sums
}

function bitsOf(set: number): number {
  let bits = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}

function decoded(best: RouteScore & { high: number; low: number; set: number }): BestSequence {
  const sequence = Array.from({ length: bitsOf(best.set) }, (_, position) => {
    const packed = position < 7 ? best.high >>> (24 - 4 * position) : best.low >>> (28 - 4 * (position - 7))
    return (packed & 15) - 1
  })
  return { priority: best.priority, drive: best.drive, end: best.end, sequence }
}

/**
 * Labels in typed arrays, because millions of objects would overload the garbage collector. Each state has a linked list of
 * labels. A sequence of up to 15 stops is packed into two numbers, four bits a stop, which compare as the sequences do.
 */
class LabelPool {
  private readonly heads: Int32Array
  private count = 0
  private nexts = new Int32Array(1 << 12)
  private times = new Int32Array(1 << 12)
  private drives = new Int32Array(1 << 12)
  private highs = new Int32Array(1 << 12)
  private lows = new Uint32Array(1 << 12)

  constructor(states: number) {
    this.heads = new Int32Array(states).fill(-1)
  }

  first(state: number): number {
    return this.heads[state] ?? -1
  }

  next(label: number): number {
    return this.nexts[label] ?? -1
  }

  time(label: number): number {
    return this.times[label] ?? 0
  }

  drive(label: number): number {
    return this.drives[label] ?? 0
  }

  high(label: number): number {
    return this.highs[label] ?? 0
  }

  low(label: number): number {
    return this.lows[label] ?? 0
  }

  /** Adds a label, unless the state has one that is at least as good in all three values. Removes labels that are no better than the new one. */
  add(state: number, time: number, drive: number, high: number, low: number): void {
    let before = -1
    for (let label = this.first(state); label >= 0; label = this.next(label)) {
      const timeDifference = time - this.time(label)
      const driveDifference = drive - this.drive(label)
      // With equal driving, a label with a later time but a smaller sequence stays, too: a wait may make the times equal.
      const order = driveDifference === 0 ? high - this.high(label) || low - this.low(label) : 0
      if (timeDifference >= 0 && driveDifference >= 0 && order >= 0) return
      if (timeDifference <= 0 && driveDifference <= 0 && order <= 0) this.unlink(state, before, label)
      else before = label
    }
    this.append(state, before, time, drive, high, low)
  }

  private unlink(state: number, before: number, label: number): void {
    if (before < 0) this.heads[state] = this.next(label)
    else this.nexts[before] = this.next(label)
  }

  private append(state: number, before: number, time: number, drive: number, high: number, low: number): void {
    const label = this.count
    if (label === this.times.length) this.grow()
    this.count += 1
    this.times[label] = time
    this.drives[label] = drive
    this.highs[label] = high
    this.lows[label] = low
    this.nexts[label] = -1
    if (before < 0) this.heads[state] = label
    else this.nexts[before] = label
  }

  private grow(): void {
    const size = this.times.length * 2
    this.nexts = grown(this.nexts, new Int32Array(size))
    this.times = grown(this.times, new Int32Array(size))
    this.drives = grown(this.drives, new Int32Array(size))
    this.highs = grown(this.highs, new Int32Array(size))
    this.lows = grown(this.lows, new Uint32Array(size))
  }
}

function grown<Numbers extends Int32Array | Uint32Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old)
  return larger
}
