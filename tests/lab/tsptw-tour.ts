import type { TsptwInstance } from './tsptw-instance.ts'

/** Rounding in sums of decimals must not make a tour late. */
export const tolerance = 1e-7

/**
 * A tour from the depot to its end, with when each place is ready to be left and the latest moment to reach it. Nodes
 * can be taken out and put back in; `position` is not to be relied on in between.
 */
export class TsptwTour {
  readonly instance: TsptwInstance
  readonly nodes: Int32Array
  readonly position: Int32Array
  /** When its window is open for who travels this tour. */
  readonly ready: Float64Array
  /** The latest arrival from which the rest of the tour can still be met. */
  readonly latest: Float64Array
  /** The place of the depot's end: the instance's `size`, less the nodes that are out. */
  end: number

  constructor(instance: TsptwInstance, order: ArrayLike<number>) {
    const width = instance.size + 1
    this.instance = instance
    this.nodes = Int32Array.from(order)
    this.position = new Int32Array(width)
    this.ready = new Float64Array(width)
    this.latest = new Float64Array(width)
    this.end = instance.size
    this.ready[0] = instance.opens[0]!
    this.latest[instance.size] = instance.closes[instance.size]!
    this.update()
  }

  /** Brings the times up to date after the nodes of these places have changed. */
  update(from = 1, to = this.end - 1): void {
    const { size, travel, opens, closes } = this.instance
    const { nodes, position, ready, latest, end } = this
    const width = size + 1
    for (let place = from; place <= end; place += 1) {
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

  become({ nodes, ready, latest, end }: TsptwTour): void {
    this.nodes.set(nodes)
    this.ready.set(ready)
    this.latest.set(latest)
    this.end = end
    for (let place = 0; place <= end; place += 1) this.position[nodes[place]!] = place
  }

  /** Takes out the marked nodes, of which `first` is the earliest place and `last` the latest. */
  takeOut(isOut: Uint8Array, first: number, last: number): void {
    const { nodes, ready, latest, end } = this
    let kept = first
    for (let place = first; place <= end; place += 1) {
      if (isOut[nodes[place]!] === 1) continue
      nodes[kept] = nodes[place]!
      ready[kept] = ready[place]!
      latest[kept] = latest[place]!
      kept += 1
    }
    this.end = kept - 1
    this.update(first, Math.min(last - (end - this.end) + 1, this.end - 1))
  }

  /** Puts a node at this place; the one that stood there comes after it. */
  insert(node: number, place: number): void {
    const { nodes, ready, latest, end } = this
    nodes.copyWithin(place + 1, place, end + 1)
    ready.copyWithin(place + 1, place, end + 1)
    latest.copyWithin(place + 1, place, end + 1)
    nodes[place] = node
    this.end = end + 1
    this.update(place, place)
  }

  cost(): number {
    return costOf(this.instance, this.nodes, this.end)
  }
}

export function costOf({ size, travel }: TsptwInstance, nodes: ArrayLike<number>, end = size): number {
  let cost = 0
  for (let place = 1; place <= end; place += 1) cost += travel[nodes[place - 1]! * (size + 1) + nodes[place]!]!
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
