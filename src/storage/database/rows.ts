import type { Appointment } from '#core/contract/appointment.ts'
import type { Client } from '#core/contract/client.ts'
import type { DoorCard } from '#core/contract/door-card.ts'
import type { ExposureReading } from '#core/contract/exposure.ts'
import type { FollowUp } from '#core/contract/follow-up.ts'
import type { Interaction } from '#core/contract/interaction.ts'
import type { ListingImage } from '#core/contract/listing-image.ts'
import type { Listing } from '#core/contract/listing.ts'
import type { OpenHouse } from '#core/contract/open-house.ts'
import type { OpenHouseVisit } from '#core/contract/open-house-visit.ts'
import type { Property } from '#core/contract/property.ts'
import type { Showing } from '#core/contract/showing.ts'
import type { SentTourStop, Tour } from '#core/contract/tour.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey } from '#core/sync/operation.ts'

/**
 * A stored wire record. `key` is its local key; `id` is missing until the server assigns one. Every server sends the fields in `Always`; a
 * plain server may leave out the other fields.
 */
type StoredRecord<WireRecord, Always extends keyof WireRecord = never> = Pick<WireRecord, Always> &
  Partial<Omit<WireRecord, 'id' | Always>> & { key: LocalKey; id?: number }

export type ClientRow = StoredRecord<Client, 'first_name' | 'last_name' | 'email' | 'category'>

export type PropertyRow = StoredRecord<
  Property,
  'address' | 'city' | 'state' | 'zip_code' | 'bedrooms' | 'bathrooms' | 'square_feet'
>

/** A listing. Its photos are separate rows (`ListingImageRow`), joined by `listing_key`. */
export type ListingRow = Omit<
  StoredRecord<Listing, 'listing_price' | 'description' | 'status'>,
  'images' | 'property'
> & {
  /** The copy of the property that the server nests in the listing; for a new listing, the one that the form showed. */
  property: Partial<Property>
  property_key?: LocalKey
}

export type ListingImageRow = Omit<StoredRecord<ListingImage>, 'listing'> & {
  listing?: number
  listing_key: LocalKey
}

/** A listing of any agent that buyers' tours may visit; read-only. */
export type AvailableListingRow = {
  key: LocalKey
  id?: number
  status?: string
  property: Partial<Pick<Property, 'address' | 'city' | 'state' | 'latitude' | 'longitude'>>
}

/** A client's id, or its local key until it has one; see `embeddedReferences` in `kind-of-record.ts`. */
type WithClient = { client?: number | LocalKey | null }

/** Joined to its listing by `listing_key`. A plain server may send neither listing nor address. */
export type ShowingRow = Omit<
  StoredRecord<Showing, 'showing_date' | 'start_time' | 'end_time' | 'client_email'>,
  'client'
> &
  WithClient & { listing_key: LocalKey }

export type OpenHouseRow = StoredRecord<OpenHouse, 'date' | 'start_time' | 'end_time'> & { listing_key: LocalKey }

/** A visitor, joined to the open house by `open_house_key`. */
export type OpenHouseVisitRow = Omit<
  StoredRecord<OpenHouseVisit, 'client_email'>,
  'listing' | 'open_house' | 'client'
> &
  WithClient & {
    listing?: number
    open_house?: number
    listing_key: LocalKey
    open_house_key: LocalKey
  }

/** A stop of a tour. `listing_id` is an id, or a local key until the listing has one (see `resolveLocalKey`). */
export type TourStopRow = Partial<Omit<SentTourStop, 'listing_id'>> &
  Pick<SentTourStop, 'order' | 'listing_address'> & { listing_id?: number | LocalKey | null }

/** A tour. A plain server does not store the optional fields; they are only on this device. */
export type TourRow = Omit<
  StoredRecord<Tour, 'client_email' | 'tour_date' | 'start_time' | 'end_time' | 'preferences'>,
  | 'selected_listings'
  | 'visit_lengths'
  | 'stops'
  | 'dropped'
  | 'status'
  | 'client'
  | 'total_distance'
  | 'estimated_duration'
> &
  WithClient & {
    status: string
    total_distance?: number | null
    estimated_duration?: number | null
    selected_listings: (number | LocalKey)[]
    visit_lengths?: { listing_id: number | LocalKey | null; minutes: number }[]
    stops: TourStopRow[]
    dropped?: (Omit<Tour['dropped'][number], 'listing_id'> & { listing_id: number | LocalKey | null })[]
    /** The stops that the agent saved, if the server planned others. */
    stops_shown_here?: TourStopRow[] | null
  }

export type AppointmentRow = Omit<StoredRecord<Appointment, 'title' | 'date' | 'start_time' | 'end_time'>, 'client'> &
  WithClient

/** Joined to its client by `of_client_key`. */
export type InteractionRow = Omit<StoredRecord<Interaction, 'kind' | 'date' | 'time' | 'text'>, 'client'> & {
  of_client_key: LocalKey
}

/** Joined to its client by `of_client_key`. */
export type FollowUpRow = Omit<StoredRecord<FollowUp, 'due_date' | 'text' | 'done'>, 'client'> & {
  of_client_key: LocalKey
}

/** Joined to its home by `property_key`. */
export type DoorCardRow = Omit<StoredRecord<DoorCard>, 'property' | 'client'> & WithClient & { property_key: LocalKey }

/** Joined to its listing by `listing_key`. This device stores only readings that it created. */
export type ExposureReadingRow = Omit<StoredRecord<ExposureReading, 'platform' | 'date'>, 'listing'> & {
  listing_key: LocalKey
  /** The agent's version in which the server stored it; absent until then. */
  version?: number | string
}

export type RowOf = OfEveryKind<{
  property: PropertyRow
  client: ClientRow
  listing: ListingRow
  listing_image: ListingImageRow
  showing: ShowingRow
  open_house: OpenHouseRow
  open_house_visit: OpenHouseVisitRow
  appointment: AppointmentRow
  tour: TourRow
  interaction: InteractionRow
  follow_up: FollowUpRow
  door_card: DoorCardRow
  available_listing: AvailableListingRow
  exposure_reading: ExposureReadingRow
}>

type OfEveryKind<Rows extends Record<EntityName, { key: LocalKey }>> = Rows
