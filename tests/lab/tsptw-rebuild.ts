import type { TsptwInstance } from './tsptw-instance.ts'
import { tolerance, type TsptwTour } from './tsptw-tour.ts'

const longestRun = 8
/** How often a node near by is passed over, so that other nodes go together each time. */
const passedOver = 0.2

/** Takes one or two runs of places out of the tour, around nodes that are related; returns their nodes. */
export function takeOutRuns(tour: TsptwTour, random: () => number): number[] {
  const { nodes, position } = tour
  const { size, near } = tour.instance
  const isOut = new Uint8Array(size + 1)
  const out: number[] = []
  let first = size
  let last = 0
  let runs = random() < 0.5 ? 1 : 2
  for (const node of near[1 + Math.floor(random() * (size - 1))]!) {
    if (runs === 0) break
    if (isOut[node] === 1 || random() < passedOver) continue
    const length = 1 + Math.floor(random() * Math.min(longestRun, size - 1))
    const from = Math.max(1, Math.min(position[node]! - Math.floor(random() * length), size - length))
    for (let place = from; place < from + length; place += 1) {
      const taken = nodes[place]!
      if (isOut[taken] === 1) continue
      isOut[taken] = 1
      out.push(taken)
    }
    first = Math.min(first, from)
    last = Math.max(last, from + length - 1)
    runs -= 1
  }
  tour.takeOut(isOut, first, last)
  return out
}

/** How often a place is overlooked, so that not always the same tour is built. */
const overlooked = 0.02

/**
 * Puts the nodes back one by one, each where it costs least and every window is met; false, with the tour left
 * unfinished, when one has no such place or all together cost `room` or more.
 */
export function putBack(tour: TsptwTour, out: number[], room: number, random: () => number): boolean {
  let left = room
  for (const node of inSomeOrder(tour.instance, out, random)) {
    const { place, cost } = cheapestPlace(tour, node, left, random)
    if (place === 0) return false
    tour.insert(node, place)
    left -= cost
  }
  return true
}

/** By chance, the narrowest windows first, or the farthest from the depot first. */
function inSomeOrder({ travel, opens, closes }: TsptwInstance, out: number[], random: () => number): number[] {
  const choice = random()
  if (choice < 0.25) return out.sort((one, other) => closes[one]! - opens[one]! - closes[other]! + opens[other]!)
  if (choice < 0.5) return out.sort((one, other) => travel[other]! - travel[one]!)
  for (let end = out.length - 1; end > 0; end -= 1) {
    const other = Math.floor(random() * (end + 1))
    ;[out[end], out[other]] = [out[other]!, out[end]!]
  }
  return out
}

function cheapestPlace(
  { nodes, ready, latest, end, instance }: TsptwTour,
  node: number,
  room: number,
  random: () => number,
): { place: number; cost: number } {
  const { size, travel, opens, closes } = instance
  const width = size + 1
  const opening = opens[node]!
  const closing = closes[node]! + tolerance
  let best = { place: 0, cost: room }
  let place = 1
  while (place < end && latest[place]! < opening) place += 1
  for (; place <= end && ready[place - 1]! <= closing; place += 1) {
    const before = nodes[place - 1]!
    const after = nodes[place]!
    const there = travel[before * width + node]!
    const onward = travel[node * width + after]!
    const cost = there + onward - travel[before * width + after]!
    if (cost >= best.cost) continue
    const arrival = ready[place - 1]! + there
    if (arrival > closing || Math.max(arrival, opening) + onward > latest[place]! + tolerance) continue
    if (random() >= overlooked) best = { place, cost }
  }
  return best
}
