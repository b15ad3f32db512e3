/** What every server says of a stop. */
type Stop = { listing_id: unknown; address: string; arrival: string; departure: string }

/**
 * Whether two plans lead to the same doors in the same order at the same minutes; false also when one of them is
 * nothing at all. Other wordings of a time, and what only one of the two says, make no difference.
 */
export function isSameRoute(one: unknown, other: unknown): boolean {
  const [stops, others] = [stopsOf(one), stopsOf(other)]
  return stops.length === others.length && stops.every((stop, index) => isSameStop(stop, others[index]))
}

function isSameStop(one: Stop, other: Stop | undefined): boolean {
  if (other === undefined) return false
  const isSamePlace =
    typeof one.listing_id === 'number' && typeof other.listing_id === 'number'
      ? one.listing_id === other.listing_id
      : one.address === other.address
  return isSamePlace && one.arrival === other.arrival && one.departure === other.departure
}

function stopsOf(value: unknown): Stop[] {
  if (!Array.isArray(value)) return []
  const stops = value.filter(isRecord)
  return stops
    .toSorted((one, other) => Number(one['order']) - Number(other['order']))
    .map((stop) => ({
      listing_id: stop['listing_id'],
      address: textOf(stop['listing_address']).trim(),
      arrival: minuteOf(stop['estimated_arrival']),
      departure: minuteOf(stop['estimated_departure']),
    }))
}

/** '09:30' of '09:30:00', and of '2026-11-21T09:30:00'. */
function minuteOf(time: unknown): string {
  return /(\d\d:\d\d)(:\d\d)?/.exec(textOf(time))?.[1] ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
