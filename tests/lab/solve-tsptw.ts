import { exactTour, mostExactNodes, roundTripCost } from './exact-tour.ts'
import { randomFrom } from '#core/planner/random.ts'
import { mayContinue, type SearchBudget } from './search-budget.ts'
import { prepareInstance, type TsptwInstance } from './tsptw-instance.ts'
import { rebuildingRun } from './tsptw-rebuilding-run.ts'
import { shakingRun } from './tsptw-shaking-run.ts'
import { feasibleStart, repairedNeighbour } from './tsptw-start.ts'
import { costOf, tolerance } from './tsptw-tour.ts'

type TsptwQuestion = SearchBudget & {
  /** Service is part of the arc that leaves a node. */
  travel: readonly (readonly number[])[]
  windows: readonly (readonly [open: number, close: number])[]
  seed: number
}

type TsptwAnswer = {
  /** From node 0, the depot; the way back to it is not written. */
  tour: number[]
  /** The sum of the arcs, the way back included; waiting costs nothing. */
  cost: number
  feasible: boolean
  provenOptimal: boolean
}

/** The nodes of a whole tour, the depot at both ends. */
type Nodes = Int32Array<ArrayBuffer>

/**
 * A cheap tour that reaches every node before its window closes: first a tour that meets the windows, then searches
 * of two kinds among such tours only. The same seed and iterations give the same tour on every machine.
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

/** Two runs that rebuild, then one that shakes: what the one kind finds late, the other often finds at once. */
const runsOfACycle = 3
/** How often a rebuilding run begins afresh, with the very first tour. */
const afresh = 0.25

function improve(instance: TsptwInstance, start: Nodes, random: () => number, goOn: () => boolean): Nodes {
  let best = start
  let bestCost = costOf(instance, start)
  for (let runs = 0; instance.size > 3 && goOn(); runs += 1) {
    const isShaking = runs % runsOfACycle === runsOfACycle - 1
    const isAfresh = runs === 0 || (!isShaking && random() < afresh)
    const from = isAfresh ? start : nextStart(instance, best, random)
    const found = isShaking
      ? shakingRun(instance, from, bestCost, random, goOn)
      : rebuildingRun(instance, from, random, goOn)
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
