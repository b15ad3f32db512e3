type Span = readonly [from: number, to: number]

/**
 * Of a day's visits with a place, those that a tour within these hours is planned around: `inside` takes time of them;
 * `before` is where the agent comes from, the last that ends before them; `after` is the first that begins after them. Null where there
 * is none, or where a visit reaches over that edge of the hours.
 */
export function visitsAround<Visit>(visits: readonly Visit[], [start, end]: Span, spanOf: (visit: Visit) => Span) {
  const inside = visits.filter((visit) => {
    const [from, to] = spanOf(visit)
    return Math.max(from, start) < Math.min(to, end)
  })
  const reachesIn = inside.some((visit) => spanOf(visit)[0] <= start)
  const reachesOut = inside.some((visit) => spanOf(visit)[1] >= end)
  const byEnd = visits
    .filter((visit) => spanOf(visit)[1] <= start)
    .toSorted((one, other) => spanOf(one)[1] - spanOf(other)[1] || spanOf(one)[0] - spanOf(other)[0])
  const byStart = visits
    .filter((visit) => spanOf(visit)[0] >= end)
    .toSorted((one, other) => spanOf(one)[0] - spanOf(other)[0] || spanOf(one)[1] - spanOf(other)[1])
  return { before: reachesIn ? null : (byEnd.at(-1) ?? null), inside, after: reachesOut ? null : (byStart[0] ?? null) }
}
