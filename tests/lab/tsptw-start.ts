import type { TsptwInstance } from './tsptw-instance.ts'
import { latenessOf, tolerance } from './tsptw-tour.ts'

const strongestShake = 8

/**
 * A tour that meets all windows, or the least late one that was found (da Silva & Urrutia 2010, first phase): single
 * places are moved while that makes the tour less late; where nothing helps, some are moved at random.
 */
export function feasibleStart(
  instance: TsptwInstance,
  random: () => number,
  budget: () => boolean,
): { nodes: Int32Array<ArrayBuffer>; lateness: number } {
  const byClosing = Array.from({ length: instance.size - 1 }, (_, index) => index + 1).sort(
    (one, other) => instance.closes[one]! - instance.closes[other]! || instance.opens[one]! - instance.opens[other]!,
  )
  let best = Int32Array.from([0, ...byClosing, instance.size])
  let bestLateness = moveUntilStuck(instance, best)
  for (let shake = 1; bestLateness > tolerance && budget(); shake = (shake % strongestShake) + 1) {
    const { nodes, lateness } = repairedNeighbour(instance, best, shake, random)
    if (lateness <= bestLateness + tolerance) {
      if (lateness < bestLateness - tolerance) shake = 0
      best = nodes
      bestLateness = lateness
    }
  }
  return { nodes: best, lateness: bestLateness }
}

/** The tour with some places moved at random and then made as little late as single moves can make it. */
export function repairedNeighbour(
  instance: TsptwInstance,
  tour: Int32Array<ArrayBuffer>,
  moves: number,
  random: () => number,
): { nodes: Int32Array<ArrayBuffer>; lateness: number } {
  const nodes = tour.slice()
  for (let moved = 0; moved < moves; moved += 1) {
    const from = 1 + Math.floor(random() * (instance.size - 1))
    moveNode(nodes, from, 1 + Math.floor(random() * (instance.size - 1)))
  }
  return { nodes, lateness: moveUntilStuck(instance, nodes) }
}

/** Moves single places to where the tour is less late, late ones forward and others back first; returns the lateness. */
function moveUntilStuck(instance: TsptwInstance, nodes: Int32Array): number {
  let lateness = latenessOf(instance, nodes)
  for (let isBetter = true; isBetter && lateness > tolerance;) {
    isBetter = false
    for (let from = 1; from < instance.size && lateness > tolerance; from += 1) {
      const bestMove = leastLateMove(instance, nodes, from, lateness)
      if (bestMove.to === from) continue
      moveNode(nodes, from, bestMove.to)
      lateness = bestMove.lateness
      isBetter = true
    }
  }
  return lateness
}

function leastLateMove(
  instance: TsptwInstance,
  nodes: Int32Array,
  from: number,
  lateness: number,
): { to: number; lateness: number } {
  const { size, precedes } = instance
  const node = nodes[from]!
  let best = { to: from, lateness }
  const consider = (moved: Int32Array, to: number) => {
    const late = latenessOf(instance, moved)
    if (late < best.lateness - tolerance) best = { to, lateness: late }
  }
  const earlier = nodes.slice()
  for (let to = from - 1; to >= 1; to -= 1) {
    const passed = earlier[to]!
    if (precedes[passed * (size + 1) + node] === 1) break
    earlier[to] = node
    earlier[to + 1] = passed
    consider(earlier, to)
  }
  const later = nodes.slice()
  for (let to = from + 1; to < size; to += 1) {
    const passed = later[to]!
    if (precedes[node * (size + 1) + passed] === 1) break
    later[to] = node
    later[to - 1] = passed
    consider(later, to)
  }
  return best
}

function moveNode(nodes: Int32Array, from: number, to: number): void {
  const node = nodes[from]!
  if (from < to) nodes.copyWithin(from, from + 1, to + 1)
  else nodes.copyWithin(to + 1, to, from)
  nodes[to] = node
}
