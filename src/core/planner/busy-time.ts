import type { Span, PlanInput } from './plan-types.ts'

/** Sorts spans, joins those that overlap or touch, and removes empty ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.filter(([from, to]) => to > from).toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

function freeSpans(whole: Span, taken: readonly Span[]): Span[] {
  const free: Span[] = []
  let from = whole[0]
  for (const [takenFrom, takenTo] of mergeSpans(taken)) {
    if (takenFrom > from) free.push([from, Math.min(takenFrom, whole[1])])
    from = Math.max(from, takenTo)
    if (from >= whole[1]) break
  }
  if (from < whole[1]) free.push([from, whole[1]])
  return free.filter(([start, end]) => end > start)
}

/** The earliest time, not before `from`, at which `length` free seconds can begin. They may adjoin busy time; `busy` is sorted. */
export function earliestFree(busy: readonly Span[], from: number, length: number): number {
  if (length === 0) return from
  let begin = from
  for (const [busyFrom, busyTo] of busy) {
    if (busyTo <= begin) continue
    if (begin + length <= busyFrom) break
    begin = busyTo
  }
  return begin
}

/** The latest time, up to `until`, at which `length` free seconds can end. They may adjoin busy time. */
export function latestFree(busy: readonly Span[], until: number, length: number): number {
  return -earliestFree(mirroredSpans(busy), -until, length)
}

/** Returns the spans with the direction of time reversed, so that a search for the latest time becomes one for the earliest. */
export function mirroredSpans(spans: readonly Span[]): Span[] {
  return spans.map(([from, to]) => [-to, -from] as const).toSorted((one, other) => one[0] - other[0])
}

/** The agent's free time on a day. */
export type Availability = {
  slot_count: number
  /** Whole minutes. */
  longest_slot: number
  /** Integer seconds of the local day, ascending. */
  available_slots: { start_time: number; end_time: number }[]
}

/** The free slots that are long enough for one visit. Lunch is not subtracted. */
export function availability(input: Pick<PlanInput, 'start' | 'end' | 'busy' | 'fixed' | 'minMinutes'>): Availability {
  const taken = [...input.busy, ...(input.fixed ?? []).map(({ start, end }) => [start, end] as const)]
  const slots = freeSpans([input.start, input.end], taken).filter(([from, to]) => to - from >= input.minMinutes * 60)
  return {
    slot_count: slots.length,
    longest_slot: Math.floor(Math.max(0, ...slots.map(([from, to]) => to - from)) / 60),
    available_slots: slots.map(([start_time, end_time]) => ({ start_time, end_time })),
  }
}
