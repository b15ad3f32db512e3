import * as v from 'valibot'
import { optionalText, plainTime, serverId } from './fields.ts'

/** More stops than anybody drives to in a day, and few enough to plan while somebody waits. */
export const mostStops = 200

const count = v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))
const degrees = v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))), null)
/** Null when the listing is gone, and the stop stays (reading R17). */
const listingId = v.optional(v.nullable(serverId), null)
const address = optionalText('Address', 300)

/** One stop of a planned tour. */
const tourStopSchema = v.object({
  /** From 1. */
  order: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Names the stop for ever, also when it moves or its listing goes. */
  stop_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  listing_id: listingId,
  listing_address: address,
  listing_city: address,
  duration_minutes: count,
  estimated_arrival: plainTime,
  estimated_departure: plainTime,
  latitude: degrees,
  longitude: degrees,
  /** The home has no location of its own: the coordinates are the middle of its ZIP code or city. */
  is_approximate: v.optional(v.boolean(), false),
  /** How many miles around them the home may be; null where they are its own. */
  uncertainty_miles: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))), null),
  /** Of the drive to this stop; null when it is the first, or unknown. */
  drive_minutes: v.optional(v.nullable(count), null),
  drive_miles: v.optional(v.nullable(count), null),
})

/** A listing that the day had no room for, and why. */
const droppedStopSchema = v.object({
  listing_id: listingId,
  listing_address: address,
  reason: v.pipe(v.string(), v.maxLength(60)),
  missing_minutes: v.optional(v.nullable(count), null),
  /** The minutes include a drive that begins or ends at an approximate place. */
  is_approximate: v.optional(v.boolean(), false),
})

const tourLunchSchema = v.object({ start_time: plainTime, end_time: plainTime })

/** What the planner made of a tour. The device sends what it showed, and our server keeps it. */
export const tourPlanSchema = v.object({
  stops: v.pipe(v.array(tourStopSchema), v.maxLength(mostStops)),
  lunch: v.optional(v.nullable(tourLunchSchema), null),
  dropped: v.optional(v.pipe(v.array(droppedStopSchema), v.maxLength(mostStops)), []),
  /** Miles, one decimal. */
  total_distance: count,
  /** Minutes from the first arrival to the last departure, lunch and waits included. */
  estimated_duration: count,
})

export type TourStop = v.InferOutput<typeof tourStopSchema>
export type DroppedStop = v.InferOutput<typeof droppedStopSchema>
export type TourPlan = v.InferOutput<typeof tourPlanSchema>
