import type { FixedVisit, PlanInput, PlannedListing, Span } from '#core/planner/plan-types.ts'

type Wishes = {
  stops: [least: number, most: number]
  /** Few different drives, so that many plans tie and the last rules decide. */
  isCoarse?: boolean
  /** For some homes the agent set the length of the visit. */
  hasLengths?: boolean
}

/** A day determined by its seed, with windows, busy time, fixed visits that may end elsewhere, lunch and priorities. */
export function aRandomDay(
  seed: number,
  { stops: [least, most], isCoarse = false, hasLengths = false }: Wishes,
): PlanInput {
  const { random, below, chance, stepped } = diceOf(seed)

  const start = stepped(28_800, 39_600, 1800)
  const end = Math.min(72_000, start + stepped(7200, 32_400, 1800))
  const count = least + below(most - least + 1)
  const fixedCount = chance(0.35) ? 1 + below(2) : 0
  const hasStart = chance(0.4)
  const hasEnd = chance(0.4)
  const spanWithin = (shortest: number, longest: number): Span => {
    const from = stepped(start, end, 900)
    return [from, from + stepped(shortest, longest, 900)]
  }

  // A separate generator, so that days without such homes stay as they are.
  const randomLength = numbersFrom(seed + 800_000)
  const ownLength = () => (randomLength() < 0.5 ? { minutes: 15 + 5 * Math.floor(randomLength() * 12) } : {})
  const stops = Array.from({ length: count }, (_, index): PlannedListing => {
    const isUnknown = chance(0.03)
    return {
      listing_id: index + 1,
      latitude: isUnknown ? null : 38.4 + random() * 0.4,
      longitude: isUnknown ? null : -121.6 + random() * 0.4,
      ...(chance(0.4)
        ? { windows: Array.from({ length: 1 + below(2) }, () => spanWithin(1800, 14_400)) }
        : chance(0.03)
          ? { windows: [] }
          : {}),
      ...(chance(0.2) ? { priority: 1 + below(3) } : {}),
      ...(hasLengths ? ownLength() : {}),
    }
  })
  // A separate generator, so that days without fixed visits stay as they are.
  const randomEnd = numbersFrom(seed + 400_000)
  const endsElsewhere = () => randomEnd() < 0.4
  const fixed = Array.from({ length: fixedCount }, (_, index): FixedVisit => {
    const from = stepped(start + 1800, Math.max(start + 1800, end - 3600), 900)
    const times = { start: from, end: from + stepped(900, 2700, 900) }
    const visit = { id: `fixed-${index}`, latitude: 38.5, longitude: -121.4, ...times }
    return endsElsewhere() ? { ...visit, endPlace: { latitude: 38.45, longitude: -121.45 } } : visit
  })
  const endCount = fixed.filter(({ endPlace }) => endPlace !== undefined).length
  const size = count + fixedCount + (hasStart ? 1 : 0) + (hasEnd ? 1 : 0) + endCount
  const drive = () => (isCoarse ? stepped(300, 1200, 300) : 120 + below(2400))
  const seconds = squareOf(size, drive)
  const minMinutes = [15, 20, 30, 45][below(4)] ?? 30
  const place = { latitude: 38.55, longitude: -121.5 }
  return {
    start,
    end,
    stops,
    minMinutes,
    maxMinutes: minMinutes + 5 * below(7),
    lunch: chance(0.6) ? { minutes: 30 + 15 * below(3), open: 39_600, close: 50_400 } : null,
    busy: chance(0.5) ? Array.from({ length: 1 + below(3) }, () => spanWithin(900, 5400)) : [],
    ...(fixedCount > 0 ? { fixed } : {}),
    ...(hasStart ? { startPlace: place } : {}),
    ...(hasEnd ? { endPlace: place } : {}),
    matrix: { seconds, metres: seconds.map((row) => row.map((one) => one * 12)) },
  }
}

function diceOf(seed: number) {
  const random = numbersFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    random,
    below,
    chance: (share: number) => random() < share,
    stepped: (from: number, to: number, step: number) => from + step * below(Math.floor((to - from) / step) + 1),
  }
}

function squareOf(size: number, drive: () => number): number[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (row === column ? 0 : drive())),
  )
}

/** Numbers from 0 up to 1, determined by the seed. The planner has another generator. */
export function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** The same day with its stops, and its matrix, in another order. */
export function shuffled(day: PlanInput, seed: number): PlanInput {
  const random = numbersFrom(seed)
  const order = day.stops
    .map((_, index) => ({ index, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ index }) => index)
  const size = day.matrix?.seconds.length ?? 0
  const places = [...order, ...Array.from({ length: size - order.length }, (_, rest) => order.length + rest)]
  const moved = (rows: readonly (readonly number[])[]) => places.map((row) => places.map((to) => rows[row]?.[to] ?? 0))
  return {
    ...day,
    stops: order.flatMap((index) => day.stops[index] ?? []),
    ...(day.matrix === undefined
      ? {}
      : { matrix: { seconds: moved(day.matrix.seconds), metres: moved(day.matrix.metres) } }),
  }
}
