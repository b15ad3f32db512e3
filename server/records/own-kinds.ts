import type { OwnEntity } from '#core/kinds/all-kinds.ts'
import { appointments } from '#server/appointments/appointments.ts'
import { clients } from '#server/clients/clients.ts'
import { doorCards } from '#server/door-cards/door-cards.ts'
import { followUps } from '#server/follow-ups/follow-ups.ts'
import { interactions } from '#server/interactions/interactions.ts'
import { listingImages } from '#server/listings/listing-images.ts'
import { listings } from '#server/listings/listings.ts'
import { openHouseVisits } from '#server/open-houses/open-house-visits.ts'
import { openHouses } from '#server/open-houses/open-houses.ts'
import { showings } from '#server/showings/showings.ts'
import { exposureReadings } from '#server/statistics/exposure-readings.ts'
import { tours } from '#server/tours/tours.ts'
import type { OwnKind, StandardKind } from './own-kind.ts'

/** How the server stores and describes each kind of an agent's records. The keys are the entity names of the feed. */
export const ownKinds = {
  client: clients,
  listing: listings,
  listing_image: listingImages,
  open_house: openHouses,
  showing: showings,
  open_house_visit: openHouseVisits,
  appointment: appointments,
  tour: tours,
  interaction: interactions,
  follow_up: followUps,
  door_card: doorCards,
  exposure_reading: exposureReadings,
} satisfies Record<OwnEntity, OwnKind>

/** The kinds with standard routes. Listings, photos and tours have routes of their own. */
export const standardKinds: readonly StandardKind[] = Object.values(ownKinds).filter((kind) => 'schema' in kind)
