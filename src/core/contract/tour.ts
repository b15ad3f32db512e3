import * as v from 'valibot'
import { emailAddress, optionalClient, plainDate, plainTime, serverId, optionalText } from './fields.ts'
import {
  longestVisitMinutes,
  shortestVisitMinutes,
  tourPreferencesSchema,
  type TourPreferences,
} from './tour-preferences.ts'
import { tourStatuses, type TourStatus } from './record-statuses.ts'
import { endsAfterStart } from './visit-fields.ts'

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

/** What happened on the way, one tap each; nothing is ever taken out of the list (fault F10). */
const tourStepKinds = ['arrived', 'left', 'skipped', 'late', 'rated', 'undone'] as const

export const tourNoteSchema = optionalText('Note', 2000)

const tourStepSchema = v.object({
  /** Made by the device, so that two devices' lists come together as one set. */
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  kind: v.picklist(tourStepKinds),
  /** The stop's `stop_id`. */
  stop_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)),
  /** By the clock on the wall when it was tapped. */
  at: plainTime,
  /** Of 'late'. */
  minutes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-600), v.maxValue(600))), null),
  /** Of 'rated', 1 to 5; null when the buyer gave none. */
  rating: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))), null),
  note: tourNoteSchema,
  /** Of 'undone': the `id` of the step that was a mistake. */
  undoes: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(80))), null),
})

export const tourStepsSchema = v.pipe(v.array(tourStepSchema), v.maxLength(2000))

export type TourStep = v.InferOutput<typeof tourStepSchema>

/** On the page that makes a tour (reading R22). */
export const newTourTimes = { start_time: '09:00:00', end_time: '17:00:00' } as const
/** In the edit form, where a tour has no times of its own. */
export const editedTourTimes = { start_time: '10:00:00', end_time: '14:00:00' } as const

export const selectAListing = 'Please select at least one listing for the tour.'
export const enterClientEmail = 'Please enter a client email address.'

const clientEmail = v.pipe(
  v.string(enterClientEmail),
  v.trim(),
  v.nonEmpty(enterClientEmail),
  v.pipe(v.string(), emailAddress('Client Email')),
)

const selectedListings = v.pipe(
  v.array(serverId, selectAListing),
  v.minLength(1, selectAListing),
  v.maxLength(mostStops, `A tour has at most ${mostStops} listings.`),
  v.check((ids) => new Set(ids).size === ids.length, 'A tour can have each listing only once.'),
)

/** `given` keeps the order of `selected_listings`, `best` lets the planner find it. */
const planning = v.picklist(['given', 'best'])
export type TourPlanning = v.InferOutput<typeof planning>

/** How long the agent stays at single homes, where that was said; everywhere else the preferences say it. */
const visitLengths = v.pipe(
  v.array(
    v.object({
      // Null when the listing is gone.
      listing_id: v.nullable(serverId),
      minutes: v.pipe(v.number(), v.integer(), v.minValue(shortestVisitMinutes), v.maxValue(longestVisitMinutes)),
    }),
  ),
  v.maxLength(mostStops),
)

const plan = v.partial(tourPlanSchema).entries

const writable = v.object({
  client_email: clientEmail,
  client: v.nullable(serverId),
  tour_date: plainDate,
  start_time: plainTime,
  end_time: plainTime,
  // A tour whose listings are all gone keeps its stops, so only a new one needs a listing.
  selected_listings: v.pipe(v.array(serverId, selectAListing), v.maxLength(mostStops)),
  preferences: tourPreferencesSchema,
  status: v.picklist(tourStatuses, 'Choose scheduled, in_progress, completed or cancelled.'),
  planning,
  visit_lengths: visitLengths,
  steps: tourStepsSchema,
  ...plan,
})

const preferences = v.optional(v.nullable(tourPreferencesSchema, {}), {})
const optionalTime = v.optional(v.nullable(v.union([v.literal(''), plainTime], 'Enter a time.')), null)

const newTourFields = v.pipe(
  v.object({
    client_email: clientEmail,
    client: optionalClient,
    tour_date: plainDate,
    start_time: optionalTime,
    end_time: optionalTime,
    preferred_start_time: optionalTime,
    preferred_end_time: optionalTime,
    selected_listings: selectedListings,
    preferences,
    visit_lengths: v.optional(visitLengths, []),
    ...plan,
  }),
  v.transform(({ preferred_start_time, preferred_end_time, ...tour }) => ({
    ...tour,
    start_time: tour.start_time || preferred_start_time || newTourTimes.start_time,
    end_time: tour.end_time || preferred_end_time || newTourTimes.end_time,
  })),
)

/**
 * What a request that makes a tour must hold: `auto-create` and `intelligent-create` alike. Times stand under either
 * name and default to 09:00 to 17:00. The plan is what our own device has shown.
 */
export const newTourSchema = v.pipe(newTourFields, endsAfterStart<v.InferOutput<typeof newTourFields>>())

/** A change to a tour: any of its fields; what comes of it must satisfy `tourSchema`. */
export const tourChangesSchema = v.partial(writable)

/** What a PUT must hold; what it does not name stays as it is. */
export const wholeTourSchema = v.object({
  ...v.partial(writable).entries,
  client_email: writable.entries.client_email,
  tour_date: writable.entries.tour_date,
  start_time: writable.entries.start_time,
  end_time: writable.entries.end_time,
  selected_listings: writable.entries.selected_listings,
})

const times = v.object({ start_time: plainTime, end_time: plainTime })

/** The times of a changed tour, judged together. */
export const tourTimesSchema = v.pipe(times, endsAfterStart<v.InferOutput<typeof times>>())

export type NewTour = v.InferOutput<typeof newTourSchema>
export type TourChanges = v.InferOutput<typeof tourChangesSchema>

/** A stop as the server sends it. */
export type SentTourStop = TourStop & {
  /** False when its listing is neither For Sale nor Pending any more, or gone: 'no longer listed'. */
  is_listed: boolean
}

/** A tour as the server sends it; date and times are those of the clock on the wall. */
export type Tour = {
  id: number
  client_email: string
  tour_date: string
  start_time: string
  end_time: string
  status: TourStatus
  selected_listings: number[]
  preferences: TourPreferences
  stops: SentTourStop[]
  /** Miles, one decimal. */
  total_distance: number
  /** Minutes. */
  estimated_duration: number
  created_at: string
  // The rest is an extension of ours.
  client: number | null
  planning: TourPlanning
  visit_lengths: v.InferOutput<typeof visitLengths>
  lunch: TourPlan['lunch']
  dropped: DroppedStop[]
  steps: TourStep[]
}

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
