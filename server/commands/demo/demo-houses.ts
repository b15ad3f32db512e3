import type { NewProperty, Property } from '#core/contract/property.ts'
import type { ListingStatus } from '#core/contract/record-statuses.ts'
import { sampleCatalog } from '#server/properties/sample-catalog.ts'

/** Returns fictional homes: those of the sample catalog, moved along their streets by 12 house numbers times `distance`, at similar prices. */
export function neighboringHomes(distance: number): NewProperty[] {
  return sampleCatalog().map((home, index) => neighborOf(home, index, distance))
}

function neighborOf(home: NewProperty, index: number, distance: number): NewProperty {
  return {
    ...home,
    address: home.address.replace(/^\d+/, (number) => String(Number(number) + 12 * distance)),
    price: home.price === null ? null : home.price + 7000 * ((index % 5) - 2),
    latitude: home.latitude === null ? null : home.latitude + 0.0011 * distance,
  }
}

const openings = [
  'A quiet house with good bones and morning light in the kitchen.',
  'Freshly painted, with a garden that looks after itself.',
  'Generous rooms, a deep porch, and a maple that turns red in October.',
  'Renovated from the studs in 2019; everything works.',
  'A corner lot with two driveways and room for a workshop.',
  'Light on three sides, and a fanlight over the front door.',
]
const closings = [
  'Ten minutes on foot to the market hall.',
  'The schools are around the corner.',
  'A bus stops at the end of the street.',
  'The river path begins behind the garden.',
  'Sellers are flexible about the date.',
]

export function demoDescription(property: Property, index: number): string {
  const rooms = property.bedrooms === null ? '' : `${property.bedrooms} bedrooms. `
  return `${openings[index % openings.length]} ${rooms}${closings[(index * 2) % closings.length]}`
}

export function demoStatus(index: number): ListingStatus {
  return (['For Sale', 'For Sale', 'Pending', 'For Sale', 'Sold'] as const)[index % 5]!
}
