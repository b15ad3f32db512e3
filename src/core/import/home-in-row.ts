import type { NewProperty } from '#core/contract/property.ts'
import { titleCase } from '#core/domain/text/title-case.ts'
import { homeColumns, type HomeColumns, type HomeMeaning } from './home-columns.ts'
import {
  acresIn,
  bathsIn,
  figureIn,
  figureStyleOf,
  hasCountedHalves,
  type HomeFigures,
  squareFeetIn,
} from './home-figures.ts'
import { normalizeHeading, type TableRow } from './table-format.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'

/** Returns a row's cell in the column with this meaning; '' without such a column. */
type CellOf = (meaning: HomeMeaning) => string

type HomeInRow = Record<Exclude<keyof NewProperty, 'is_private'>, string | number | null>

/** Columns from which the style of a file's figures is inferred. */
const figureMeanings = ['bedrooms', 'full_baths', 'square_feet', 'lot_size', 'lot_acres', 'price', 'bathrooms'] as const
/** Figures that never have three decimals, so that "1.420" is a thousand or more. */
const wholeMeanings = new Set<HomeMeaning>(['price', 'square_feet'])

/** Returns how a file writes figures: decimal points or commas, and whether "2.1" baths are two full and one half (`hasCountedHalves`). */
export function homeFiguresIn(rows: readonly TableRow[], columns: HomeColumns): HomeFigures {
  const all = function* () {
    for (const meaning of figureMeanings) {
      const column = columns[meaning]
      if (column === undefined) continue
      for (const { cells } of rows) yield { cell: (cells[column] ?? '').trim(), isWhole: wholeMeanings.has(meaning) }
    }
  }
  const baths = rows.map(({ cells }) => cells[columns.bathrooms ?? -1] ?? '')
  return { style: figureStyleOf(all()), hasCountedHalves: hasCountedHalves(baths) }
}

/** Returns the fields of a property, not yet validated. Zero and blank figures are null. */
export function homeInRow(cellOf: CellOf, figures: HomeFigures): HomeInRow {
  const { style } = figures
  const where = addressPartsIn(cellOf)
  const figure = (meaning: HomeMeaning) => figureIn(cellOf(meaning), style, wholeMeanings.has(meaning))
  return {
    ...where,
    zip_code: zipCodeIn(where.zip_code, where.state),
    bedrooms: figure('bedrooms'),
    bathrooms: bathsOf(cellOf, figures),
    square_feet: squareFeetIn(cellOf('square_feet'), cellOf('area_units'), style),
    lot_size: lotOf(cellOf, figures),
    year_built: figure('year_built'),
    garage_spaces: figure('garage_spaces'),
    price: figure('price'),
    property_type: typeOf(cellOf('property_sub_type')) || typeOf(cellOf('property_type')),
    ...placeOf(cellOf),
  }
}

const bathParts = { full_baths: 1, three_quarter_baths: 0.75, half_baths: 0.5, quarter_baths: 0.25 } as const

function bathsOf(cellOf: CellOf, figures: HomeFigures): number | string | null {
  const total = bathsIn(cellOf('bathrooms'), figures)
  const parts = Object.entries(bathParts) as [HomeMeaning, number][]
  const counted = parts.reduce((sum, [meaning, part]) => {
    const count = figureIn(cellOf(meaning), figures.style)
    return sum + (typeof count === 'number' ? count * part : 0)
  }, 0)
  // The counts of full and half baths are preferred: some totals count a half bath as one.
  return counted > 0 && (total === null || cellOf('full_baths') !== '') ? counted : total
}

function lotOf(cellOf: CellOf, { style }: HomeFigures): number | string | null {
  return (
    acresIn(cellOf('lot_acres'), 'acres', style) ??
    acresIn(cellOf('lot_square_feet'), 'feet', style) ??
    acresIn(cellOf('lot_size'), cellOf('lot_units'), style)
  )
}

/** States whose ZIP codes begin with a zero, which spreadsheets drop. */
const statesWithZero =
  /^(ct|connecticut|ma|massachusetts|me|maine|nh|new hampshire|nj|new jersey|pr|puerto rico|ri|rhode island|vt|vermont|vi|.*virgin islands.*)$/i

/** Repairs a ZIP code that a spreadsheet read as a number: "1970" and "01970.0" in Massachusetts, "972141234". */
function zipCodeIn(cell: string, state: string): string {
  const plain = cell
    .trim()
    .replace(/^'/, '')
    .replace(/^(\d+)[.,]0+$/, '$1')
  const whole = /^\d{8,9}$/.test(plain) ? plain.padStart(9, '0').replace(/\d{4}$/, '-$&') : plain
  const isShort = /^\d{3,4}(-\d{4})?$/.test(whole) && statesWithZero.test(state.trim())
  return isShort ? whole.replace(/^\d+/, (digits) => digits.padStart(5, '0')) : whole
}

function typeOf(cell: string): string {
  // Some files spell it "Unkown".
  return /^unkn?own$/i.test(cell) ? '' : cell
}

function placeOf(cellOf: CellOf): Pick<HomeInRow, 'latitude' | 'longitude' | 'location_source'> {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((meaning) => {
    const cell = cellOf(meaning).replace(',', '.')
    return Number.isNaN(Number(cell)) ? figureIn(cell, 'points') : cell === '' ? null : Number(cell)
  })
  // Catalogs write 0° 0°, which is in the Gulf of Guinea, for an unknown location.
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return unknownLocation
  return latitude === null || longitude === null ? unknownLocation : { latitude, longitude, location_source: 'file' }
}

const unknownLocation = { latitude: null, longitude: null, location_source: null }

/** Returns street with unit, city, state and ZIP, from separate columns or from one with the whole address. */
export function addressPartsIn(cellOf: CellOf): Record<'address' | 'city' | 'state' | 'zip_code', string> {
  const parts = ['street_number', 'street_direction', 'street_name', 'street_suffix', 'street_end'] as const
  const inParts = cellOf('street_name') === '' ? '' : parts.map(cellOf).filter(Boolean).join(' ')
  const written = cellOf('address') || cellOf('whole_address') || inParts
  // The pattern takes quadratic time in the number of commas. No address is longer than this limit.
  const [, street, city, state, zip] = written.length > longestAddress ? [] : (wholeAddress.exec(written) ?? [])
  const where = {
    city: cellOf('city') || (city ?? ''),
    state: cellOf('state') || (state ?? ''),
    zip_code: cellOf('zip_code') || (zip ?? ''),
  }
  const isWhole = cellOf('city') === '' && street !== undefined
  const address = withUnit(titleCase(isWhole ? street : withoutPlace(written, where)), cellOf('unit'))
  return { ...where, address, city: titleCase(where.city) }
}

const longestAddress = 500
/** "812 Oak Ridge Ln, Unit 4B, Folsom, CA 95630" */
const wholeAddress = /^(.+?),\s*([^,\d]+),\s*([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)(?:,?\s*(?:US|USA|United States))?$/
const country = '(?:,?\\s+(?:US|USA|United States))?'

/** Removes the city, state and ZIP from the end of an address, because separate columns have them. */
function withoutPlace(
  address: string,
  { city, state, zip_code }: { city: string; state: string; zip_code: string },
): string {
  const ends = [city, state, zip_code.replace(/-\d{4}$/, '')]
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/[^\w\s]/g, '.'))
  // A street may end with its city's name, so a comma must precede the city, unless state and ZIP follow it.
  const before = ends.length === 3 ? ',?\\s+' : ',\\s*'
  const tail = new RegExp(`${before}${ends.join(',?\\s+')}(-\\d{4})?${country}$`, 'i')
  const cityAlone = new RegExp(`,\\s*${city.replaceAll(/[^\w\s]/g, '.')}$`, 'i')
  if (ends.length === 0) return address
  const short = address.replace(tail, '')
  return short === address && city !== '' ? address.replace(cityAlone, '') : short
}

/** "4A" becomes "100 Main St, Unit 4A"; a unit that is already in the address is not repeated. */
function withUnit(address: string, unit: string): string {
  const plain = unit.replace(/^(#|unit|apt|apartment|suite|ste)\.?\s*#?\s*/i, '')
  if (address === '' || plain === '') return address
  const last = address.split(/[\s,#]+/).at(-1) ?? ''
  if (last.toLowerCase() === plain.toLowerCase() && address.includes(' ')) return address
  return `${address}, ${/^\w+$/.test(unit) && !/^(unit|apt)/i.test(unit) ? `Unit ${unit}` : unit}`
}

/** `fraction`: the column with the part of a house number after its digits, such as "1/2" or "B". */
export type AddressColumns = HomeColumns & { fraction?: number }

/** More headings, in lower case without spaces, from OpenAddresses, the National Address Database and tables of counties. */
const moreHeadings: Partial<Record<HomeMeaning | 'fraction', readonly string[]>> = {
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

/** Returns the positions of the columns in a file of addresses with coordinates. Recognizes the headings of home files and `moreHeadings`. */
export function addressColumns(headings: readonly string[]): AddressColumns {
  const plain = headings.map(normalizeHeading)
  const columns: AddressColumns = homeColumns(headings)
  for (const [meaning, names] of Object.entries(moreHeadings) as [keyof AddressColumns, readonly string[]][]) {
    const position = names.map((name) => plain.indexOf(name)).find((index) => index >= 0)
    if (columns[meaning] === undefined && position !== undefined) columns[meaning] = position
  }
  // OpenAddresses: if house numbers have a separate column, "STREET" contains only the street.
  if (columns.street_number !== undefined && columns.street_name === undefined && columns.address !== undefined) {
    columns.street_name = columns.address
  }
  return columns
}

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

export function addressInRow(cells: readonly string[], columns: AddressColumns): HomeAddress {
  const cellOf = (meaning: keyof AddressColumns): string => (cells[columns[meaning] ?? -1] ?? '').trim()
  const place = { city: cellOf('city'), state: cellOf('state'), zip_code: cellOf('zip_code'), unit: cellOf('unit') }
  if (columns.street_name !== undefined) {
    const parts = streetParts.map(cellOf).filter((part) => part !== '')
    if (cellOf('street_name') !== '') return { ...place, address: parts.join(' ') }
  }
  if (cellOf('address') !== '' && place.zip_code !== '') return { ...place, address: cellOf('address') }
  return { ...place, ...addressPartsIn((meaning) => (meaning === 'unit' ? '' : cellOf(meaning))) }
}

/** Returns the coordinates in two cells; undefined if they are invalid, or 0° 0°, which means an unknown location. */
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
