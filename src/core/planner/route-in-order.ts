import { type DayProblem, driveSeconds, earliestFree, earliestLunch, earliestVisit, noNode } from './day-problem.ts'
import { endNodeOf, nodeOf, type RouteVisit } from './time-route.ts'

/** Routes are compared by these values: the highest sum of the stops' priorities wins, then the shortest drive, then the earliest end; times in seconds. */
export type RouteScore = { priority: number; drive: number; end: number }

export type OrderedRoute = RouteScore & { route: RouteVisit[] }

/** A partial route, which ends at the node `at`. Times are in seconds; `fixedDone` counts the fixed visits on it. */
type Label = {
  priority: number
  drive: number
  time: number
  /** `noNode` until the first visit if the tour has no start place. */
  at: number
  /** Position of the last visit in the sequence, if it was a stop; −1 after a fixed visit and at the start. */
  last: number
  fixedDone: number
  lunchDone: boolean
  /** Whether lunch and the next fixed visit were already tried after this route. */
  isExpanded: boolean
  /** The last visit of the route; the earlier ones are in `previous`. */
  visit: RouteVisit | null
  previous: Label | null
}

/**
 * Returns the best route that visits the stops in the order of `sequence`, with lunch and fixed visits in between; null if there is
 * none. With `mayDrop`, unlocked stops may be left out. Searches with labels: partial routes, of which the dominated ones are dropped.
 */
export function routeInOrder(problem: DayProblem, sequence: readonly number[], mayDrop: boolean): OrderedRoute | null {
  const groups = new Map<number, Label[]>()
  const insert = (label: Label) => {
    const key = ((label.last + 1) * (problem.fixed.length + 1) + label.fixedDone) * 2 + (label.lunchDone ? 1 : 0)
    const group = groups.get(key) ?? []
    if (group.some((other) => dominates(other, label))) return
    groups.set(key, [...group.filter((other) => !dominates(label, other)), label])
  }
  insert(startLabel(problem))
  for (const [position, index] of sequence.entries()) {
    expand(problem, groups, insert)
    const before = [...groups.values()].flat()
    if (!mayDrop || problem.stops[index]?.locked === true) groups.clear()
    for (const label of before) for (const next of visitStop(problem, label, index, position)) insert(next)
  }
  expand(problem, groups, insert)
  const ended = [...groups.values()].flat().flatMap((label) => finish(problem, label))
  let best: { label: Label; end: number } | null = null
  for (const candidate of ended) if (best === null || isBetter(candidate, best)) best = candidate
  if (best === null) return null
  return { priority: best.label.priority, drive: best.label.drive, end: best.end, route: routeOf(best.label) }
}

function startLabel(problem: DayProblem): Label {
  return {
    priority: 0,
    drive: 0,
    time: problem.start,
    at: problem.startNode,
    last: -1,
    fixedDone: 0,
    lunchDone: problem.lunch === null,
    isExpanded: false,
    visit: null,
    previous: null,
  }
}

/** Extends the labels by lunch and fixed visits until there are no new ones. */
function expand(problem: DayProblem, groups: Map<number, Label[]>, insert: (label: Label) => void): void {
  for (;;) {
    const waiting = [...groups.values()].flat().filter(({ isExpanded }) => !isExpanded)
    if (waiting.length === 0) return
    for (const label of waiting) {
      label.isExpanded = true
      const withLunch = eat(problem, label)
      if (withLunch !== null) insert(withLunch)
      for (const next of visitFixed(problem, label)) insert(next)
    }
  }
}

function eat(problem: DayProblem, label: Label): Label | null {
  const begin = label.lunchDone ? null : earliestLunch(problem, label.time)
  if (begin === null) return null
  return { ...label, lunchDone: true, isExpanded: false, time: begin + (problem.lunch?.seconds ?? 0) }
}

/** Returns the labels on arrival at the node `to`, without and with lunch there. */
function drive(problem: DayProblem, label: Label, to: number): Label[] {
  const seconds = driveSeconds(problem, label.at, to)
  const time = earliestFree(problem.busy, label.time, seconds) + seconds
  const arrived = { ...label, time, drive: label.drive + seconds, at: to, isExpanded: false }
  const withLunch = label.at === noNode ? null : eat(problem, arrived)
  return withLunch === null ? [arrived] : [arrived, withLunch]
}

function visitStop(problem: DayProblem, label: Label, index: number, position: number): Label[] {
  const stop = problem.stops[index]
  if (stop === undefined) return []
  return drive(problem, label, stop.node).flatMap((arrived) => {
    const begin = earliestVisit(problem, stop, arrived.time, stop.seconds)
    if (begin === null) return []
    const priority = label.priority + stop.priority
    const visit: RouteVisit = { kind: 'stop', index }
    return [{ ...arrived, time: begin + stop.seconds, priority, last: position, visit, previous: label }]
  })
}

function visitFixed(problem: DayProblem, label: Label): Label[] {
  const fixed = problem.fixed[label.fixedDone]
  if (fixed === undefined) return []
  const visit: RouteVisit = { kind: 'fixed', index: label.fixedDone }
  return drive(problem, label, nodeOf(problem, visit))
    .filter(({ time }) => time <= fixed.start)
    .flatMap((arrived) => [
      {
        ...arrived,
        time: fixed.end,
        at: endNodeOf(problem, visit),
        last: -1,
        fixedDone: label.fixedDone + 1,
        visit,
        previous: label,
      },
    ])
}

/** Adds the drive to the end place; empty if the label is not a complete route. */
function finish(problem: DayProblem, label: Label): { label: Label; end: number }[] {
  if (label.fixedDone < problem.fixed.length) return []
  const hasLastDrive = problem.endNode !== noNode && label.at !== noNode && label.visit !== null
  return (hasLastDrive ? drive(problem, label, problem.endNode) : [label])
    .filter(({ lunchDone, time }) => lunchDone && time <= problem.end)
    .map((last) => ({ label: hasLastDrive ? { ...last, previous: label, visit: null } : last, end: last.time }))
}

/** True if every continuation of `other` is also possible after `one`, and at least as good there. */
function dominates(one: Label, other: Label): boolean {
  if (one.priority < other.priority || one.drive > other.drive || one.time > other.time) return false
  if (one.priority > other.priority || one.drive < other.drive) return true
  return compareSequences(one, other) <= 0
}

function isBetter(one: { label: Label; end: number }, other: { label: Label; end: number }): boolean {
  const difference =
    other.label.priority - one.label.priority || one.label.drive - other.label.drive || one.end - other.end
  return (difference || compareSequences(one.label, other.label)) < 0
}

/** Compares two routes by the ids of their stops, in order: stops are sorted by id, so indexes compare as ids do. */
function compareSequences(one: Label, other: Label): number {
  const ones = stopsOf(one)
  const others = stopsOf(other)
  for (let place = 0; place < Math.min(ones.length, others.length); place += 1) {
    const difference = (ones[place] ?? 0) - (others[place] ?? 0)
    if (difference !== 0) return difference
  }
  return ones.length - others.length
}

function stopsOf(label: Label): number[] {
  return routeOf(label).flatMap(({ kind, index }) => (kind === 'stop' ? [index] : []))
}

function routeOf(label: Label): RouteVisit[] {
  const route: RouteVisit[] = []
  let current: Label | null = label
  while (current !== null) {
    if (current.visit !== null) route.push(current.visit)
    current = current.previous
  }
  return route.reverse()
}
