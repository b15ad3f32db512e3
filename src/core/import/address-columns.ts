import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import { homeColumns, type HomeColumns, type HomeMeaning } from './home-columns.ts'
import { whereIn } from './home-in-row.ts'
import { plainHeading } from './table-format.ts'

/** Where a table of addresses has its parts: a home's columns, and those that only such tables have. */
export type AddressColumns = HomeColumns & { fraction?: number }

/** Further names: OpenAddresses, the National Address Database, and tables of counties. */
const furtherNames: Partial<Record<HomeMeaning | 'fraction', readonly string[]>> = {
  street_number: ['number', 'addnumber', 'addrnumber', 'addressnumber', 'addrnum', 'houseno', 'hno', 'housenum'],
  fraction: ['addnumsuf', 'numbersuffix', 'addrnumsuffix', 'housenumbersuffix', 'fraction'],
  street_direction: ['stpredir', 'predir', 'prefixdirection', 'predirectional', 'predirection'],
  street_name: ['streetnm', 'roadname'],
  street_suffix: ['stpostyp', 'postype', 'posttype', 'sttype', 'suffix', 'roadtype'],
  street_end: ['stposdir', 'postdir', 'sufdir', 'suffixdirection', 'postdirectional', 'postdirection'],
  city: ['postcity', 'postalcommunity', 'cityname', 'incmuni', 'community', 'place'],
  zip_code: ['zipc', 'zip5code', 'postal', 'postalzip'],
  latitude: ['y', 'ycoord', 'ycoordinate', 'gpslat'],
  longitude: ['x', 'xcoord', 'xcoordinate', 'gpslon'],
}

/** Which column holds what, by the headings. */
export function addressColumns(headings: readonly string[]): AddressColumns {
  const plain = headings.map(plainHeading)
  const columns: AddressColumns = homeColumns(headings)
  for (const [meaning, names] of Object.entries(furtherNames) as [keyof AddressColumns, readonly string[]][]) {
    const position = names.map((name) => plain.indexOf(name)).find((index) => index >= 0)
    if (columns[meaning] === undefined && position !== undefined) columns[meaning] = position
  }
  // OpenAddresses: beside a column of numbers, "STREET" is the street alone.
  if (columns.street_number !== undefined && columns.street_name === undefined && columns.address !== undefined) {
    columns.street_name = columns.address
  }
  return columns
}

/** What a table needs before its lines can be places of addresses, as people say it. */
export function missingAddressColumns(columns: AddressColumns): string[] {
  const hasStreet =
    columns.whole_address !== undefined || columns.address !== undefined || columns.street_name !== undefined
  return [
    ...(hasStreet ? [] : ['street']),
    ...(['latitude', 'longitude'] as const).filter((meaning) => columns[meaning] === undefined),
  ]
}

const streetParts = [
  'street_number',
  'fraction',
  'street_direction',
  'street_name',
  'street_suffix',
  'street_end',
] as const

/** The address that a line of the table says. */
export function addressInRow(cells: readonly string[], columns: AddressColumns): HomeAddress {
  const cellOf = (meaning: keyof AddressColumns): string => (cells[columns[meaning] ?? -1] ?? '').trim()
  const place = { city: cellOf('city'), state: cellOf('state'), zip_code: cellOf('zip_code'), unit: cellOf('unit') }
  if (columns.street_name !== undefined) {
    const parts = streetParts.map(cellOf).filter((part) => part !== '')
    if (cellOf('street_name') !== '') return { ...place, address: parts.join(' ') }
  }
  if (cellOf('address') !== '' && place.zip_code !== '') return { ...place, address: cellOf('address') }
  return { ...place, ...whereIn((meaning) => (meaning === 'unit' ? '' : cellOf(meaning))) }
}

/** The coordinates of a line, or undefined where they are none; zero and zero is how files write an unknown place. */
export function coordinatesInRow(
  latitude: string | number,
  longitude: string | number,
): { latitude: number; longitude: number } | undefined {
  const [north, east] = [latitude, longitude].map((cell) => (typeof cell === 'number' ? cell : figureOf(cell)))
  if (north === undefined || east === undefined || !(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return undefined
  return north === 0 && east === 0 ? undefined : { latitude: north, longitude: east }
}

function figureOf(cell: string): number {
  const plain = cell.trim().replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}
