import * as v from 'valibot'
import { estimateDrive, isApproximateDrive, type Place, wholeMinutes } from '#core/domain/travel/driving.ts'
import { estimateMatrix } from '#core/planner/prepare-day.ts'
import type { TravelMatrix } from '#core/planner/plan-types.ts'

const table = v.array(v.array(v.nullable(v.number())))
const answerSchema = v.object({ code: v.literal('Ok'), durations: table, distances: table })

/** Returns the drives between all pairs of places; a place is null if its location is unknown. */
type TravelProvider = (places: readonly (Place | null)[]) => Promise<TravelMatrix>

/** The agent waits for the plan, so drives are estimated if the routing server takes longer than this. */
const defaultTimeoutMs = 3000

/**
 * Returns drives on real roads, from the `/table` call of an OSRM server. If the call fails, all drives are estimated:
 * one matrix never mixes roads and estimates. For approximate locations, returns the longer of road and estimate,
 * because the road between two ZIP code centers may be shorter than the drive between the homes.
 */
export function osrmTravel(
  address: string,
  onFailure: (problem: string) => void = () => {},
  timeoutMs = defaultTimeoutMs,
): TravelProvider {
  return async (places) => {
    const known = places.filter((place) => place !== null)
    if (known.length < 2) return estimateMatrix(places)
    try {
      return atLeastEstimate(places, withUnplaced(places, await fetchTable(address, known, timeoutMs)))
    } catch (error) {
      onFailure(String(error))
      return estimateMatrix(places)
    }
  }
}

async function fetchTable(address: string, places: readonly Place[], timeoutMs: number): Promise<TravelMatrix> {
  const coordinates = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
  const url = `${address.replace(/\/+$/, '')}/table/v1/driving/${coordinates}?annotations=duration,distance`
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`The routing server answered ${response.status}.`)
  const { durations, distances } = v.parse(answerSchema, await response.json())
  for (const rows of [durations, distances]) {
    if (rows.length !== places.length || rows.some((row) => row.length !== places.length))
      throw new Error('The routing server answered for other places.')
  }
  return { seconds: numbers(durations, wholeMinutes), metres: numbers(distances, Math.round) }
}

function numbers(rows: (number | null)[][], whole: (value: number) => number): number[][] {
  return rows.map((row) => row.map((value) => (value === null ? Infinity : whole(value))))
}

/** Adds rows and columns for places without a location: no drive leads there (`Infinity`). */
function withUnplaced(places: readonly (Place | null)[], matrix: TravelMatrix): TravelMatrix {
  let next = 0
  const rows = places.map((place) => (place === null ? null : next++))
  const spread = (values: TravelMatrix['seconds']) =>
    rows.map((row) =>
      rows.map((column) => (row === null || column === null ? Infinity : (values[row]?.[column] ?? Infinity))),
    )
  return { seconds: spread(matrix.seconds), metres: spread(matrix.metres) }
}

function atLeastEstimate(places: readonly (Place | null)[], { seconds, metres }: TravelMatrix): TravelMatrix {
  const larger = (values: TravelMatrix['seconds'], of: 'seconds' | 'metres') =>
    values.map((row, from) =>
      row.map((value, to) => {
        const [start, end] = [places[from], places[to]]
        return from !== to && start && end && isApproximateDrive(start, end)
          ? Math.max(value, estimateDrive(start, end)[of])
          : value
      }),
    )
  return { seconds: larger(seconds, 'seconds'), metres: larger(metres, 'metres') }
}
