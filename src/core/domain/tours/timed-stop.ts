import type { Place } from '#core/domain/travel/driving.ts'
import { homeName } from '#core/domain/travel/place-of-home.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'

/** A stop of a tour with the fields that any server may send. */
export type TimedStop = {
  order: number
  stop_id?: string | undefined
  listing_id?: number | string | null | undefined
  listing_address: string
  estimated_arrival?: string | undefined
  estimated_departure?: string | undefined
  duration_minutes?: number | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  /** The location is the middle of a ZIP code or city, with the radius `uncertainty_miles`. */
  is_approximate?: boolean | undefined
  uncertainty_miles?: number | null | undefined
  /** Identifies the home at an approximate location; absent if `listing_address` does. */
  home_name?: string | undefined
  drive_minutes?: number | null | undefined
  drive_miles?: number | null | undefined
}

/** Identifies a stop within its tour; a plain server sends no `stop_id`. */
export function stopKey(stop: TimedStop): string {
  return stop.stop_id ?? String(stop.listing_id ?? stop.listing_address)
}

type Times = Pick<TimedStop, 'estimated_arrival' | 'estimated_departure' | 'duration_minutes'>

/** Returns the time at which the visit begins if the agent arrives earlier and has to wait; otherwise null. */
export function visitAfterWait({ estimated_arrival, estimated_departure, duration_minutes }: Times): string | null {
  if (!estimated_arrival || !estimated_departure || typeof duration_minutes !== 'number') return null
  const begins = secondsOfDay(estimated_departure) - duration_minutes * 60
  return begins - secondsOfDay(estimated_arrival) >= 60 ? timeOfSeconds(begins) : null
}

export function visitBegins(stop: Times): string | undefined {
  return visitAfterWait(stop) ?? (stop.estimated_arrival || undefined)
}

export function firstVisitBegins(stops: readonly TimedStop[]): string | undefined {
  const [first] = inOrder(stops)
  return first && visitBegins(first)
}

/** Returns the start of the first visit and the last departure; null if either is not planned. */
export function plannedHours(stops: readonly TimedStop[]): { start_time: string; end_time: string } | null {
  const [start_time, end_time] = [firstVisitBegins(stops), inOrder(stops).at(-1)?.estimated_departure]
  return start_time && end_time ? { start_time, end_time } : null
}

export type StopTimes = { arrival: string; begins: string; departure: string }

export function stopTimes(stop: TimedStop): StopTimes | null {
  const { estimated_arrival: arrival, estimated_departure: departure } = stop
  const begins = visitBegins(stop)
  return arrival && begins && departure ? { arrival, begins, departure } : null
}

export function inOrder<Stop extends TimedStop>(stops: readonly Stop[]): Stop[] {
  return stops.toSorted((one, other) => one.order - other.order)
}

/** Whether our server's planner put the stop last, without a drive, because its location is unknown. Always false with other servers. */
export function isUnplaced({ latitude, is_approximate, drive_minutes }: TimedStop): boolean {
  return latitude === null && is_approximate === false && typeof drive_minutes !== 'number'
}

export function placeOfStop(stop: TimedStop): Place | null {
  const { latitude, longitude, uncertainty_miles, listing_address, home_name: home = homeName(listing_address) } = stop
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (!uncertainty_miles) return { latitude, longitude }
  return { latitude, longitude, uncertaintyMiles: uncertainty_miles, home }
}

export function stopFieldsOf(place: Place | null): Partial<TimedStop> {
  if (place === null) return {}
  const { latitude, longitude, uncertaintyMiles, home } = place
  return { latitude, longitude, ...(uncertaintyMiles ? { uncertainty_miles: uncertaintyMiles, home_name: home } : {}) }
}
