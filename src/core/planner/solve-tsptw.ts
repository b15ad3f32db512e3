import { exactTour, mostExactNodes, roundTripCost } from './exact-tour.ts'
import { randomFrom } from './random.ts'
import { mayContinue, type SearchBudget } from './search-budget.ts'
import { prepareInstance, type TsptwInstance } from './tsptw-instance.ts'
import { improveAround, shake } from './tsptw-improve.ts'
import { feasibleStart, repairedNeighbour } from './tsptw-start.ts'
import { costOf, tolerance, TsptwTour } from './tsptw-tour.ts'

export type TsptwQuestion = SearchBudget & {
  /** Service is part of the arc that leaves a node. */
  travel: readonly (readonly number[])[]
  windows: readonly (readonly [open: number, close: number])[]
  seed: number
}

export type TsptwAnswer = {
  /** From node 0, the depot; the way back to it is not written. */
  tour: number[]
  /** The sum of the arcs, the way back included; waiting costs nothing. */
  cost: number
  feasible: boolean
  provenOptimal: boolean
}

type Nodes = Int32Array<ArrayBuffer>

/**
 * A cheap tour that reaches every node before its window closes: first a tour that meets the windows, then iterated
 * local search among such tours only. The same seed and iterations give the same tour on every machine.
 */
export function solveTsptw({ travel, windows, seed, ...budget }: TsptwQuestion): TsptwAnswer {
  const exact = travel.length <= mostExactNodes ? exactTour(travel, windows) : null
  if (exact !== null) return { tour: exact, cost: roundTripCost(travel, exact), feasible: true, provenOptimal: true }
  const instance = prepareInstance(travel, windows)
  const random = randomFrom(seed)
  const goOn = mayContinue(budget)
  const start = feasibleStart(instance, random, goOn)
  const feasible = start.lateness <= tolerance
  const nodes = feasible ? improve(instance, start.nodes, random, goOn) : start.nodes
  return {
    tour: [...nodes.subarray(0, instance.size)],
    cost: costOf(instance, nodes),
    feasible,
    provenOptimal: false,
  }
}

/** How much worse than the best of its run a tour may be to go on from it. */
const patience = 0.02
const strongestShake = 4
/** A run ends when this many rounds, and more where there are more nodes, brought nothing better. */
const roundsOfARun = 100
/** A run that is worse than the best tour by more than this share ends after so many rounds already. */
const hopeless = 0.01
const roundsOfAHopelessRun = 40

function improve(instance: TsptwInstance, start: Nodes, random: () => number, goOn: () => boolean): Nodes {
  let best = start
  let bestCost = costOf(instance, start)
  while (instance.size > 3 && goOn()) {
    const found = run(instance, nextStart(instance, best, random), bestCost, random, goOn)
    if (found.cost < bestCost - tolerance) ({ nodes: best, cost: bestCost } = found)
  }
  return best
}

/** Where windows are narrow, some tours are reached only through ones that are late; where they are wide, from afar. */
function nextStart(instance: TsptwInstance, best: Nodes, random: () => number): Nodes {
  const choice = random()
  if (choice < 0.15) return best
  const moves = choice < 0.6 ? 2 + Math.floor(random() * 8) : instance.size
  const jump = repairedNeighbour(instance, best, moves, random)
  return jump.lateness <= tolerance ? jump.nodes : best
}

function run(
  instance: TsptwInstance,
  start: Nodes,
  costToBeat: number,
  random: () => number,
  goOn: () => boolean,
): { nodes: Nodes; cost: number } {
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
