import type { TsptwInstance } from './tsptw-instance.ts'
import { improveAround, shake } from './tsptw-improve.ts'
import { tolerance, TsptwTour } from './tsptw-tour.ts'

/** How much worse than the best of its run a tour may be to go on from it. */
const patience = 0.02
const strongestShake = 4
/** A run ends when this many rounds, and more where there are more nodes, brought nothing better. */
const roundsOfARun = 100
/** A run that is worse than the best tour by more than this share ends after so many rounds already. */
const hopeless = 0.01
const roundsOfAHopelessRun = 40

/** Iterated local search: the tour is shaken and improved again, until that has brought nothing better for long. */
export function shakingRun(
  instance: TsptwInstance,
  start: Int32Array<ArrayBuffer>,
  costToBeat: number,
  random: () => number,
  goOn: () => boolean,
): { nodes: Int32Array<ArrayBuffer>; cost: number } {
  const tour = new TsptwTour(instance, start)
  improveAround(tour, start)
  let current = tour.nodes.slice()
  let currentCost = tour.cost()
  let best = { nodes: current, cost: currentCost }
  const rounds = () =>
    best.cost > costToBeat * (1 + hopeless) ? roundsOfAHopelessRun : roundsOfARun + 2 * instance.size
  for (let sinceBest = 0; sinceBest < rounds() && goOn(); sinceBest += 1) {
    const touched: number[] = []
    const shakes = 1 + Math.floor(strongestShake * random() ** 2)
    for (let shaken = 0; shaken < shakes; shaken += 1) touched.push(...(shake(tour, random) ?? []))
    improveAround(tour, touched)
    const cost = tour.cost()
    if (cost <= currentCost + tolerance || cost <= best.cost * (1 + patience * random() ** 3)) {
      current = tour.nodes.slice()
      currentCost = cost
      if (cost < best.cost - tolerance) {
        best = { nodes: current, cost }
        sinceBest = 0
      }
    } else {
      tour.nodes.set(current)
      tour.update()
    }
  }
  return best
}
