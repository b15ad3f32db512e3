import * as v from 'valibot'
import { plainDate, plainTime, serverId } from './fields.ts'
import { tourPreferencesSchema } from './tour-preferences.ts'
import { newTourTimes, mostStops } from './tour.ts'
import { endsAfterStart } from './visit-fields.ts'

function eachOnce(ids: number[]): number[] {
  return [...new Set(ids)]
}

const preview = {
  // A home that is named twice is visited once.
  selected_listings: v.optional(v.pipe(v.array(serverId), v.maxLength(mostStops), v.transform(eachOnce)), []),
  preferences: v.optional(v.nullable(tourPreferencesSchema, {}), {}),
  preferred_start_time: v.optional(plainTime, newTourTimes.start_time),
  preferred_end_time: v.optional(plainTime, newTourTimes.end_time),
}

type Times = { preferred_start_time: string; preferred_end_time: string }

/** The names that tours have for them. */
function named<Asked extends Times>({ preferred_start_time, preferred_end_time, ...asked }: Asked) {
  return { ...asked, start_time: preferred_start_time, end_time: preferred_end_time }
}

const availability = v.pipe(v.object({ ...preview, tour_date: plainDate }), v.transform(named))
const route = v.pipe(v.object({ ...preview, tour_date: v.optional(v.nullable(plainDate), null) }), v.transform(named))

/** What is asked before there is a tour; the times default to 09:00 to 17:00 (reading R22). */
export const availabilityRequestSchema = v.pipe(availability, endsAfterStart<v.InferOutput<typeof availability>>())

/** Without a date the agent's own day is not looked at. */
export const routeRequestSchema = v.pipe(route, endsAfterStart<v.InferOutput<typeof route>>())

export type AvailabilityRequest = v.InferOutput<typeof availabilityRequestSchema>
export type RouteRequest = v.InferOutput<typeof routeRequestSchema>

export const availabilityPreviewSchema = v.object({
  slot_count: v.number(),
  /** Whole minutes. */
  longest_slot: v.number(),
  available_slots: v.array(v.object({ start_time: v.string(), end_time: v.string() })),
})
export type AvailabilityPreview = v.InferOutput<typeof availabilityPreviewSchema>

const stop = { listing_id: v.number(), address: v.string() }

export const routePreviewSchema = v.object({
  total_distance_km: v.number(),
  /** Miles, one decimal; an extension of ours, as all that follows `optimized_order`. */
  total_distance: v.number(),
  /** 0 to 100, or null with no stop. */
  efficiency_score: v.nullable(v.number()),
  optimized_order: v.array(v.object(stop)),
  error: v.nullable(v.string()),
  /** A home has no location of its own, so that its drives and these figures are typical ones. */
  is_approximate: v.boolean(),
  dropped: v.array(
    v.object({
      ...stop,
      reason: v.string(),
      missing_minutes: v.nullable(v.number()),
      is_approximate: v.boolean(),
    }),
  ),
})
export type RoutePreview = v.InferOutput<typeof routePreviewSchema>
