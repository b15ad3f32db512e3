/* oxlint-disable max-lines -- all moves of one search, which are judged by the same sums */
import { tolerance, type TsptwTour } from './tsptw-tour.ts'

/** Places `from`…`to` are moved behind place `after` (outside of them), turned round or not. */
export type Move = { from: number; to: number; after: number; isTurned: boolean; gain: number }

const longestSegment = 3

/**
 * The move of the segments that begin or end at this node which saves the most, every window met; null when none saves.
 * A run of places is one function of time, "leave at max(arrival + duration, earliest), arrive by latest", and two runs
 * join in one step, so that each move is judged in constant time (Savelsbergh 1992).
 */
export function bestMoveOf(tour: TsptwTour, node: number): Move | null {
  const { size } = tour.instance
  const place = tour.position[node]!
  let best: Move | null = null
  for (let length = 1; length <= longestSegment; length += 1) {
    for (const from of length === 1 ? [place] : [place, place - length + 1]) {
      const to = from + length - 1
      if (from < 1 || to >= size) continue
      best = shiftLater(tour, from, to, best)
      best = shiftEarlier(tour, from, to, best)
    }
  }
  best = turnOnwards(tour, place, best)
  return turnBackwards(tour, place, best)
}

/** The segment, as it stands and turned round, behind places further on. */
function shiftLater(tour: TsptwTour, from: number, to: number, found: Move | null): Move | null {
  const { nodes, ready, latest, instance } = tour
  const { size, travel, opens, closes } = instance
  const width = size + 1
  const before = nodes[from - 1]!
  const first = nodes[from]!
  const last = nodes[to]!
  const next = nodes[to + 1]!
  const straight = runOf(tour, from, to)
  const turned = from === to ? straight : turnedRunOf(tour, from, to)
  const saved = travel[before * width + first]! + travel[last * width + next]! - travel[before * width + next]!
  let best = found
  let now = ready[from - 1]!
  let at = before
  for (let after = to + 1; after < size; after += 1) {
    const node = nodes[after]!
    now = Math.max(now + travel[at * width + node]!, opens[node]!)
    at = node
    if (now > closes[node]! + tolerance) break
    const onward = nodes[after + 1]!
    const cut = saved + travel[node * width + onward]!
    const arrival = now + travel[node * width + first]!
    const turnedArrival = now + travel[node * width + last]!
    if (arrival > straight.latest + tolerance && turnedArrival > turned.latest + tolerance) break
    const gain = cut - travel[node * width + first]! - travel[last * width + onward]!
    if (
      gain > (best?.gain ?? tolerance) + tolerance &&
      arrival <= straight.latest + tolerance &&
      Math.max(arrival + straight.duration, straight.earliest) + travel[last * width + onward]! <=
        latest[after + 1]! + tolerance
    )
      best = { from, to, after, isTurned: false, gain }
    if (from === to) continue
    const turnedGain = cut + turned.gain - travel[node * width + last]! - travel[first * width + onward]!
    if (
      turnedGain > (best?.gain ?? tolerance) + tolerance &&
      turnedArrival <= turned.latest + tolerance &&
      Math.max(turnedArrival + turned.duration, turned.earliest) + travel[first * width + onward]! <=
        latest[after + 1]! + tolerance
    )
      best = { from, to, after, isTurned: true, gain: turnedGain }
  }
  return best
}

/** The segment, as it stands and turned round, behind places further back. */
function shiftEarlier(tour: TsptwTour, from: number, to: number, found: Move | null): Move | null {
  const { nodes, ready, latest, instance } = tour
  const { size, travel, opens, closes, precedes } = instance
  const width = size + 1
  const before = nodes[from - 1]!
  const first = nodes[from]!
  const last = nodes[to]!
  const next = nodes[to + 1]!
  const straight = runOf(tour, from, to)
  const turned = from === to ? straight : turnedRunOf(tour, from, to)
  const saved = travel[before * width + first]! + travel[last * width + next]! - travel[before * width + next]!
  let best = found
  // The run of the places that the segment passes, growing at its head.
  let duration = 0
  let earliest = -Infinity
  let latestArrival = Infinity
  for (let after = from - 2; after >= 0; after -= 1) {
    const passed = nodes[after + 1]!
    if (precedes[passed * width + first] === 1 || precedes[passed * width + last] === 1) break
    if (after === from - 2) {
      earliest = opens[passed]!
      latestArrival = closes[passed]!
    } else {
      const arc = travel[passed * width + nodes[after + 2]!]!
      latestArrival = Math.min(closes[passed]!, latestArrival - arc)
      if (opens[passed]! > latestArrival + tolerance) break
      earliest = Math.max(opens[passed]! + arc + duration, earliest)
      duration += arc
    }
    const node = nodes[after]!
    const cut = saved + travel[node * width + passed]!
    const gain = cut - travel[node * width + first]! - travel[last * width + passed]!
    if (gain > (best?.gain ?? tolerance) + tolerance) {
      const arrival = ready[after]! + travel[node * width + first]!
      const reached = Math.max(arrival + straight.duration, straight.earliest) + travel[last * width + passed]!
      if (
        arrival <= straight.latest + tolerance &&
        reached <= latestArrival + tolerance &&
        Math.max(reached + duration, earliest) + travel[before * width + next]! <= latest[to + 1]! + tolerance
      )
        best = { from, to, after, isTurned: false, gain }
    }
    if (from === to) continue
    const turnedGain = cut + turned.gain - travel[node * width + last]! - travel[first * width + passed]!
    if (turnedGain > (best?.gain ?? tolerance) + tolerance) {
      const arrival = ready[after]! + travel[node * width + last]!
      const reached = Math.max(arrival + turned.duration, turned.earliest) + travel[first * width + passed]!
      if (
        arrival <= turned.latest + tolerance &&
        reached <= latestArrival + tolerance &&
        Math.max(reached + duration, earliest) + travel[before * width + next]! <= latest[to + 1]! + tolerance
      )
        best = { from, to, after, isTurned: true, gain: turnedGain }
    }
  }
  return best
}

/** All segments that begin here, turned round where they are (2-opt). */
function turnOnwards(tour: TsptwTour, from: number, found: Move | null): Move | null {
  const { nodes, ready, latest, instance } = tour
  const { size, travel, opens, closes } = instance
  const width = size + 1
  if (from < 1 || from >= size) return found
  const before = nodes[from - 1]!
  const first = nodes[from]!
  let best = found
  let duration = 0
  let earliest = opens[first]!
  let latestArrival = closes[first]!
  let gainInside = 0
  for (let to = from + 1; to < size; to += 1) {
    const node = nodes[to]!
    const neighbour = nodes[to - 1]!
    const arc = travel[node * width + neighbour]!
    gainInside += travel[neighbour * width + node]! - arc
    latestArrival = Math.min(closes[node]!, latestArrival - arc)
    if (opens[node]! > latestArrival + tolerance) break
    earliest = Math.max(opens[node]! + arc + duration, earliest)
    duration += arc
    const onward = nodes[to + 1]!
    const gain =
      gainInside +
      travel[before * width + first]! +
      travel[node * width + onward]! -
      travel[before * width + node]! -
      travel[first * width + onward]!
    if (gain <= (best?.gain ?? tolerance) + tolerance) continue
    const arrival = ready[from - 1]! + travel[before * width + node]!
    if (
      arrival <= latestArrival + tolerance &&
      Math.max(arrival + duration, earliest) + travel[first * width + onward]! <= latest[to + 1]! + tolerance
    )
      best = { from, to, after: from - 1, isTurned: true, gain }
  }
  return best
}

/** All segments that end here, turned round where they are (2-opt). */
function turnBackwards(tour: TsptwTour, to: number, found: Move | null): Move | null {
  const { nodes, ready, latest, instance } = tour
  const { size, travel, opens, closes } = instance
  const width = size + 1
  if (to < 1 || to >= size) return found
  const last = nodes[to]!
  const onward = nodes[to + 1]!
  let best = found
  let duration = 0
  let earliest = opens[last]!
  let latestArrival = closes[last]!
  let gainInside = 0
  for (let from = to - 1; from >= 1; from -= 1) {
    const node = nodes[from]!
    const neighbour = nodes[from + 1]!
    const arc = travel[neighbour * width + node]!
    gainInside += travel[node * width + neighbour]! - arc
    // The run grows at its end: last … neighbour, then node.
    if (earliest + arc > closes[node]! + tolerance) break
    latestArrival = Math.min(latestArrival, closes[node]! - arc - duration)
    earliest = Math.max(earliest + arc, opens[node]!)
    duration += arc
    const before = nodes[from - 1]!
    const gain =
      gainInside +
      travel[before * width + node]! +
      travel[last * width + onward]! -
      travel[before * width + last]! -
      travel[node * width + onward]!
    if (gain <= (best?.gain ?? tolerance) + tolerance) continue
    const arrival = ready[from - 1]! + travel[before * width + last]!
    if (
      arrival <= latestArrival + tolerance &&
      Math.max(arrival + duration, earliest) + travel[node * width + onward]! <= latest[to + 1]! + tolerance
    )
      best = { from, to, after: from - 1, isTurned: true, gain }
  }
  return best
}

type Run = { duration: number; earliest: number; latest: number; gain: number }

function runOf({ nodes, instance }: TsptwTour, from: number, to: number): Run {
  const { size, travel, opens, closes } = instance
  const run = { duration: 0, earliest: opens[nodes[from]!]!, latest: closes[nodes[from]!]!, gain: 0 }
  for (let place = from + 1; place <= to; place += 1) {
    const node = nodes[place]!
    append(run, travel[nodes[place - 1]! * (size + 1) + node]!, opens[node]!, closes[node]!)
  }
  return run
}

function turnedRunOf({ nodes, instance }: TsptwTour, from: number, to: number): Run {
  const { size, travel, opens, closes } = instance
  const run = { duration: 0, earliest: opens[nodes[to]!]!, latest: closes[nodes[to]!]!, gain: 0 }
  for (let place = to - 1; place >= from; place -= 1) {
    const node = nodes[place]!
    const arc = travel[nodes[place + 1]! * (size + 1) + node]!
    run.gain += travel[node * (size + 1) + nodes[place + 1]!]! - arc
    append(run, arc, opens[node]!, closes[node]!)
  }
  return run
}

/** A run that cannot be met at all has `latest` of minus infinity. */
function append(run: Run, arc: number, opens: number, closes: number): void {
  run.latest = run.earliest + arc > closes + tolerance ? -Infinity : Math.min(run.latest, closes - arc - run.duration)
  run.earliest = Math.max(run.earliest + arc, opens)
  run.duration += arc
}

/** Makes the move, and brings the tour's times up to date. */
export function makeMove(tour: TsptwTour, { from, to, after, isTurned }: Move): void {
  const { nodes } = tour
  const segment = nodes.slice(from, to + 1)
  if (isTurned) segment.reverse()
  if (after > to) {
    nodes.copyWithin(from, to + 1, after + 1)
    nodes.set(segment, after - segment.length + 1)
  } else {
    nodes.copyWithin(after + 1 + segment.length, after + 1, from)
    nodes.set(segment, after + 1)
  }
  tour.update(Math.min(from, after + 1), Math.max(to, after))
}
