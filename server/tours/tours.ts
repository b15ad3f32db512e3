import { sql } from 'kysely'
import * as v from 'valibot'
import { pageQuerySchema } from '#core/contract/paging.ts'
import { tourStatuses } from '#core/contract/record-statuses.ts'
import { tourPreferencesSchema } from '#core/contract/tour-preferences.ts'
import { tourChangesSchema, type Tour, tourStepsSchema, tourPlanSchema } from '#core/contract/tour.ts'
import { likePattern } from '#server/database/like-pattern.ts'
import { withJsonSchema, jsonAs, jsonIntegerOrNull, jsonNumber, jsonString } from '#server/database/json-text.ts'
import { jsonbText } from '#server/database/jsonb-text.ts'
import { schemaOfOutput } from '#server/http/description/json-schemas.ts'
import { isAvailable, isOnMarket } from '#server/listings/available-listing-record.ts'
import { homeOf } from '#server/listings/home-of-listing.ts'
import { ownKind, recordJson, type OwnRecord } from '#server/records/own-kind.ts'

export type SentTour = Tour & OwnRecord

/** A tour as it is stored: `is_listed` of its stops is computed when it is read. */
export type StoredTour = Omit<Tour, 'id' | 'created_at' | 'stops'> & {
  stops: Omit<Tour['stops'][number], 'is_listed'>[]
}

const tourOrders = ['created_at', '-created_at', 'tour_date', '-tour_date'] as const

const planned = tourPlanSchema.entries
const storedJson = (schema: v.GenericSchema) => jsonAs(schemaOfOutput(schema))

/** A stop has its listing's current address, or the planned one if the listing was deleted or is another agent's and unavailable (reading R17). */
const stops = withJsonSchema(
  sql<string>`coalesce((
  select jsonb_agg(jsonb_build_object('is_approximate', false, 'uncertainty_miles', null) || stop || coalesce((
      select jsonb_build_object(
        'listing_address', property.address, 'listing_city', property.city, 'is_listed', ${isOnMarket})
      from listings as listing cross join lateral ${homeOf('listing')} as property
      where listing.id = (stop->>'listing_id')::bigint and (listing.agent_id = tours.agent_id or ${isAvailable})
    ), jsonb_build_object('is_listed', false)) order by place)
  from jsonb_array_elements(tours.stops) with ordinality as each_stop(stop, place))::text, '[]')`,
  schemaOfOutput(v.array(v.object({ ...planned.stops.item.entries, is_listed: v.boolean() }))),
)

/** The REST resource of tours. Not a `standardKind`, because a tour is planned before it is written; see `tours-service.ts`. */
export const tours = ownKind<SentTour>()('tour', {
  words: { tag: 'tours', one: 'a tour', many: 'tours', list: 'List tours, newest first' },
  record: recordJson('tours', {
    client_email: jsonString,
    client: jsonIntegerOrNull,
    tour_date: jsonString,
    start_time: jsonString,
    end_time: jsonString,
    status: jsonString,
    planning: jsonString,
    selected_listings: jsonAs({ type: 'array', items: { type: 'integer' } }),
    preferences: storedJson(tourPreferencesSchema),
    visit_lengths: storedJson(tourChangesSchema.entries.visit_lengths.wrapped),
    stops,
    lunch: storedJson(planned.lunch),
    dropped: storedJson(planned.dropped),
    steps: storedJson(tourStepsSchema),
    total_distance: jsonNumber,
    estimated_duration: jsonNumber,
  }),
  nullIfMissing: { client: 'clients' },
  columnsOf: (tour: StoredTour) => ({
    client_email: tour.client_email,
    client: tour.client,
    tour_date: tour.tour_date,
    start_time: tour.start_time,
    end_time: tour.end_time,
    status: tour.status,
    planning: tour.planning,
    selected_listings: jsonbText(tour.selected_listings),
    preferences: jsonbText(tour.preferences),
    visit_lengths: jsonbText(tour.visit_lengths),
    stops: jsonbText(tour.stops),
    lunch: tour.lunch === null ? null : jsonbText(tour.lunch),
    dropped: jsonbText(tour.dropped),
    steps: jsonbText(tour.steps),
    total_distance: tour.total_distance,
    estimated_duration: tour.estimated_duration,
  }),
  list: {
    query: v.object({
      ...pageQuerySchema.entries,
      status: v.optional(v.picklist([...tourStatuses, ''], `Choose ${tourStatuses.join(', ')}.`), ''),
      ordering: v.optional(v.picklist(tourOrders, `Choose ${tourOrders.join(', ')}.`), '-created_at'),
    }),
    where: ({ search, status }) => [
      ...(status === '' ? [] : [sql<boolean>`status = ${status}`]),
      ...(search === '' ? [] : [sql<boolean>`${searched} ilike ${likePattern(search)}`]),
    ],
    orderBy: ({ ordering }) => {
      const column = sql.ref(ordering.replace('-', ''))
      return ordering.startsWith('-') ? sql`${column} desc, start_time desc, id desc` : sql`${column}, start_time, id`
    },
    // A stop may be at another agent's listing, which that agent can change, so pages of tours are not cached.
    showsOtherAgentsData: true,
  },
})

const searched = sql`(client_email || ' ' || tour_date || ' ' || status || ' ' || replace(status, '_', ' '))`
