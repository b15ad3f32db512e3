/** A travelling salesman with time windows, ready to be searched: node 0 is the depot, and again node `size`, its end. */
export type TsptwInstance = {
  size: number
  /** (size + 1)² arcs, row by row. */
  travel: Float64Array
  opens: Float64Array
  closes: Float64Array
  /** 1 where the row's node must come before the column's, in every tour that meets the windows. */
  precedes: Uint8Array
  /** For each node all but the depot, the most related first: a short way, little waiting, no lateness between them. */
  near: Int32Array[]
}

/** The instance with its windows cut to what a tour can use, and the precedences that follow from them. */
export function prepareInstance(
  travel: readonly (readonly number[])[],
  windows: readonly (readonly [number, number])[],
): TsptwInstance {
  const size = windows.length
  const width = size + 1
  const arcs = new Float64Array(width * width)
  for (let from = 0; from < width; from += 1)
    for (let to = 0; to < width; to += 1) arcs[from * width + to] = travel[from % size]?.[to % size] ?? Infinity
  const start = windows[0] ?? [0, Infinity]
  const instance: TsptwInstance = {
    size,
    travel: arcs,
    opens: Float64Array.from([...windows.map(([open]) => open), start[0]]),
    closes: Float64Array.from([...windows.map(([, close]) => close), start[1]]),
    precedes: new Uint8Array(width * width),
    near: [],
  }
  tighten(instance)
  return { ...instance, precedes: precedences(instance), near: related(instance) }
}

/** Nobody arrives before the quickest way from the depot, nor leaves too late for the way back. */
function tighten({ size, travel, opens, closes }: TsptwInstance): void {
  const width = size + 1
  const depotOpens = opens[0] ?? 0
  const depotCloses = closes[size] ?? Infinity
  const out = quickest(size, (from, to) => travel[from * width + to] ?? Infinity, 0)
  const back = quickest(size, (from, to) => travel[to * width + from] ?? Infinity, 0)
  for (let node = 1; node < size; node += 1) {
    opens[node] = Math.max(opens[node] ?? 0, depotOpens + (out[node] ?? 0))
    closes[node] = Math.min(closes[node] ?? Infinity, depotCloses - (back[node] ?? 0))
  }
}

/** The shortest ways from `source` to all nodes (Bellman-Ford; arcs may break the triangle inequality). */
function quickest(size: number, arc: (from: number, to: number) => number, source: number): Float64Array {
  const way = new Float64Array(size).fill(Infinity)
  way[source] = 0
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < size; from += 1) {
      for (let to = 0; to < size; to += 1) {
        const length = (way[from] ?? 0) + arc(from, to)
        if (from !== to && length < (way[to] ?? 0) - 1e-9) {
          way[to] = length
          isBetter = true
        }
      }
    }
  }
  return way
}

function precedences({ size, travel, opens, closes }: TsptwInstance): Uint8Array {
  const width = size + 1
  const precedes = new Uint8Array(width * width)
  for (let one = 1; one < size; one += 1)
    for (let other = 1; other < size; other += 1)
      if (one !== other && (opens[other] ?? 0) + (travel[other * width + one] ?? 0) > (closes[one] ?? 0) + 1e-9)
        precedes[one * width + other] = 1
  return precedes
}

/** What a minute of waiting that cannot be avoided weighs against one of travel (Vidal et al. 2013); lateness weighs 1. */
const weightOfWaiting = 0.2

function related({ size, travel, opens, closes }: TsptwInstance): Int32Array[] {
  const straight = (one: number, other: number) => {
    const way = travel[one * (size + 1) + other]!
    const waiting = Math.max(0, opens[other]! - way - closes[one]!)
    return way + weightOfWaiting * waiting + Math.max(0, opens[one]! + way - closes[other]!)
  }
  return Array.from({ length: size }, (_, node) => {
    const distance = Float64Array.from({ length: size }, (_, other) =>
      Math.min(straight(node, other), straight(other, node)),
    )
    const others = Int32Array.from({ length: size - 1 }, (_, index) => index + 1)
    return others.sort((one, other) => distance[one]! - distance[other]! || one - other)
  })
}
