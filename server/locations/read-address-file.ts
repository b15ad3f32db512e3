import * as v from 'valibot'
import { addressKey } from '#core/domain/addresses/address-key.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import {
  addressColumns,
  type AddressColumns,
  addressInRow,
  coordinatesInRow,
  missingAddressColumns,
} from '#core/import/home-in-row.ts'
import { cellsOfLines, delimiterOf } from '#files/csv-rows.ts'
import { ExplainedError } from '#server/config.ts'
import { printedColumns } from '#server/properties/printed-columns.ts'
import type { StoredAddress } from './addresses-repository.ts'
import { linesOfFile, type FileLine } from './lines-of-file.ts'

type ReadLines = { lines: number; addresses: StoredAddress[]; skipped: { line: number; reasons: string[] }[] }

/** City and state of all addresses in a file that omits them, because it covers only one town or state. */
export type AddressDefaults = { city: string; state: string }

/** Returns the address to store, or the reason for skipping it. */
type ParseAddress = (address: HomeAddress, place: Place | undefined) => StoredAddress | string

/** Yields a file's addresses in blocks. Reads OpenAddresses (CSV, GeoJSON lines) and tables with headings for street and coordinates. */
export async function* readAddressFile(file: string, defaults: AddressDefaults): AsyncGenerator<ReadLines> {
  const read: ParseAddress = (address, place) => storedAddress(withDefaults(address, defaults), place)
  let reader: ((lines: readonly FileLine[]) => ReadLines) | null = null
  for await (const lines of linesOfFile(file)) {
    let rows = lines
    if (reader === null && rows.length > 0) {
      const first = rows[0]!.text ?? ''
      const isGeoJson = /^\s*[{[]/.test(first)
      reader = isGeoJson ? geoJsonReader(read) : tableReader(file, first, read)
      if (!isGeoJson) rows = rows.slice(1)
    }
    if (reader !== null) yield reader(rows)
  }
}

function withDefaults(address: HomeAddress, { city, state }: AddressDefaults): HomeAddress {
  return { ...address, city: address.city || city, state: address.state || state }
}

function storedAddress(address: HomeAddress, place: Place | undefined): StoredAddress | string {
  if (place === undefined) return 'no latitude and longitude in degrees'
  const key = addressKey(address)
  if (key !== null) return { house: key.houses[0]!, detail: key.detail, city: key.city, ...place }
  const lacksOnlyTown = addressKey({ ...address, zip_code: '00000' }) !== null
  return lacksOnlyTown ? 'neither a ZIP code nor a city with its state' : 'no house number with a street'
}

function tableReader(file: string, headings: string, read: ParseAddress): (lines: readonly FileLine[]) => ReadLines {
  const delimiter = delimiterOf(headings)
  const names = cellsOfLines([headings], delimiter)[0] ?? []
  const columns = addressColumns(names)
  const missing = missingAddressColumns(columns)
  if (missing.length > 0)
    throw new ExplainedError(
      `${file} has no column for ${missing.join(', ')}; its columns are ${printedColumns(names)}.`,
    )
  return (lines) => {
    const whole = lines.filter(isWhole)
    const cells = cellsOfLines(
      whole.map(({ text }) => text),
      delimiter,
    )
    return collectLines(lines, (index) => {
      const row = cells[index]
      return row ? read(addressInRow(row, columns), placeInRow(row, columns)) : 'a quotation mark is not closed'
    })
  }
}

function placeInRow(cells: readonly string[], columns: AddressColumns): Place | undefined {
  return coordinatesInRow(cells[columns.latitude ?? -1] ?? '', cells[columns.longitude ?? -1] ?? '')
}

const word = v.optional(v.nullable(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), '')

const featureSchema = v.object({
  type: v.literal('Feature'),
  geometry: v.nullable(v.object({ type: v.string(), coordinates: v.unknown() })),
  properties: v.object({ number: word, street: word, unit: word, city: word, region: word, postcode: word }),
})

const pointSchema = v.looseTuple([v.number(), v.number()])

/** Reads lines with one feature each. The file may enclose them in a feature collection. */
function geoJsonReader(read: ParseAddress): (lines: readonly FileLine[]) => ReadLines {
  return (lines) => {
    const features = lines.filter(({ text }) => text === null || !isCollectionFrame(text))
    const texts = features.filter(isWhole).map(({ text }) => text)
    return collectLines(features, (index) => {
      const feature = v.safeParse(featureSchema, jsonIn(texts[index]!))
      if (!feature.success) return 'no GeoJSON feature'
      const { properties, geometry } = feature.output
      const point = v.safeParse(pointSchema, geometry?.coordinates)
      const { number, street, unit, city, region: state, postcode } = properties
      const address = { address: `${number ?? ''} ${street ?? ''}`, unit, city, state, zip_code: postcode }
      return read(address, point.success ? coordinatesInRow(point.output[1], point.output[0]) : undefined)
    })
  }
}

/** Recognizes the lines of a collection that contain no feature. */
function isCollectionFrame(text: string): boolean {
  return (
    /^\s*\{\s*"type"\s*:\s*"FeatureCollection".*\[\s*$/.test(text) ||
    /^\s*[\]}[{]+\s*,?\s*$/.test(text) ||
    /^\s*"/.test(text)
  )
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/,$/, '')) as unknown
  } catch {
    return null
  }
}

/** False for a line that is too long: `linesOfFile` omits its text. */
function isWhole(line: FileLine): line is FileLine & { text: string } {
  return line.text !== null
}

/** `readAt(index)` reads the index-th line that is not too long. */
function collectLines(lines: readonly FileLine[], readAt: (index: number) => StoredAddress | string): ReadLines {
  const read: ReadLines = { lines: lines.length, addresses: [], skipped: [] }
  let index = 0
  for (const line of lines) {
    const found = isWhole(line) ? readAt(index++) : 'the line is too long'
    if (typeof found === 'string') read.skipped.push({ line: line.line, reasons: [`${found}.`] })
    else read.addresses.push(found)
  }
  return read
}
