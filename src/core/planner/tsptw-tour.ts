import type { TsptwInstance } from './tsptw-instance.ts'

/** Rounding in sums of decimals must not make a tour late. */
export const tolerance = 1e-7

/** A tour from the depot to its end, with when each place is ready to be left and the latest moment to reach it. */
export class TsptwTour {
  readonly instance: TsptwInstance
  readonly nodes: Int32Array
  readonly position: Int32Array
  /** When its window is open for who travels this tour. */
  readonly ready: Float64Array
  /** The latest arrival from which the rest of the tour can still be met. */
  readonly latest: Float64Array

  constructor(instance: TsptwInstance, order: ArrayLike<number>) {
    const width = instance.size + 1
    this.instance = instance
    this.nodes = Int32Array.from(order)
    this.position = new Int32Array(width)
    this.ready = new Float64Array(width)
    this.latest = new Float64Array(width)
    this.ready[0] = instance.opens[0]!
    this.latest[instance.size] = instance.closes[instance.size]!
    this.update()
  }

  /** Brings the times up to date after the nodes of these places have changed. */
  update(from = 1, to = this.instance.size - 1): void {
    const { size, travel, opens, closes } = this.instance
    const { nodes, position, ready, latest } = this
    const width = size + 1
    for (let place = from; place <= size; place += 1) {
      const node = nodes[place]!
      const time = Math.max(ready[place - 1]! + travel[nodes[place - 1]! * width + node]!, opens[node]!)
      // Behind the change, a wait may have swallowed the difference.
      if (place > to && time === ready[place]) break
      position[node] = place
      ready[place] = time
    }
    for (let place = to; place >= 0; place -= 1) {
      const node = nodes[place]!
      const time = Math.min(closes[node]!, latest[place + 1]! - travel[node * width + nodes[place + 1]!]!)
      if (place < from && time === latest[place]) break
      latest[place] = time
    }
  }

  cost(): number {
    return costOf(this.instance, this.nodes)
  }
}

export function costOf({ size, travel }: TsptwInstance, nodes: ArrayLike<number>): number {
  let cost = 0
  for (let place = 1; place <= size; place += 1) cost += travel[nodes[place - 1]! * (size + 1) + nodes[place]!]!
  return cost
}

/** The sum of how late each place is reached; nothing is given up for being late. */
export function latenessOf({ size, travel, opens, closes }: TsptwInstance, nodes: ArrayLike<number>): number {
  let now = opens[0]!
  let late = 0
  for (let place = 1; place <= size; place += 1) {
    const node = nodes[place]!
    now = Math.max(now + travel[nodes[place - 1]! * (size + 1) + node]!, opens[node]!)
    if (now > closes[node]! + tolerance) late += now - closes[node]!
  }
  return late
}
