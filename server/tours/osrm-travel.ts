import * as v from 'valibot'
import { estimateDrive, isApproximateDrive, type Place, wholeMinutes } from '#core/domain/travel/driving.ts'
import { estimateMatrix, type TravelProvider } from '#core/planner/travel-estimate.ts'
import type { TravelMatrix } from '#core/planner/plan-types.ts'

const table = v.array(v.array(v.nullable(v.number())))
const answerSchema = v.object({ code: v.literal('Ok'), durations: table, distances: table })

/** The agent waits for the answer, so a slower routing server is ignored. */
const usualPatienceMs = 3000

/**
 * Drives on real roads from an OSRM server's `/table`. If it does not answer for all places, the whole matrix is
 * estimated: the two are never mixed. For approximate places, returns the longer of both, because a road between two
 * ZIP code centers may be shorter than the drive between the homes.
 */
export function osrmTravel(
  address: string,
  onFailure: (problem: string) => void = () => {},
  patienceMs = usualPatienceMs,
): TravelProvider {
  return async (places) => {
    const known = places.filter((place) => place !== null)
    if (known.length < 2) return estimateMatrix(places)
    try {
      return notBelowEstimate(places, spreadOut(places, await askForTable(address, known, patienceMs)))
    } catch (error) {
      onFailure(String(error))
      return estimateMatrix(places)
    }
  }
}

async function askForTable(address: string, places: readonly Place[], patienceMs: number): Promise<TravelMatrix> {
  const coordinates = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
  const url = `${address.replace(/\/+$/, '')}/table/v1/driving/${coordinates}?annotations=duration,distance`
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
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

function spreadOut(places: readonly (Place | null)[], matrix: TravelMatrix): TravelMatrix {
  let next = 0
  const rows = places.map((place) => (place === null ? null : next++))
  const spread = (values: TravelMatrix['seconds']) =>
    rows.map((row) =>
      rows.map((column) => (row === null || column === null ? Infinity : (values[row]?.[column] ?? Infinity))),
    )
  return { seconds: spread(matrix.seconds), metres: spread(matrix.metres) }
}

function notBelowEstimate(places: readonly (Place | null)[], { seconds, metres }: TravelMatrix): TravelMatrix {
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
