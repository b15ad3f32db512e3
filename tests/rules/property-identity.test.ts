import { expect, test } from 'vitest'
import { propertyIdentity } from '#core/domain/listings/property-identity.ts'
import { titleCase } from '#core/domain/text/title-case.ts'

const highStreet = { address: '3526 High St', city: 'Sacramento', zip_code: '95838' }

test('a property is identified by street, city and ZIP code, in any case and spacing', () => {
  const shouted = { address: ' 3526  HIGH ST', city: 'SACRAMENTO ', zip_code: '95838' }
  expect(propertyIdentity(shouted)).toBe(propertyIdentity(highStreet))
})

test('the same street in another city or with another ZIP code is another property', () => {
  expect(propertyIdentity({ ...highStreet, city: 'Lincoln' })).not.toBe(propertyIdentity(highStreet))
  expect(propertyIdentity({ ...highStreet, zip_code: '95648' })).not.toBe(propertyIdentity(highStreet))
})

test.each([
  ['3526 HIGH ST', '3526 High St'],
  ['4734 14TH AVE', '4734 14th Ave'],
  ['2100 E 1ST ST NW', '2100 E 1st St NW'],
  ['9001 POLO CROSSE AVE Unit 3', '9001 Polo Crosse Ave Unit 3'],
  ["12 O'BRIEN WAY", "12 O'Brien Way"],
  ['7 MCKINLEY-HALL CIR', '7 McKinley-Hall Cir'],
  ['8 ST. JOHN’S RD', '8 St. John’s Rd'],
])('the catalog writes %s as %s', (shouted, calm) => {
  expect(titleCase(shouted)).toBe(calm)
})

test('an address in mixed case stays as typed', () => {
  expect(titleCase('12 McAllister Way')).toBe('12 McAllister Way')
  expect(titleCase(' 5 de la Vina ')).toBe('5 de la Vina')
})
