/** The most nodes whose every set is looked at. */
export const mostExactNodes = 12

type Label = { cost: number; time: number; node: number; before: Label | null }

/**
 * The cheapest tour that meets the windows, by dynamic programming over sets of visited nodes; null when none does.
 * Labels of one set and node are kept while none is both cheaper and earlier.
 */
export function exactTour(
  travel: readonly (readonly number[])[],
  windows: readonly (readonly [open: number, close: number])[],
): number[] | null {
  const size = travel.length
  const everything = (1 << size) - 1
  const states = new Map<number, Label[]>()
  const arrive = (from: Label, node: number): Label | null => {
    const arc = travel[from.node]?.[node] ?? Infinity
    const [open, close] = windows[node] ?? [0, Infinity]
    const time = from.time + arc
    return time > close + 1e-7 ? null : { cost: from.cost + arc, time: Math.max(time, open), node, before: from }
  }
  states.set(size, [{ cost: 0, time: windows[0]?.[0] ?? 0, node: 0, before: null }])
  let best: Label | null = null
  for (let set = 1; set <= everything; set += 2) {
    for (let last = 0; last < size; last += 1) {
      for (const label of states.get(set * size + last) ?? []) {
        if (set === everything) {
          const home = size === 1 ? label : arrive(label, 0)
          if (home !== null && (best === null || home.cost < best.cost - 1e-9)) best = home
        }
        for (let node = 1; node < size; node += 1) {
          if ((set & (1 << node)) !== 0) continue
          const next = arrive(label, node)
          if (next !== null) keep(states, (set | (1 << node)) * size + node, next)
        }
      }
    }
  }
  return best === null ? null : wayTo(size === 1 ? best : best.before)
}

function keep(states: Map<number, Label[]>, state: number, label: Label): void {
  const others = states.get(state) ?? []
  if (others.some(({ cost, time }) => cost <= label.cost && time <= label.time)) return
  states.set(state, [...others.filter(({ cost, time }) => cost < label.cost || time < label.time), label])
}

function wayTo(label: Label | null): number[] {
  const way: number[] = []
  for (let at = label; at !== null; at = at.before) way.push(at.node)
  return way.reverse()
}

/** The sum of the arcs, the way back to the first node included. */
export function roundTripCost(travel: readonly (readonly number[])[], nodes: readonly number[]): number {
  return nodes.reduce((cost, node, place) => cost + (travel[node]?.[nodes[place + 1] ?? nodes[0] ?? 0] ?? 0), 0)
}
