import type { NewListing, ListedBy } from '#core/contract/listing.ts'
import type { NewProperty, Property } from '#core/contract/property.ts'
import type { WriteRequest } from '#server/database/write.ts'
import { addListing } from '#server/listings/listings-service.ts'
import { findPropertyByIdentity } from '#server/properties/properties-repository.ts'
import { addProperty } from '#server/properties/properties-service.ts'
import { sampleCatalog } from '#server/properties/sample-catalog.ts'
import type { Services } from '#server/services.ts'
import { recordOf } from './demo-requests.ts'

/** Adds properties as if the agent had typed them in; returns the one that gets a listing. */
export async function addTypedHomes(services: Services, request: WriteRequest): Promise<Property> {
  const [listed, ...others] = demoTypedHomes()
  for (const home of others) await addNewHome(services, request, home)
  return addNewHome(services, request, listed)
}

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
  const isInUse = (await findPropertyByIdentity(services.database.db, request.agentId, home)) !== undefined
  if (isInUse) return addNewHome(services, request, withRaisedHouseNumber(home, 2))
  return recordOf(await addProperty(services.database, request, home)) as Property
}

type HomeToShow = { home: NewProperty; listing: Omit<NewListing, 'property'> & { listed_by: ListedBy } }

function demoTypedHomes(): readonly [listed: NewProperty, unlisted: NewProperty] {
  return [typedHome('Velvetleaf Way', { lot_size: null, garage_spaces: null }), typedHome('Tamarind Loop', noFacts)]
}

function demoHomesToShow(): HomeToShow[] {
  return [
    {
      home: typedHome('Bellfounder St', { bedrooms: 3, bathrooms: 2, square_feet: 1480, property_type: 'Residential' }),
      listing: listedBy(
        {
          name: 'Odile Larkspur',
          phone: '(503) 555-0171',
          email: 'odile.larkspur@example.com',
          brokerage: 'Lanternwood Realty',
          mls_number: '90000171',
          link: 'https://example.com/homes/90000171',
        },
        { listing_price: 639_000, description: 'Corner lot with a covered porch. Shown by appointment only.' },
      ),
    },
    { home: { ...typedHome('Pipers Green', noFacts), ...noLocation }, listing: listedBy({}, {}) },
    {
      home: typedHome('Birdcage Walk', {}),
      listing: listedBy(
        { name: 'Ivo Merriweather', phone: '(503) 555-0172', brokerage: 'Quillfeather Homes' },
        { description: 'Price to be announced; the broker takes first visitors this week.' },
      ),
    },
    {
      home: typedHome('Driftwood Bend', {}),
      listing: listedBy(
        { name: 'Saskia Thornbury', email: 'saskia.thornbury@example.com', mls_number: '90000173' },
        { listing_price: 875_000, status: 'Pending' },
      ),
    },
  ]
}

const noFacts = {
  bedrooms: null,
  bathrooms: null,
  square_feet: null,
  lot_size: null,
  year_built: null,
  garage_spaces: null,
  price: null,
  property_type: '',
}
const noLocation = { latitude: null, longitude: null, location_source: null }

/** A home in a street of the catalog, at a house number between those of the catalog, with a location set by the agent. */
function typedHome(street: string, facts: Partial<NewProperty>): NewProperty {
  const known = sampleCatalog().find(({ address }) => address.endsWith(street))
  if (known === undefined) throw new Error(`The sample catalog has no ${street}`)
  const { latitude } = known
  return {
    ...withRaisedHouseNumber(known, 6),
    latitude: latitude === null ? null : latitude + 0.0006,
    location_source: 'agent',
    ...facts,
  }
}

function withRaisedHouseNumber(home: NewProperty, offset: number): NewProperty {
  return { ...home, address: home.address.replace(/^\d+/, (number) => String(Number(number) + offset)) }
}

/** Returns a listing by `broker`. Fields without a value here are as in a listing for which the agent left them empty. */
function listedBy(broker: Partial<ListedBy>, known: Partial<HomeToShow['listing']>): HomeToShow['listing'] {
  const emptyBroker = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
  return { listing_price: 0, description: '', status: 'For Sale', ...known, listed_by: { ...emptyBroker, ...broker } }
}
