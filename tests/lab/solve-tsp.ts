import { exactTour, mostExactNodes, roundTripCost } from './exact-tour.ts'
import { randomFrom } from '#core/planner/random.ts'
import { mayContinue, type SearchBudget } from './search-budget.ts'
import { TspTour } from './tsp-tour.ts'

type TspQuestion = SearchBudget & { travel: readonly (readonly number[])[]; seed: number }

type TspAnswer = { tour: number[]; cost: number; provenOptimal: boolean }

/**
 * A short round trip over a symmetric matrix: iterated local search with 2-opt and or-opt moves among near neighbours;
 * what a small random change leads to is kept when it is not longer. The same seed and iterations give the same tour.
 */
export function solveTsp({ travel, seed, ...budget }: TspQuestion): TspAnswer {
  const exact = travel.length <= mostExactNodes ? exactTour(travel, []) : null
  if (exact !== null) return { tour: exact, cost: roundTripCost(travel, exact), provenOptimal: true }
  const random = randomFrom(seed)
  const goOn = mayContinue(budget)
  const tour = new TspTour(travel)
  tour.improve(tour.nodes.slice())
  let best = tour.nodes.slice()
  let bestLength = tour.length
  while (goOn()) {
    tour.remember()
    const length = tour.length
    tour.improve(tour.kick(random))
    if (tour.length > length + bestLength * patience * random() ** 4) tour.recall()
    if (tour.length < bestLength - 1e-7) {
      best = tour.nodes.slice()
      bestLength = tour.length
    }
  }
  const start = best.indexOf(0)
  const nodes = [...best.subarray(start), ...best.subarray(0, start)]
  return { tour: nodes, cost: roundTripCost(travel, nodes), provenOptimal: false }
}

/** How much longer a change may make the tour and still be kept, as a share of the best; seldom. */
const patience = 0.0005
