import { expect, test } from 'vitest'
import { farPlace } from '#core/domain/travel/map-pin.ts'

const anaheim = { latitude: 33.836, longitude: -117.9, uncertaintyMiles: 1.2 }

test('a location up to 30 miles beyond the home’s area fits; a farther one is shown with its miles', () => {
  const north = (miles: number) => ({ ...anaheim, latitude: anaheim.latitude + miles / 69.1 })
  for (const miles of [0, 1, 20, 31]) expect(farPlace(north(miles), anaheim)).toBeNull()
  expect(farPlace(north(32), anaheim)).toEqual({ miles: 32, corrected: null })
  expect(farPlace({ latitude: 45.5154, longitude: -122.6411 }, anaheim)).toEqual({ miles: 845, corrected: null })
})

test('a location that fits with the longitude’s sign reversed is offered that way', () => {
  const far = farPlace({ latitude: 33.8081, longitude: 117.876 }, anaheim)
  expect(far).toEqual({ miles: expect.any(Number), corrected: { latitude: 33.8081, longitude: -117.876 } })
  expect(far?.miles).toBeGreaterThan(6000)
  expect(farPlace({ latitude: -33.8081, longitude: 117.876 }, anaheim)?.corrected).toBeNull()
})
