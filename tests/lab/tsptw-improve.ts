import { bestMoveOf, makeMove } from './tsptw-moves.ts'
import { tolerance, type TsptwTour } from './tsptw-tour.ts'

/** Makes the best moves of these nodes, and then of those near each move, until none of them saves anything. */
export function improveAround(tour: TsptwTour, nodes: Iterable<number>): void {
  const { size } = tour.instance
  const waiting: number[] = [...nodes].filter((node) => node > 0 && node < size)
  const isWaiting = new Uint8Array(size + 1)
  for (const node of waiting) isWaiting[node] = 1
  for (;;) {
    const node = waiting.shift()
    if (node === undefined) return
    isWaiting[node] = 0
    const move = bestMoveOf(tour, node)
    if (move === null) continue
    makeMove(tour, move)
    const low = Math.min(move.from, move.after + 1)
    const high = Math.max(move.to, move.after)
    for (const near of [
      low,
      low + 1,
      low + 2,
      high - 1,
      high,
      high + 1,
      low - 1,
      low - 2,
      high + 2,
      move.from,
      move.to,
    ]) {
      const next = near > 0 && near < size ? tour.nodes[near]! : 0
      if (next === 0 || isWaiting[next] === 1) continue
      isWaiting[next] = 1
      waiting.push(next)
    }
  }
}

const attempts = 30
const longestSwapped = 12

/** Swaps two neighbouring runs of places, chosen at random, where the windows allow; null when no attempt was allowed. */
export function shake(tour: TsptwTour, random: () => number): number[] | null {
  const { size } = tour.instance
  const below = (limit: number) => Math.floor(random() * limit)
  const longest = Math.min(random() < 0.5 ? longestSwapped : longestSwapped * 4, size - 2)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const from = 1 + below(size - 2)
    const middle = from + below(Math.min(longest, size - 1 - from))
    const to = middle + 1 + below(Math.min(longest, size - 1 - middle))
    if (!canSwap(tour, from, middle, to)) continue
    const { nodes } = tour
    const ends = [from - 1, from, middle, middle + 1, to, to + 1].map((place) => nodes[place]!)
    const swapped = [...nodes.subarray(middle + 1, to + 1), ...nodes.subarray(from, middle + 1)]
    nodes.set(swapped, from)
    tour.update(from, to)
    return ends
  }
  return null
}

/** Whether places `middle + 1`…`to` can come before `from`…`middle`. */
function canSwap({ nodes, ready, latest, instance }: TsptwTour, from: number, middle: number, to: number): boolean {
  const { size, travel, opens, closes } = instance
  let now = ready[from - 1]!
  let at = nodes[from - 1]!
  for (let step = 0; step <= to - from; step += 1) {
    const place = step < to - middle ? middle + 1 + step : from + step - (to - middle)
    const node = nodes[place]!
    now = Math.max(now + travel[at * (size + 1) + node]!, opens[node]!)
    if (now > closes[node]! + tolerance) return false
    at = node
  }
  return now + travel[at * (size + 1) + nodes[to + 1]!]! <= latest[to + 1]! + tolerance
}
