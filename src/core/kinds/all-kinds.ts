import { appointment } from './appointment-kind.ts'
import { availableListing } from './available-listing-kind.ts'
import { client } from './client-kind.ts'
import { doorCard } from './door-card-kind.ts'
import { exposureReading } from './exposure-reading-kind.ts'
import { followUp } from './follow-up-kind.ts'
import { interaction } from './interaction-kind.ts'
import type { KindOfRecord } from './kind-of-record.ts'
import { listing } from './listing-kind.ts'
import { listingImage } from './listing-image-kind.ts'
import { openHouse } from './open-house-kind.ts'
import { openHouseVisit } from './open-house-visit-kind.ts'
import { property } from './property-kind.ts'
import { showing } from './showing-kind.ts'
import { tour } from './tour-kind.ts'

/** All kinds, by their names on the wire. A kind comes after the kinds that it refers to. */
const all = {
  property,
  client,
  listing,
  listing_image: listingImage,
  showing,
  open_house: openHouse,
  open_house_visit: openHouseVisit,
  appointment,
  tour,
  interaction,
  follow_up: followUp,
  door_card: doorCard,
  available_listing: availableListing,
  exposure_reading: exposureReading,
} as const

export type EntityName = keyof typeof all
export type TableOf<Entity extends EntityName> = (typeof all)[Entity]['table']

export const kinds: Readonly<Record<EntityName, KindOfRecord<EntityName>>> = all

export const entityNames = Object.keys(kinds) as EntityName[]

/** False for kinds whose records are only on the device that created them; see `isWriteOnly`. */
export function isInFeed(entity: EntityName): boolean {
  return kinds[entity].isWriteOnly !== true
}

/** Kinds whose records belong to one agent; the other kinds are shared by all agents. */
export type OwnEntity = {
  [Entity in EntityName]: (typeof all)[Entity]['feed']['visibleTo'] extends 'agent' ? Entity : never
}[EntityName]
export const ownEntities = entityNames.filter((entity) => kinds[entity].feed.visibleTo === 'agent') as OwnEntity[]
