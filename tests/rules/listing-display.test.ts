import { expect, test } from 'vitest'
import { isSampleAddress, isSampleProperty } from '#core/domain/listings/property-identity.ts'
import { streetOrderKey } from '#core/domain/listings/listing-display.ts'
import { sampleCatalog } from '#server/properties/sample-catalog.ts'

test('addresses are sorted by street, then by house number as a number', () => {
  const sorted = [
    '216 Oak St',
    '26 Oak St',
    '9 Elm Ave',
    '113 Elm Ave',
    'Mill House',
    '26B Oak St',
    '11130 Elm Ave',
    '7 Órgano Ct',
    '7 2nd St',
    '7 10th St',
    '3 oak st',
  ].sort((one, other) => (streetOrderKey(one) < streetOrderKey(other) ? -1 : 1))
  expect(sorted).toEqual([
    '7 2nd St',
    '7 10th St',
    '9 Elm Ave',
    '113 Elm Ave',
    '11130 Elm Ave',
    'Mill House',
    '3 oak st',
    '26 Oak St',
    '26B Oak St',
    '216 Oak St',
    '7 Órgano Ct',
  ])
})

test('every sample home is recognized, and a home with its name elsewhere is not', () => {
  const sample = sampleCatalog()
  expect(sample.filter((house) => !isSampleProperty(house) || !isSampleAddress(house.address))).toEqual([])
  expect(isSampleProperty({ ...sample[0]!, city: 'Springfield' })).toBe(false)
})
