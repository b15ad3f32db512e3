import * as v from 'valibot'
import { emailAddress, optionalClient, plainDate, plainTime, serverId } from './fields.ts'
import { mostStops, tourPlanSchema, type DroppedStop, type TourPlan, type TourStop } from './tour-plan.ts'
import {
  longestVisitMinutes,
  shortestVisitMinutes,
  tourPreferencesSchema,
  type TourPreferences,
} from './tour-preferences.ts'
import { tourStatuses, type TourStatus } from './tour-statuses.ts'
import { tourStepsSchema, type TourStep } from './tour-step.ts'
import { endsAfterStart } from './visit-times.ts'

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
