const neighbourCount = 10
const longestSegment = 3
const longestKick = 30
const tolerance = 1e-9

/** A round trip that knows its length and how to become shorter. */
export class TspTour {
  readonly nodes: Int32Array
  length: number
  private readonly size: number
  private readonly travel: Float64Array
  private readonly position: Int32Array
  /** The nearest nodes of each node, the nearest first. */
  private readonly neighbours: Int32Array
  private readonly neighbourCount: number
  private readonly saved: Int32Array
  private savedLength = 0
  private readonly waiting: number[] = []
  private readonly isWaiting: Uint8Array

  constructor(travel: readonly (readonly number[])[]) {
    this.size = travel.length
    this.travel = Float64Array.from(travel.flat())
    this.neighbourCount = Math.min(neighbourCount, this.size - 1)
    this.neighbours = Int32Array.from(travel.flatMap((row, node) => nearest(row, node, this.neighbourCount)))
    this.nodes = nearestFirst(travel)
    this.position = new Int32Array(this.size)
    for (const [place, node] of this.nodes.entries()) this.position[node] = place
    this.length = 0
    for (let place = 0; place < this.size; place += 1) this.length += this.arc(this.nodes[place]!, this.at(place + 1))
    this.saved = this.nodes.slice()
    this.isWaiting = new Uint8Array(this.size)
  }

  remember(): void {
    this.saved.set(this.nodes)
    this.savedLength = this.length
  }

  recall(): void {
    this.nodes.set(this.saved)
    this.length = this.savedLength
    for (let place = 0; place < this.size; place += 1) this.position[this.nodes[place]!] = place
  }

  /** Makes moves that shorten the tour at these nodes, and then near each move, until there is none. */
  improve(nodes: ArrayLike<number>): void {
    for (let index = 0; index < nodes.length; index += 1) this.wait(nodes[index]!)
    for (;;) {
      const node = this.waiting.pop()
      if (node === undefined) return
      this.isWaiting[node] = 0
      while (this.cross(node) || this.shift(node));
    }
  }

  /** Swaps two short neighbouring runs at random (a double bridge); returns the nodes at the changed ends. */
  kick(random: () => number): number[] {
    const longest = Math.min(longestKick, Math.floor((this.size - 2) / 2))
    const one = 1 + Math.floor(random() * longest)
    const two = 1 + Math.floor(random() * longest)
    const from = Math.floor(random() * this.size)
    const run = Array.from({ length: one + two }, (_, step) => this.at(from + step))
    const before = this.at(from - 1 + this.size)
    const after = this.at(from + one + two)
    const ends = [before, run[0]!, run[one - 1]!, run[one]!, run[one + two - 1]!, after]
    this.length +=
      this.arc(before, ends[3]!) +
      this.arc(ends[4]!, ends[1]!) +
      this.arc(ends[2]!, after) -
      this.arc(before, ends[1]!) -
      this.arc(ends[2]!, ends[3]!) -
      this.arc(ends[4]!, after)
    for (let step = 0; step < one + two; step += 1) this.put(from + step, run[(step + one) % (one + two)]!)
    return ends
  }

  /** 2-opt: the arc behind or before this node goes to a nearer node instead. */
  private cross(node: number): boolean {
    for (const forwards of [true, false]) {
      const next = forwards ? this.after(node) : this.before(node)
      const arc = this.arc(node, next)
      for (let index = 0; index < this.neighbourCount; index += 1) {
        const near = this.neighbours[node * this.neighbourCount + index]!
        const saved = arc - this.arc(node, near)
        if (saved <= tolerance) break
        const nearNext = forwards ? this.after(near) : this.before(near)
        const gain = saved + this.arc(near, nearNext) - this.arc(next, nearNext)
        if (gain <= tolerance) continue
        if (forwards) this.turn(next, near)
        else this.turn(near, next)
        this.length -= gain
        for (const end of [node, next, near, nearNext]) this.wait(end)
        return true
      }
    }
    return false
  }

  /** Or-opt: a short run that begins or ends at this node goes beside a nearer node. */
  private shift(node: number): boolean {
    for (const forwards of [true, false]) {
      for (let length = 1; length <= longestSegment && length < this.size - 2; length += 1) {
        // The run reaches from `node` away from the place where it is joined anew.
        const place = this.position[node]!
        const tail = this.at(forwards ? place + length - 1 : place - length + 1 + this.size)
        const head = forwards ? this.before(node) : this.after(node)
        const next = forwards ? this.after(tail) : this.before(tail)
        const removed = this.arc(head, node) + this.arc(tail, next) - this.arc(head, next)
        for (let index = 0; index < this.neighbourCount; index += 1) {
          const near = this.neighbours[node * this.neighbourCount + index]!
          if (removed - this.arc(node, near) <= tolerance) break
          const distance = forwards ? this.position[near]! - place : place - this.position[near]!
          if ((distance + this.size) % this.size < length) continue
          for (const beside of [this.after(near), this.before(near)]) {
            // Between `near` and its other neighbour; at the gap that the run leaves, nothing would change.
            if ((near === head && beside === node) || (near === next && beside === tail)) continue
            const gain = removed - this.arc(node, near) - this.arc(tail, beside) + this.arc(near, beside)
            if (gain <= tolerance) continue
            this.moveRun(node, length, forwards, near, beside)
            this.length -= gain
            for (const end of [head, next, node, tail, near, beside]) this.wait(end)
            return true
          }
        }
      }
    }
    return false
  }

  /** Takes the run out and puts it between `near`, which its first node joins, and `beside`. */
  private moveRun(node: number, length: number, forwards: boolean, near: number, beside: number): void {
    const start = this.position[node]!
    const step = forwards ? 1 : -1
    const run = Array.from({ length }, (_, index) => this.at(start + step * index + this.size))
    // The run's places, ascending; then the nodes between it and its new place close up.
    const low = forwards ? start : start - length + 1 + this.size
    const high = low + length - 1
    const isBehind = this.after(near) === beside
    const left = isBehind ? near : beside
    const onwards = (this.position[left]! - high + 2 * this.size) % this.size
    const backwards = (low - this.position[left]! - 1 + 2 * this.size) % this.size
    let first: number
    if (onwards <= backwards) {
      for (let moved = 0; moved < onwards; moved += 1) this.put(low + moved, this.at(high + 1 + moved))
      first = low + onwards
    } else {
      for (let moved = 0; moved < backwards; moved += 1)
        this.put(high - moved + this.size, this.at(low - 1 - moved + this.size))
      first = low - backwards + this.size
    }
    for (let index = 0; index < length; index += 1) this.put(first + index, run[isBehind ? index : length - 1 - index]!)
  }

  /** Turns the way from one node onwards to the other, or all the rest: the shorter. */
  private turn(from: number, to: number): void {
    let low = this.position[from]!
    let high = this.position[to]!
    let count = ((high - low + this.size) % this.size) + 1
    if (2 * count > this.size) {
      ;[low, high] = [high + 1, low - 1 + this.size]
      count = this.size - count
    }
    for (let swapped = 0; swapped < count >> 1; swapped += 1) {
      const one = this.at(low + swapped)
      const other = this.at(high - swapped + this.size)
      this.put(low + swapped, other)
      this.put(high - swapped + this.size, one)
    }
  }

  private wait(node: number): void {
    if (this.isWaiting[node] === 1) return
    this.isWaiting[node] = 1
    this.waiting.push(node)
  }

  private arc(from: number, to: number): number {
    return this.travel[from * this.size + to]!
  }

  private at(place: number): number {
    return this.nodes[place % this.size]!
  }

  private put(place: number, node: number): void {
    const there = place % this.size
    this.nodes[there] = node
    this.position[node] = there
  }

  private after(node: number): number {
    const place = this.position[node]! + 1
    return this.nodes[place === this.size ? 0 : place]!
  }

  private before(node: number): number {
    const place = this.position[node]!
    return this.nodes[place === 0 ? this.size - 1 : place - 1]!
  }
}

function nearest(row: readonly number[], node: number, count: number): number[] {
  return [...row.keys()]
    .filter((other) => other !== node)
    .sort((one, other) => row[one]! - row[other]! || one - other)
    .slice(0, count)
}

/** From node 0 always on to the nearest that is left. */
function nearestFirst(travel: readonly (readonly number[])[]): Int32Array {
  const left = new Set(travel.keys())
  const tour: number[] = []
  for (let at = 0; left.size > 0;) {
    tour.push(at)
    left.delete(at)
    let next = -1
    for (const node of left) if (next < 0 || travel[at]![node]! < travel[at]![next]!) next = node
    at = next
  }
  return Int32Array.from(tour)
}
