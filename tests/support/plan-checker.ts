import type { PlanInput, Span, TourPlan } from '#core/planner/plan-types.ts'

type Matrix = NonNullable<PlanInput['matrix']>
type Demand = (isKept: boolean, rule: string) => void
type Taken = { what: string; span: Span }

/** The rules that a plan breaks, in words. Written from the planner's rules, without any code of the planner. */
export function brokenRules(input: PlanInput, plan: TourPlan): string[] {
  const broken: string[] = []
  const demand: Demand = (isKept, rule) => {
    if (!isKept) broken.push(rule)
  }
  const { matrix } = input
  if (matrix === undefined) throw new Error('Give the matrix: this check does not estimate.')
  const places = placesOf(input)
  const taken = takenByRoute(input, plan, { matrix, places, demand })
  checkTimes(input, plan, taken, demand)
  checkVisits(input, plan, demand)
  checkAnswers(input, plan, demand)
  checkSums(input, plan, taken, { matrix, places, demand })
  return broken
}

type Places = {
  /** Rows of the matrix by listing, by fixed visit, and `end`. */
  rows: ReadonlyMap<number | string, number>
  start: number | null
  end: number
  /** Rows of the places where fixed visits end, if they end elsewhere. */
  leaving: ReadonlyMap<number | string, number>
}

function placesOf(input: PlanInput): Places {
  const { fixed = [], stops } = input
  const rows = new Map<number | string, number>()
  for (const [index, { listing_id }] of stops.entries()) rows.set(listing_id, index)
  for (const [index, { id }] of fixed.entries()) rows.set(id, stops.length + index)
  const start = input.startPlace === undefined ? null : stops.length + fixed.length
  const end = stops.length + fixed.length + (start === null ? 0 : 1)
  rows.set('end', end)
  const leaving = new Map<number | string, number>()
  for (const { id, endPlace } of fixed)
    if (endPlace !== undefined) leaving.set(id, end + (input.endPlace === undefined ? 0 : 1) + leaving.size)
  return { rows, start, end, leaving }
}

type Way = { matrix: Matrix; places: Places; demand: Demand }

/** Everything that takes time, in order. */
function takenByRoute(input: PlanInput, plan: TourPlan, { matrix, places, demand }: Way): Taken[] {
  const { fixed = [] } = input
  const taken: Taken[] = []
  let place = places.start
  for (const [position, { to, depart, arrive, seconds, metres }] of plan.legs.entries()) {
    const next = places.rows.get(to)
    demand(next !== undefined, `drive ${position} leads to ${to}`)
    if (next === undefined) continue
    const due = place === null || place === next ? 0 : (matrix.seconds[place]?.[next] ?? Infinity)
    demand(seconds === due && arrive - depart === due, `the drive to ${to} takes ${seconds}, not ${due}`)
    demand(metres === (place === null ? 0 : matrix.metres[place]?.[next]), `the drive to ${to} has ${metres} m`)
    taken.push({ what: `drive to ${to}`, span: [depart, arrive] })
    place = places.leaving.get(to) ?? next
    const visit = plan.stops.find(({ listing_id }) => listing_id === to)
    const mine = fixed.find(({ id }) => id === to)
    if (visit !== undefined) {
      demand(visit.arrival === arrive, `${to} is reached when the drive ends`)
      demand(visit.arrival <= visit.start && visit.start < visit.departure, `${to} is visited after it is reached`)
      taken.push({ what: `visit ${to}`, span: [visit.start, visit.departure] })
    }
    if (mine !== undefined) {
      demand(arrive <= mine.start, `the fixed visit ${to} is met on time`)
      taken.push({ what: `fixed visit ${to}`, span: [mine.start, mine.end] })
    }
  }
  demand(
    plan.stops.every(({ listing_id }) => plan.legs.some(({ to }) => to === listing_id)),
    'every stop has its drive',
  )
  for (const { id } of fixed)
    demand(
      plan.legs.some(({ to }) => to === id),
      `the fixed visit ${id} is on the route`,
    )
  if (input.endPlace !== undefined && plan.stops.length > 0)
    demand(plan.legs.at(-1)?.to === 'end', 'the tour ends at the end place')
  for (const [position, { what, span }] of taken.entries()) {
    const before = taken[position - 1]
    if (before !== undefined) demand(before.span[1] <= span[0], `${what} comes after ${before.what}`)
  }
  return taken
}

/** Readings R26 and R28, and lunch by reading R29. */
function checkTimes(input: PlanInput, plan: TourPlan, taken: Taken[], demand: Demand): void {
  if (plan.lunch !== null && input.lunch !== null) {
    const [from, to] = plan.lunch
    demand(to - from === input.lunch.minutes * 60, 'lunch is as long as wished')
    demand(from >= input.lunch.open && to <= input.lunch.close, 'lunch lies in its opening times')
    for (const { what, span } of taken) demand(!overlaps(plan.lunch, span), `lunch does not overlap the ${what}`)
    taken.push({ what: 'lunch', span: plan.lunch })
  }
  for (const { what, span } of taken) {
    demand(span[0] >= input.start && span[1] <= input.end, `${what} lies within the day`)
    if (what.startsWith('fixed')) continue
    for (const busy of input.busy) demand(!overlaps(span, busy), `${what} does not overlap busy time`)
  }
  if (input.lunch === null) demand(plan.lunch === null, 'no lunch is planned where none is wished')
  else {
    const room = Math.min(input.end, input.lunch.close) - Math.max(input.start, input.lunch.open)
    const isDue = room >= input.lunch.minutes * 60
    const isToldImpossible = plan.warnings.includes('lunch_impossible')
    demand((plan.lunch !== null) === (isDue && !isToldImpossible), 'lunch is planned when it is due and possible')
  }
}

/** Reading R27, and the durations. */
function checkVisits(input: PlanInput, plan: TourPlan, demand: Demand): void {
  for (const [position, visit] of plan.stops.entries()) {
    const wish = input.stops.find(({ listing_id }) => listing_id === visit.listing_id)
    const windows = wish?.windows ?? [[input.start, input.end]]
    demand(
      windows.some(([from, to]) => from <= visit.start && visit.departure <= to),
      `${visit.listing_id} is visited within one window`,
    )
    const raised = visit.departure - visit.start - (wish?.minutes ?? input.minMinutes) * 60
    demand(raised >= 0 && raised % 300 === 0, `the visit of ${visit.listing_id} is raised in steps of five minutes`)
    const most = wish?.minutes ?? input.maxMinutes
    demand(visit.departure - visit.start <= most * 60, `${visit.listing_id} is not visited too long`)
    demand(visit.order === position + 1, 'orders count from 1')
  }
}

/** Every stop is planned or dropped, exactly once and with a reason. */
function checkAnswers(input: PlanInput, plan: TourPlan, demand: Demand): void {
  const { stops } = input
  const answered = [...plan.stops, ...plan.dropped].map(({ listing_id }) => listing_id)
  demand(
    answered.length === stops.length && stops.every(({ listing_id }) => answered.includes(listing_id)),
    'every stop is planned or dropped, once',
  )
  for (const { listing_id, reason, missing_minutes } of plan.dropped) {
    const wish = stops.find((stop) => stop.listing_id === listing_id)
    const shortest = Math.min(wish?.minutes ?? input.minMinutes, input.minMinutes)
    const windows = (wish?.windows ?? [[input.start, input.end]]).filter(
      ([from, to]) => Math.min(to, input.end) - Math.max(from, input.start) >= shortest * 60,
    )
    demand(wish?.locked !== true, `the locked stop ${listing_id} is not dropped`)
    demand((wish?.latitude === null) === (reason === 'no_location'), `${listing_id} has a place or not`)
    if (wish?.latitude !== null)
      demand((windows.length === 0) === (reason === 'closed_all_day'), `${listing_id} is open or not`)
    demand((missing_minutes !== undefined) === (reason === 'not_enough_time'), 'missing minutes come with their reason')
    if (missing_minutes !== undefined) demand(missing_minutes >= 1 && Number.isInteger(missing_minutes), 'minutes miss')
  }
  demand(plan.complete === (plan.dropped.length === 0), 'complete says whether all fit')
}

function checkSums(input: PlanInput, plan: TourPlan, taken: readonly Taken[], { matrix, places, demand }: Way): void {
  const driving = plan.legs.reduce((sum, { seconds }) => sum + seconds, 0)
  demand(plan.drive_seconds === driving, 'drive_seconds is the sum of the drives')
  demand(plan.drive_metres === plan.legs.reduce((sum, leg) => sum + leg.metres, 0), 'drive_metres is their length')
  // From home to home, without detours in between.
  const doors = plan.stops.flatMap(({ listing_id }) => places.rows.get(listing_id) ?? [])
  const way = [
    ...(places.start === null ? [] : [places.start]),
    ...doors,
    ...(input.endPlace === undefined ? [] : [places.end]),
  ]
  const along = (of: readonly (readonly number[])[]) =>
    doors.length === 0 ? 0 : way.slice(1).reduce((sum, to, index) => sum + (of[way[index] ?? -1]?.[to] ?? Infinity), 0)
  const metres = along(matrix.metres)
  demand(Math.abs(plan.total_distance - metres / 1609.344) <= 0.0501, 'total_distance is the tour’s own way in miles')
  demand(Math.abs(plan.total_distance_km - metres / 1000) <= 0.0501, 'total_distance_km is the same in kilometres')
  const taking = [...taken.map(({ span }) => span), ...input.busy]
  checkScore(plan, { taking, driving: along(matrix.seconds), demand })
}

type Score = { taking: readonly Span[]; driving: number; demand: Demand }

function checkScore(plan: TourPlan, { taking, driving, demand }: Score): void {
  const [first, last] = [plan.stops.at(0), plan.stops.at(-1)]
  if (first === undefined || last === undefined) demand(plan.efficiency_score === null, 'no stop, no score')
  else {
    const tour: Span = [first.arrival, last.departure]
    const [from, to] = tour.map((seconds) => Math.floor(seconds / 60)) as [number, number]
    demand(plan.estimated_duration === to - from, 'the duration is arrival to departure, as their times are shown')
    const inside = plan.stops.reduce((sum, { start, departure }) => sum + departure - start, 0)
    let waiting = 0
    const edges = [...new Set([...tour, ...taking.flat()])].toSorted((one, other) => one - other)
    for (const [index, from] of edges.entries()) {
      const to = edges[index + 1] ?? from
      if (from >= tour[0] && to <= tour[1] && !taking.some((span) => overlaps(span, [from, to]))) waiting += to - from
    }
    demand(
      plan.efficiency_score === Math.round((100 * inside) / (inside + driving + waiting)),
      'the score is the share',
    )
  }
}

function overlaps(one: Span, other: Span): boolean {
  return one[0] < other[1] && other[0] < one[1] && one[1] > one[0] && other[1] > other[0]
}
