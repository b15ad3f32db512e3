import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { expect, test } from 'vitest'
import type { ExposureFigure } from '#core/contract/exposure.ts'
import type { Fields } from '#core/contract/json.ts'
import { figureImport, type ImportedFigure, withListing } from '#core/import/figure-import.ts'
import { figuresTable } from '#core/import/figures-in-table.ts'
import { judgeFile } from '#core/import/plan-import.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import { csvRows } from '#files/csv-rows.ts'

const oak = {
  key: '7',
  id: 7,
  status: 'For Sale',
  address: '812 Oak Ridge Ln, Unit 4B',
  city: 'Folsom',
  zip_code: '95630',
}
const bend = { key: '8', id: 8, status: 'Pending', address: '1500 River Bend Dr', city: 'Folsom', zip_code: '95630' }
const listings = [oak, bend]

function judged(lines: string[], given: Record<string, string> = {}, some = listings) {
  const [first, ...rows] = csvRows(new TextEncoder().encode(lines.join('\r\n')))
  const headings = first?.cells ?? []
  const meanings = figuresTable.guess(headings)
  const said = figuresTable.rowsIn(headings, rows, meanings).map((one) => {
    const filled = Object.entries(given).filter(([field]) => !one[field])
    return withListing(some)({ ...one, ...Object.fromEntries(filled) })
  })
  const { records, refused } = judgeFile(figureImport, said, [])
  const unsaid = figuresTable.fieldsSetForAllRows?.(meanings, headings)
  return {
    meanings,
    unsaid,
    missing: figuresTable.missingMessage(meanings),
    figures: records.map(({ record }) => [record.listing_key, figureOf(record)] as const),
    refused: refused.map(({ line, reasons }) => [line, reasons.join(' ')]),
  }
}

function figureOf({ platform, date, ...said }: ImportedFigure & Fields): ExposureFigure {
  return {
    platform,
    date,
    ...pick(
      said,
      exposureCountNames.filter((name) => name in said),
    ),
  }
}

test('a row of a day gives figures for its listing and platform; a missing column is left out', () => {
  const { figures, refused, unsaid } = judged([
    'Address,Site,Date,Views,Favorites,Shares',
    '"812 OAK RIDGE LANE #4B",Zillow.com,11/21/2026,"1,204",17,4',
    '"1500 River Bend Drive, Folsom, CA 95630",Redfin,20261120,80,–,1',
  ])
  expect(unsaid).toEqual([])
  expect(refused).toEqual([])
  expect(figures).toEqual([
    ['7', { platform: 'zillow', date: '2026-11-21', views: 1204, saves: 17 }],
    ['8', { platform: 'redfin', date: '2026-11-20', views: 80 }],
  ])
})

test('a table of one listing may have columns for several platforms', () => {
  const { figures, unsaid } = judged(
    [
      'Day;Zillow Views;Zillow Saves;Realtor.com Views;Views (Redfin)',
      'Nov 20, 2026;52;4;30;',
      'Nov 21, 2026;61;6;;12',
    ],
    { listing: '8' },
  )
  expect(unsaid).toEqual(['listing'])
  expect(figures).toEqual([
    ['8', { platform: 'zillow', date: '2026-11-20', views: 52, saves: 4 }],
    ['8', { platform: 'realtor', date: '2026-11-20', views: 30 }],
    ['8', { platform: 'zillow', date: '2026-11-21', views: 61, saves: 6 }],
    ['8', { platform: 'redfin', date: '2026-11-21', views: 12 }],
  ])
})

test('weekly totals are spread over the days, and their sum stays the same', () => {
  const { figures, unsaid } = judged(['Week Ending,Total Views,Saves', '11/15/2026,100,3'], {
    listing: '7',
    platform: 'zillow',
  })
  expect(unsaid).toEqual(['listing', 'platform'])
  expect(figures.map(([, { date }]) => date)).toEqual([
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
  ])
  const sum = (name: 'views' | 'saves') => figures.reduce((total, [, figure]) => total + Number(figure[name]), 0)
  expect([sum('views'), sum('saves')]).toEqual([100, 3])
})

test.each([
  ['the first day of a week', ['Week of,Views', '2026-11-09,70']],
  ['both days in columns', ['Start Date,End Date,Views', '2026-11-09,2026-11-15,70']],
  ['both days in one cell', ['Date,Views', '11/09/2026 - 11/15/2026,70']],
])('a week can be given by %s', (_, lines) => {
  const { figures } = judged(lines, { listing: '7', platform: 'zillow' })
  expect(figures).toHaveLength(7)
  expect(figures[0]).toEqual(['7', { platform: 'zillow', date: '2026-11-09', views: 10 }])
})

// https://www.reso.org/reso-internet-tracking-summary-fields: totals over a period that the provider chooses.
test('RESO’s Internet Tracking summary fields are known, and totals of a month are refused', () => {
  const { figures, refused, meanings } = judged(
    [
      'TotalListingImpressions,TotalListingViews,TotalListingsShared,StartDate,EndDate',
      '"3,263","1,670",102,2026-11-01,2026-11-30',
      ',35,,2026-11-20,2026-11-20',
    ],
    { listing: '7', platform: 'myfavoritewebsite.com' },
  )
  expect(meanings).toEqual(['unused', 'views', 'unused', 'from', 'to'])
  expect(figures).toEqual([['7', { platform: 'myfavoritewebsite', date: '2026-11-20', views: 35 }]])
  expect(refused).toEqual([[2, 'This is a total of 30 days. Only days and weeks are imported.']])
})

// https://support.canopymls.com/kb/article/217-my-hit-counters: running totals of each listing, for no day.
test('Matrix hit counters have no day, and the page asks for the column', () => {
  const { missing } = judged(['MLS #,Address,Client Portals,Client Views,Client Favorites', '2301,1 Elm St,12,40,3'])
  expect(missing).toBe('Choose the column for the day or the week.')
})

test('an unusable row is refused with its reason', () => {
  const zillow = (...cells: string[]) => ['zillow', ...cells].join(',')
  const { refused, figures } = judged([
    'Platform,Date,Views,Saves,Listing',
    zillow('2026-11-31', '5', '0', '7'),
    zillow('2026-11-21', 'few', '0', '7'),
    zillow('2026-11-21', '1.2K', '', '7'),
    zillow('2026-11-21', '-1', '', '7'),
    zillow('2026-11-21', '', '', '7'),
    zillow('2026-11-21', '5', '0', '99'),
    zillow('2026-11-21', '5', '0', ''),
    zillow('2026-11-21', '5', '0', '9 Nowhere Rd'),
    ',2026-11-21,5,0,7',
    zillow('2026-11-21', '5', '0', '1500 River Bend Dr'),
  ])
  expect(refused).toEqual([
    [2, 'Enter a date.'],
    [3, 'Views must be a whole number.'],
    [4, 'Views must be a whole number.'],
    [5, 'Views must be a whole number.'],
    [6, 'This line has no figures.'],
    [7, 'There is no listing 99.'],
    [8, 'This line names no listing.'],
    [9, 'There is no listing at 9 Nowhere Rd.'],
    [10, 'Platform is required.'],
  ])
  expect(figures).toEqual([['8', { platform: 'zillow', date: '2026-11-21', views: 5, saves: 0 }]])
})

test('a week of an unknown listing is refused once', () => {
  const { refused } = judged(['Listing,Platform,Week of,Views', '99,zillow,2026-11-09,70'])
  expect(refused).toEqual([[2, 'There is no listing 99.']])
})

test('of several listings of one home the unsold one is used; if two are for sale, the row is refused', () => {
  const lines = ['Address,Platform,Date,Views', '1500 River Bend Dr,zillow,2026-11-21,5']
  expect(judged(lines, {}, [{ ...bend, key: '9', id: 9, status: 'Sold' }, bend]).figures[0]?.[0]).toBe('8')
  const again = { ...bend, key: '9', id: 9 }
  expect(judged(lines, {}, [bend, again]).refused).toEqual([
    [2, 'There are several listings at 1500 River Bend Dr; name one by its id.'],
  ])
})

test('of two listings of one home the one with the spelling of the file is used', () => {
  const lines = ['Address,Platform,Date,Views', '1500 River Bend Dr,zillow,2026-11-21,5']
  const other = { ...bend, key: '9', id: 9, address: '1500 River Bend Drive' }
  expect(judged(lines, {}, [other, bend]).figures[0]?.[0]).toBe('8')
})

test('figures in the file replace known ones of a day; blanks do not, and the later row counts', () => {
  const additionsTo: typeof figureImport.additionsTo = (known, record) => figureImport.additionsTo(known, record)
  const figure = { listing_key: '7', address: '', of_days: 1, platform: 'zillow', date: '2026-11-21' }
  expect(additionsTo({ ...figure, views: 5, likes: 2, saves: null }, { ...figure, views: 8, saves: 1 })).toEqual({
    views: 8,
    saves: 1,
  })
  expect(additionsTo({ ...figure, views: 5, likes: 2 }, { ...figure, views: 5 })).toEqual({})
})

const ofTwoDays = (first: string, second: string) =>
  judged(['Date,Views', `${first},1`, `${second},2`], { listing: '7', platform: 'zillow' }).figures.map(
    ([, { date }]) => date,
  )

test.each([
  ['a day over 12 comes first', '25/11/2026', '03/11/2026', ['2026-11-25', '2026-11-03']],
  ['a day over 12 comes second', '03/11/2026', '11/25/2026', ['2026-03-11', '2026-11-25']],
  ['there are dots', '03.11.2026', '4.11.26', ['2026-11-03', '2026-11-04']],
  ['a day over 12 comes second, between dots', '03.11.2026', '11.25.2026', ['2026-03-11', '2026-11-25']],
  ['nothing tells', '03/11/2026', '04/11/2026', ['2026-03-11', '2026-04-11']],
  ['the year comes first', '2026-11-03', '2026.11.04', ['2026-11-03', '2026-11-04']],
])('all days of a file are read in one order: %s', (_, first, second, days) => {
  expect(ofTwoDays(first, second)).toEqual(days)
})

test('the last day of a week shows in which order the first one is written', () => {
  const given = { listing: '7', platform: 'zillow' }
  for (const lines of [
    ['From,To,Views', '09/11/2026,15/11/2026,70'],
    ['Week,Views', '09/11/2026 - 15/11/2026,70'],
  ])
    expect(judged(lines, given).figures.map(([, { date }]) => date)).toEqual(
      ['09', '10', '11', '12', '13', '14', '15'].map((day) => `2026-11-${day}`),
    )
})
