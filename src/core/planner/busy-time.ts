import type { Span } from './plan-types.ts'

/** The same time, ascending and without overlaps; spans without length are left out, those that touch become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.filter(([from, to]) => to > from).toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** What is left of `whole` beside `taken`, ascending. */
export function freeSpans(whole: Span, taken: readonly Span[]): Span[] {
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

/** The first moment from `from` on that begins `length` seconds without busy time; touching it is allowed. */
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

/** The last moment up to `until` at which `length` seconds without busy time end; touching it is allowed. */
export function latestFree(busy: readonly Span[], until: number, length: number): number {
  return -earliestFree(mirroredSpans(busy), -until, length)
}

/** The same time run backwards, with times below zero. */
export function mirroredSpans(spans: readonly Span[]): Span[] {
  return spans.map(([from, to]) => [-to, -from] as const).toSorted((one, other) => one[0] - other[0])
}
