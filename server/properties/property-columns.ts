import type { NewProperty } from '#core/contract/property.ts'

export type PropertyField = keyof NewProperty

/** Names that catalogues give their columns, in lower case without spaces and signs. */
const namesByField: Record<PropertyField, readonly string[]> = {
  address: ['address', 'street', 'streetaddress', 'address1', 'addressline1', 'propertyaddress', 'fulladdress'],
  city: ['city', 'town', 'municipality', 'locality'],
  state: ['state', 'province', 'region', 'statecode', 'stateorprovince'],
  zip_code: ['zip', 'zipcode', 'postalcode', 'postcode', 'zip5'],
  bedrooms: ['bedrooms', 'beds', 'bed', 'bedroom', 'br', 'bedroomstotal'],
  bathrooms: ['bathrooms', 'baths', 'bath', 'bathroom', 'ba', 'bathroomstotal'],
  square_feet: ['squarefeet', 'squarefootage', 'sqft', 'livingarea', 'livingareasqft', 'area', 'ft2', 'ft²'],
  lot_size: ['lotsize', 'lotacres', 'lotsizeacres', 'acres', 'acreage'],
  year_built: ['yearbuilt', 'year', 'built', 'yrbuilt'],
  garage_spaces: ['garagespaces', 'garage', 'garages', 'parkingspaces', 'garagecars'],
  price: ['price', 'listprice', 'listingprice', 'saleprice', 'askingprice', 'amount'],
  property_type: ['propertytype', 'type', 'hometype', 'buildingtype'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng', 'long'],
}

export const propertyFields = Object.keys(namesByField) as PropertyField[]

type ColumnMap = {
  /** The position of each field's column; a field without one is unknown in every row. */
  positions: Partial<Record<PropertyField, number>>
  /** Headings without a field. */
  ignored: string[]
}

/**
 * Which column holds which field. `named` says it outright, `{ address: 'Site street' }`; the other columns are recognised
 * by their headings.
 */
export function mapColumns(headings: readonly string[], named: Partial<Record<PropertyField, string>> = {}): ColumnMap {
  const plainHeadings = headings.map(plainHeading)
  const positions: ColumnMap['positions'] = {}
  for (const field of propertyFields) {
    const wanted = named[field]
    const names = wanted === undefined ? namesByField[field] : [plainHeading(wanted)]
    const position = names.map((name) => plainHeadings.indexOf(name)).find((index) => index >= 0)
    if (position !== undefined) positions[field] = position
  }
  const used = new Set(Object.values(positions))
  return { positions, ignored: headings.filter((heading, index) => heading.trim() !== '' && !used.has(index)) }
}

function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[\s_.\-/()]+/g, '')
}
