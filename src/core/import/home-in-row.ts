import type { NewProperty } from '#core/contract/property.ts'
import { titleCase } from '#core/domain/title-case.ts'
import type { HomeColumns, HomeMeaning } from './home-columns.ts'
import { acresIn, bathsIn, figureIn, type FigureStyle, figureStyleOf } from './home-figures.ts'
import type { TableRow } from './table-format.ts'

type CellOf = (meaning: HomeMeaning) => string

type HomeInRow = Record<Exclude<keyof NewProperty, 'is_private'>, string | number | null>

const figures = ['bedrooms', 'full_baths', 'square_feet', 'lot_size', 'lot_acres', 'price', 'bathrooms'] as const
const whole = new Set<HomeMeaning>(['price', 'square_feet'])

/** How all rows of a table write their figures. */
export function figureStyleIn(rows: readonly TableRow[], columns: HomeColumns): FigureStyle {
  const all = function* () {
    for (const meaning of figures) {
      const column = columns[meaning]
      if (column === undefined) continue
      for (const { cells } of rows) yield { cell: (cells[column] ?? '').trim(), isWhole: whole.has(meaning) }
    }
  }
  return figureStyleOf(all())
}

/** The fields of a property as a row says them, to be held against the schema; zero and blank figures are unknown. */
export function homeInRow(cellOf: CellOf, style: FigureStyle): HomeInRow {
  const figure = (meaning: HomeMeaning) => figureIn(cellOf(meaning), style, whole.has(meaning))
  return {
    ...whereIn(cellOf),
    bedrooms: figure('bedrooms'),
    bathrooms: bathsOf(cellOf, style),
    square_feet: figure('square_feet'),
    lot_size: lotOf(cellOf, style),
    year_built: figure('year_built'),
    garage_spaces: figure('garage_spaces'),
    price: figure('price'),
    property_type: typeOf(cellOf('property_sub_type')) || typeOf(cellOf('property_type')),
    ...placeOf(cellOf),
  }
}

function bathsOf(cellOf: CellOf, style: FigureStyle): number | string | null {
  const [full, half] = [cellOf('full_baths'), cellOf('half_baths')].map((cell) => figureIn(cell, style))
  // A total of rooms counts a half bath as one.
  if (typeof full === 'number') return full + (typeof half === 'number' ? half / 2 : 0)
  return bathsIn(cellOf('bathrooms'), style)
}

function lotOf(cellOf: CellOf, style: FigureStyle): number | string | null {
  return (
    acresIn(cellOf('lot_acres'), 'acres', style) ??
    acresIn(cellOf('lot_square_feet'), 'feet', style) ??
    acresIn(cellOf('lot_size'), cellOf('lot_units'), style)
  )
}

function typeOf(cell: string): string {
  // The Sacramento file spells it "Unkown".
  return /^unkn?own$/i.test(cell) ? '' : cell
}

function placeOf(cellOf: CellOf): Pick<HomeInRow, 'latitude' | 'longitude' | 'location_source'> {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((meaning) => {
    const cell = cellOf(meaning).replace(',', '.')
    return Number.isNaN(Number(cell)) ? figureIn(cell, 'points') : cell === '' ? null : Number(cell)
  })
  // 0° 0° lies in the Gulf of Guinea: catalogues write it for a place that they do not know.
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return nowhere
  return latitude === null || longitude === null ? nowhere : { latitude, longitude, location_source: 'file' }
}

const nowhere = { latitude: null, longitude: null, location_source: null }

/** Street with unit, city, state and ZIP, from their columns or from an address that holds all of them. */
export function whereIn(cellOf: CellOf): Record<'address' | 'city' | 'state' | 'zip_code', string> {
  const parts = ['street_number', 'street_direction', 'street_name', 'street_suffix', 'street_end'] as const
  const inParts = cellOf('street_name') === '' ? '' : parts.map(cellOf).filter(Boolean).join(' ')
  const said = cellOf('address') || cellOf('whole_address') || inParts
  // The pattern looks at each comma again for each before it, and no address is that long.
  const [, street, city, state, zip] = said.length > longestAddress ? [] : (wholeAddress.exec(said) ?? [])
  const where = {
    city: cellOf('city') || (city ?? ''),
    state: cellOf('state') || (state ?? ''),
    zip_code: cellOf('zip_code') || (zip ?? ''),
  }
  const isWhole = cellOf('city') === '' && street !== undefined
  const address = withUnit(titleCase(isWhole ? street : withoutPlace(said, where)), cellOf('unit'))
  return { ...where, address, city: titleCase(where.city) }
}

const longestAddress = 500
/** "812 Oak Ridge Ln, Unit 4B, Folsom, CA 95630" */
const wholeAddress = /^(.+?),\s*([^,\d]+),\s*([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)(?:,?\s*(?:US|USA|United States))?$/
const country = '(?:,?\\s+(?:US|USA|United States))?'

/** An address without the ZIP, state and city that stand in columns of their own. */
function withoutPlace(
  said: string,
  { city, state, zip_code }: { city: string; state: string; zip_code: string },
): string {
  const ends = [city, state, zip_code.replace(/-\d{4}$/, '')]
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/[^\w\s]/g, '.'))
  // A street may be called like its city; all three in a row are the place, also without a comma in front.
  const before = ends.length === 3 ? ',?\\s+' : ',\\s*'
  const tail = new RegExp(`${before}${ends.join(',?\\s+')}(-\\d{4})?${country}$`, 'i')
  const cityAlone = new RegExp(`,\\s*${city.replaceAll(/[^\w\s]/g, '.')}$`, 'i')
  if (ends.length === 0) return said
  const short = said.replace(tail, '')
  return short === said && city !== '' ? said.replace(cityAlone, '') : short
}

/** "4A" becomes "100 Main St, Unit 4A"; a unit that the address has already is not said twice. */
function withUnit(address: string, unit: string): string {
  const plain = unit.replace(/^(#|unit|apt|apartment|suite|ste)\.?\s*#?\s*/i, '')
  if (address === '' || plain === '') return address
  const last = address.split(/[\s,#]+/).at(-1) ?? ''
  if (last.toLowerCase() === plain.toLowerCase() && address.includes(' ')) return address
  return `${address}, ${/^\w+$/.test(unit) && !/^(unit|apt)/i.test(unit) ? `Unit ${unit}` : unit}`
}
