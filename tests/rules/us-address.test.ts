import { describe, expect, test } from 'vitest'
import { addressKey, chooseAddress, mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { usAddress, zip5 } from '#core/domain/addresses/us-address.ts'

const town = { city: 'Sacramento', state: 'CA', zip_code: '95838' }
const keyOf = (address: string) => addressKey({ address, ...town })

describe('spellings of one address', () => {
  test.each([
    ['directions', '100 N Main St', '100 North Main Street', '100 n. main st.', '100 NORTH MAIN STR'],
    ['directions behind', '800 Oak Plz NW', '800 OAK PLAZA N.W.', '800 Oak Plaza North West'],
    ['ordinals', '1427 SE 34th Ave', '1427 Southeast Thirty-Fourth Avenue', '1427 S.E. 34TH AV'],
    ['bare figures of avenues', '10 5 Ave', '10 Fifth Avenue', '10 5TH AVE'],
    ['units', '100 Oak Ln #4B', '100 Oak Lane, Unit 4-B', '100 OAK LN APT 4B', '100 Oak Ln 4b', 'Apt 4B, 100 Oak Ln'],
    ['a unit in a building', '100 Oak Ln Bldg 2 Apt 5', '100 Oak Ln, Building 2, #5'],
    ['fractions', '123½ Main St', '123 1/2 Main Street', '123-1/2 MAIN ST'],
    ['saints', '7 Saint James Ct', '7 St. James Court', '7 ST JAMES CT'],
    ['accents and apostrophes', '9 Cañada O’Brien Wy', "9 CANADA O'BRIEN WAY", '9 Canada OBrien Way'],
    ['numbered roads', '12 County Road 9', '12 CR 9', '12 Co Rd 9'],
    ['numbered highways', '12 Hwy 50', '12 Highway 50'],
    [
      'the place behind it',
      '3526 High St',
      '3526 High St, Sacramento, CA 95838-1234, USA',
      '3526 High St\nSacramento CA 95838',
    ],
  ])('%s', (_what, first, ...others) => {
    expect(keyOf(first)).not.toBeNull()
    for (const other of others) expect(keyOf(other), other).toEqual(keyOf(first))
  })
})

test.each([
  ['a letter', '100 E St NW', { before: '', name: 'E', suffix: 'ST', after: 'NW' }],
  ['a direction', '100 North Ave', { before: '', name: 'NORTH', suffix: 'AVE', after: '' }],
  ['a letter behind a direction', '100 S S St', { before: 'S', name: 'S', suffix: 'ST', after: '' }],
  ['a suffix', '100 Avenue E', { before: '', name: 'AVE E', suffix: '', after: '' }],
  ['a figure on a grid', '100 E 200 S', { before: 'E', name: '200', suffix: '', after: 'S' }],
])('a street name may be %s', (_what, address, parts) => {
  expect(usAddress({ address })).toMatchObject({ number: '100', ...parts, unit: '' })
})

test('an address without a house number or place has no key', () => {
  for (const address of ['PO Box 12', 'Main St', 'Lot on Elm Rd', '']) expect(keyOf(address), address).toBeNull()
  expect(addressKey({ address: '100 Main St' })).toBeNull()
  expect(addressKey({ address: '100 Main St', city: 'Reno' })).toBeNull()
})

test('a ZIP code is compared by its first five digits, and a lost leading zero is restored', () => {
  expect(['95838-1234', '958381234', ' 95838 ', '2134', '12', 'K1A 0B1', null].map(zip5)).toEqual([
    '95838',
    '95838',
    '95838',
    '02134',
    '',
    '',
    '',
  ])
})

describe('choosing among addresses of the same house number and street name', () => {
  const at = (address: string, latitude: number, city = town.city) => {
    const key = addressKey({ address, ...town, city })!
    return { detail: key.detail, city: key.city, latitude, longitude: -121 }
  }
  const choose = (address: string, known: ReturnType<typeof at>[]) =>
    chooseAddress(keyOf(address)!, known)?.latitude ?? null

  test('an address with another direction, suffix or unit is not chosen', () => {
    expect(choose('100 N Main St', [at('100 S Main St', 38)])).toBeNull()
    expect(choose('100 Main St', [at('100 Main Ave', 38)])).toBeNull()
    expect(choose('100 Main St #4', [at('100 Main St #5', 38)])).toBeNull()
    expect(choose('100 Main St #4', [at('100 Main St #5', 38), at('100 Main St #4', 39)])).toBe(39)
  })

  test('a missing part matches if exactly one place fits', () => {
    expect(choose('100 Main', [at('100 N Main St', 38)])).toBe(38)
    expect(choose('100 Main St #4', [at('100 Main St', 38)])).toBe(38)
    expect(choose('100 Main St', [at('100 N Main St', 38), at('100 S Main St', 38)])).toBeNull()
    expect(choose('100 Main', [at('100 Main St', 38), at('100 Main Ave', 38)])).toBeNull()
  })

  test('a building is found without a unit if its units are at one place', () => {
    expect(choose('100 Main St', [at('100 Main St #1', 38), at('100 Main St #2', 38.0001)])).toBe(38)
    expect(choose('100 Main St', [at('100 Main St #1', 38), at('100 Main St #2', 38.01)])).toBeNull()
  })

  test('towns that share a ZIP code are distinguished by name, or none is chosen', () => {
    const known = [at('100 Main St', 38, 'Elverta'), at('100 Main St', 39, 'Sacramento')]
    expect(choose('100 Main St', known)).toBe(39)
    expect(chooseAddress(addressKey({ address: '100 Main St', ...town, city: 'Rio Linda' })!, known)).toBeNull()
  })
})

test('addresses may be of the same home with a part missing, and never with a part different', () => {
  const home = { address: '100 N Main St #4', ...town }
  const answer = (address: string, zip_code = '95838') => mayBeSameAddress(home, { ...town, address, zip_code })
  expect([answer('100 North Main Street'), answer('100 S Main St'), answer('102 N Main St')]).toEqual([
    true,
    false,
    false,
  ])
  expect(answer('100 N Main St', '95815')).toBe(false)
})

test('a unit in its own column equals the one in the address', () => {
  const inColumn = (unit: string) => addressKey({ address: '100 Oak Ln', unit, ...town })?.detail
  expect(['4B', 'APT 4-B', '#4b', ''].map(inColumn)).toEqual(['|LN||4B', '|LN||4B', '|LN||4B', '|LN||'])
  expect(inColumn('REAR')).toBe(keyOf('100 Oak Ln Rear')?.detail)
  expect(inColumn('Bldg 2 Unit 5')).toBe(keyOf('100 Oak Ln, Building 2 #5')?.detail)
})

test('a state may be written out, and a house needs a number', () => {
  const key = addressKey({ address: '1 Elm St', city: 'Saint Helena', state: 'California' })
  expect(key).toEqual(addressKey({ address: '1 ELM ST', city: 'ST. HELENA', state: 'ca' }))
  expect(keyOf('0 Elm St')).toBeNull()
  const whole = '1 Elm St, Saint Helena, CA 94574, USA'
  const inWords = { city: 'Saint Helena', state: 'California', zip_code: '94574' }
  expect(addressKey({ address: whole, ...inWords })).toEqual(addressKey({ address: '1 Elm St', ...inWords }))
})
