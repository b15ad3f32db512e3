import * as v from 'valibot'
import { appointmentChangesSchema } from '#core/contract/appointment.ts'
import { clientChangesSchema } from '#core/contract/client.ts'
import { doorCardChangesSchema } from '#core/contract/door-card.ts'
import { followUpChangesSchema } from '#core/contract/follow-up.ts'
import { interactionChangesSchema } from '#core/contract/interaction.ts'
import type { Fields } from '#core/contract/json.ts'
import { listingImageChangesSchema } from '#core/contract/listing-image.ts'
import { listingChangesSchema } from '#core/contract/listing.ts'
import { openHouseVisitChangesSchema } from '#core/contract/open-house-visit.ts'
import { openHouseChangesSchema } from '#core/contract/open-house.ts'
import { privatePropertySchema, propertyChangesSchema } from '#core/contract/property.ts'
import { showingChangesSchema } from '#core/contract/showing.ts'
import { tourChangesSchema } from '#core/contract/tour.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import { renameMentions } from '#core/sync/records/mentions.ts'

const schemas: Record<EntityName, v.GenericSchema | null> = {
  property: propertyChangesSchema,
  client: clientChangesSchema,
  listing: listingChangesSchema,
  listing_image: listingImageChangesSchema,
  showing: showingChangesSchema,
  open_house: openHouseChangesSchema,
  open_house_visit: openHouseVisitChangesSchema,
  appointment: appointmentChangesSchema,
  tour: tourChangesSchema,
  interaction: interactionChangesSchema,
  follow_up: followUpChangesSchema,
  door_card: doorCardChangesSchema,
  // No agent writes it.
  available_listing: null,
}

/** Whether the screens can show such a record and a server may take it. */
export function areUsable(entity: EntityName, fields: Fields): boolean {
  const schema = fields['is_private'] === true ? v.partial(privatePropertySchema) : schemas[entity]
  if (schema === null) return false
  // A record that has no number yet is named by a key of the device that made the backup.
  const numbered = renameMentions(entity, fields, () => 1)
  return v.is(schema, withoutRepeats(numbered))
}

/** Several such records have become the same number. */
function withoutRepeats(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((member) => typeof member === 'number')
    return [name, isList ? [...new Set(value)] : value]
  })
  return Object.fromEntries(entries) as Fields
}
