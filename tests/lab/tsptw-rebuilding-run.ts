import { improveAround } from './tsptw-improve.ts'
import type { TsptwInstance } from './tsptw-instance.ts'
import { putBack, takeOutRuns } from './tsptw-rebuild.ts'
import { tolerance, TsptwTour } from './tsptw-tour.ts'

const roundsOfANode = 20
/** What a rebuilt tour may cost more at the beginning of a run, as a share of its mean arc and for a middling chance. */
const leniency = 0.15

/**
 * Places are taken out and put back elsewhere, many at a time, which leads past tours that no single move leaves
 * (Schrimpf et al. 2000; Christiaens & Vanden Berghe 2020). Worse tours are gone on from less and less.
 */
export function rebuildingRun(
  instance: TsptwInstance,
  start: Int32Array<ArrayBuffer>,
  random: () => number,
  goOn: () => boolean,
): { nodes: Int32Array<ArrayBuffer>; cost: number } {
  const { size } = instance
  const tour = new TsptwTour(instance, start)
  improveAround(tour, start)
  const rebuilt = new TsptwTour(instance, tour.nodes)
  let cost = tour.cost()
  let best = { nodes: tour.nodes.slice(), cost }
  const atFirst = (leniency * cost) / size
  const rounds = roundsOfANode * size
  for (let round = 0; round < rounds && goOn(); round += 1) {
    rebuilt.become(tour)
    const out = takeOutRuns(rebuilt, random)
    const left = 1 - round / rounds
    const allowed = cost + atFirst * left * left * mostlyLittle(random())
    if (!putBack(rebuilt, out, allowed - rebuilt.cost(), random)) continue
    tour.become(rebuilt)
    cost = tour.cost()
    if (cost < best.cost - tolerance) best = { nodes: tour.nodes.slice(), cost }
  }
  return best
}

/** From 50 down to 0, and 1 in the middle: like a logarithm, which is not the same to the last bit on every machine. */
function mostlyLittle(chance: number): number {
  return (1 - chance) / (0.02 + chance)
}
