import { expect, test } from 'vitest'
import { type ImportedListing, listingImport } from '#core/import/listing-import.ts'
import { listingsTable } from '#core/import/listings-in-table.ts'
import { planImport, defaultDuplicateChoice, judgeFile } from '#core/import/plan-import.ts'
import { csvRows } from '#files/csv-rows.ts'
import { agentScreen, redfinHomes, resoHomes, resoParts } from '#tests/support/home-files.ts'

function judged(text: string, known: readonly (ImportedListing & { key: string })[] = []) {
  const [headings = { cells: [] }, ...rows] = csvRows(new TextEncoder().encode(text))
  const meanings = listingsTable.guess(headings.cells)
  expect(listingsTable.missingMessage(meanings)).toBeNull()
  return judgeFile(listingImport, listingsTable.rowsIn(headings.cells, rows, meanings), known)
}

test('price, status and description are read, and an off-market listing is refused with its line', () => {
  const { records, refused } = judged(resoHomes)
  expect(records).toMatchObject([
    {
      line: 2,
      record: {
        listing_price: 525_000,
        status: 'For Sale',
        description: 'Bright corner home, near the lake',
        listed_on: '2026-10-02',
        property: { address: '812 Oak Ridge Ln, Unit 4B', price: 525_000 },
      },
    },
    { line: 3, record: { status: 'Pending', description: 'MLS ML8124. Listed Sep 14, 2026.' } },
  ])
  expect(refused).toMatchObject([
    {
      line: 4,
      title: '77 Elm Ct',
      reasons: ['Only listings that are for sale, pending or sold are imported; this one is “Expired”.'],
    },
  ])
})

test('city, state and ZIP code in columns of their own are removed from a full address', () => {
  const headings = 'UnparsedAddress,UnitNumber,City,StateOrProvince,PostalCode,ListPrice'
  const { records } = judged(
    [
      headings,
      '"12 Oak Ln #4B, Folsom, CA 95630",4B,Folsom,CA,95630-1234,500000',
      '"13 Oak Ln, Folsom, CA 95630-1234",,Folsom,CA,95630,500000',
      '"14 Oak Ln, Folsom, CA 95630, USA",,Folsom,CA,95630,500000',
      '15 Oak Ln Folsom CA 95630,,Folsom,CA,95630,500000',
      '16 Folsom,,Folsom,CA,95630,500000',
    ].join('\n'),
  )
  expect(records.map(({ record }) => record.property.address)).toEqual([
    '12 Oak Ln #4B',
    '13 Oak Ln',
    '14 Oak Ln',
    '15 Oak Ln',
    '16 Folsom',
  ])
})

test('the location of an imported home counts as set by the agent, as on the server', () => {
  const headings = 'Address,City,State,Zip,Price,Latitude,Longitude'
  const { records } = judged(
    [headings, '1 A St,Salem,OR,97301,400000,44.94,-123.03', '2 A St,Salem,OR,97301,400000,,'].join('\n'),
  )
  expect(records.map(({ record: { property } }) => [property.latitude, property.location_source])).toEqual([
    [44.94, 'agent'],
    [null, null],
  ])
})

test('leading zeros of a ZIP code are restored, and a foreign postal code is refused', () => {
  const rows = ['2138', '021381234', '02138-1234', 'K1A 0B1'].map((zip, at) => `${at + 1} A St,Salem,MA,${zip},400000`)
  const { records, refused } = judged(['Address,City,State,Zip,Price', ...rows].join('\n'))
  expect(records.map(({ record }) => record.property.zip_code)).toEqual(['02138', '02138-1234', '02138-1234'])
  expect(refused).toMatchObject([{ line: 5, reasons: [expect.stringContaining('five digits')] }])
})

test('an implausible price is refused once', () => {
  const line = (address: string, price: string) => `${address},Salem,OR,97301,${price}`
  const { refused } = judged(
    ['Address,City,State,Zip,Price', line('1 A St', '-5'), line('2 A St', 'call'), line('3 A St', '9'.repeat(18))].join(
      '\n',
    ),
  )
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    ['Listing Price must be at least $1.'],
    ['Listing Price must be a number.'],
    ['Listing Price must be at most $10,000,000,000.'],
  ])
})

test('states and days are read as agents’ systems and portals write them', () => {
  const said = [agentScreen, redfinHomes].flatMap((text) => judged(text).records.map(({ record }) => record))
  expect(said.map(({ status, listed_on }) => [status, listed_on])).toEqual([
    ['Sold', '2026-03-14'],
    ['Pending', '2026-08-02'],
    ['For Sale', ''],
  ])
})

test('a home already listed, in any spelling, is left out unless the agent keeps both', () => {
  const [first] = judged(resoParts).records
  if (first === undefined) throw new Error('Nothing was read.')
  const { property } = first.record
  const here = {
    ...first.record,
    key: 'k1',
    property: { ...property, address: '100 NORTH MAIN STREET #4A', zip_code: '97301-1234' },
  }
  const { records } = judged(resoParts, [here])
  expect(records.map(({ verdict }) => verdict)).toEqual(['known', 'new', 'new'])
  expect(
    planImport(listingImport, records, (_, one) => defaultDuplicateChoice(listingImport, one)).creates,
  ).toHaveLength(2)
  expect(planImport(listingImport, records, () => 'both').creates).toHaveLength(3)
})

test('a table without an address or a price says what is missing', () => {
  expect(listingsTable.missingMessage(listingsTable.guess(['Street', 'Price']))).toContain(
    'the city, the state and the ZIP',
  )
  expect(listingsTable.missingMessage(listingsTable.guess(['Full Address', 'Beds']))).toContain('the price')
})

test('the days of a file are read in one order, which the file itself shows', () => {
  const listedOn = (...days: string[]) =>
    judged(
      [
        'Address,City,State,Zip,Price,ListDate',
        ...days.map((day, at) => `${at + 1} A St,Salem,OR,97301,300000,${day}`),
      ].join('\n'),
    ).records.map(({ record }) => record.listed_on)
  expect(listedOn('25/11/2026', '03/11/2026')).toEqual(['2026-11-25', '2026-11-03'])
  expect(listedOn('03.11.2026')).toEqual(['2026-11-03'])
  expect(listedOn('03/11/2026')).toEqual(['2026-03-11'])
})
