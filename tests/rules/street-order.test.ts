import { expect, test } from 'vitest'
import { isSampleAddress, isSampleProperty } from '#core/domain/listings/property-identity.ts'
import { streetOrderKey } from '#core/domain/listings/listing-display.ts'
import { sampleCatalogue } from '#server/properties/sample-catalogue.ts'

test('addresses stand by street, then by number as people count', () => {
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

test('every house of the sample is known to be one, and no house of the same name elsewhere', () => {
  const sample = sampleCatalogue()
  expect(sample.filter((house) => !isSampleProperty(house) || !isSampleAddress(house.address))).toEqual([])
  expect(isSampleProperty({ ...sample[0]!, city: 'Springfield' })).toBe(false)
})
