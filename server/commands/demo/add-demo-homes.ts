import type { NewProperty, Property } from '#core/contract/property.ts'
import type { WriteRequest } from '#server/database/write.ts'
import { addListing } from '#server/listings/listings-service.ts'
import { findPropertyByIdentity } from '#server/properties/properties-repository.ts'
import { addProperty } from '#server/properties/properties-service.ts'
import type { Services } from '#server/services.ts'
import { recordOf } from './demo-requests.ts'
import { withRaisedHouseNumber, demoHomesToShow, demoTypedHomes } from './demo-typed-homes.ts'

/** Adds properties as if the agent had typed them in; returns the one that gets a listing. */
export async function addTypedHomes(services: Services, request: WriteRequest): Promise<Property> {
  const [listed, ...others] = demoTypedHomes()
  for (const home of others) await addNewHome(services, request, home)
  return addNewHome(services, request, listed)
}

/** Adds other brokers' homes; returns the ids of their listings and properties. */
export async function addHomesToShow(
  services: Services,
  request: WriteRequest,
): Promise<{ id: number; property: number }[]> {
  const added = []
  for (const { home, listing } of demoHomesToShow()) {
    const property = await addNewHome(services, request, { ...home, is_private: true })
    const { id } = recordOf(await addListing(services, request, { ...listing, property: property.id }, undefined))
    added.push({ id, property: property.id })
  }
  return added
}

/** Adds a home at the next house number that is not in use. */
async function addNewHome(services: Services, request: WriteRequest, home: NewProperty): Promise<Property> {
  const isKnown = (await findPropertyByIdentity(services.database.db, request.agentId, home)) !== undefined
  if (isKnown) return addNewHome(services, request, withRaisedHouseNumber(home, 2))
  return recordOf(await addProperty(services.database, request, home)) as Property
}
