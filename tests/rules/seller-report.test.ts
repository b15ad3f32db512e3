import { expect, test } from 'vitest'
import type { DailyExposure, ListingDashboard } from '#core/contract/listing-dashboard.ts'
import { pastWeekOf, weekBefore } from '#core/domain/time/calendar-days.ts'
import { sellerReportOf } from '#core/domain/exposure/seller-report.ts'

const today = '2026-11-21'
const { dates, ...period } = pastWeekOf(today)
const now = new Date(2026, 10, 21, 10, 42).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()

function aWeek(views: number[], isRecorded = views.map(() => true)): DailyExposure {
  const recorded = { views: isRecorded, likes: isRecorded, saves: isRecorded }
  return { dates, views, likes: views.map(() => 2), saves: views.map(() => 1), recorded }
}

function statisticsOf(daily_data: Record<string, DailyExposure>): ListingDashboard['statistics'] {
  const counts = { showings_count: 0, open_houses_count: 0, visitors_count: 0 }
  return { ...counts, exposure_stats: { platforms: Object.keys(daily_data), daily_data } }
}

const dashboard: ListingDashboard = {
  listing_address: '41 Lanternwood Ln',
  period,
  statistics: statisticsOf({
    redfin: aWeek([1, 1, 1, 1, 1, 1, 4]),
    zillow: aWeek([10, 20, 30, 40, 50, 60, 0], [true, true, true, true, true, true, false]),
  }),
  previous: {
    period: { start_date: weekBefore(today).start_date, end_date: weekBefore(today).end_date },
    statistics: statisticsOf({ zillow: aWeek([10, 20, 30, 20, 20, 40, 70]) }),
  },
  price_changes: [
    { at: at(20, 15), from: 590_000, to: 582_000 },
    { at: at(20, 14), from: 599_000, to: 590_000 },
    { at: at(3, 9), from: 600_000, to: 6_000 },
    { at: at(3, 8), from: 6_000, to: 600_000 },
    { at: at(2, 9), from: 580_000, to: 600_000 },
  ],
}

const input: Parameters<typeof sellerReportOf>[0] = {
  listing: {
    listing_price: 582_000,
    status: 'For Sale',
    seller_note: 'Two families come back.',
    created_at: at(1, 12),
    property: { address: '41 Lanternwood Ln', city: 'Portland', state: 'OR', zip_code: '97201' },
    realtor: { name: 'Maya Torres', email: 'maya@example.com', phone: '(503) 555-0142' },
  },
  agent: { license_number: '201234567' },
  period,
  counts: { showings: 3, openHouses: 1, visitors: 12 },
  countsBefore: { showings: 1, openHouses: 1, visitors: 20 },
  showings: [],
  openHouse: { date: '2026-11-28', start_time: '13:00', end_time: '15:00' },
  copy: { dashboard, at: new Date(2026, 10, 21, 9, 5).getTime() },
  nowMs: now,
}

test('the report shows the home, its price, the week, and its date', () => {
  expect(sellerReportOf(input)).toMatchObject({
    address: '41 Lanternwood Ln',
    place: 'Portland, OR 97201',
    price: '$582,000',
    status: 'For Sale',
    week: 'Nov 15, 2026 to Nov 21, 2026',
    note: 'Two families come back.',
    asOf: 'As of Nov 21, 2026, 10:42 AM',
    openHouse: 'Sat, Nov 28, 1:00 PM – 3:00 PM',
    agent: 'Maya Torres · License 201234567 · (503) 555-0142 · maya@example.com',
  })
})

test('showings, open houses and visitors are compared with the week before', () => {
  expect(sellerReportOf(input).counts.map(({ name, value, trend }) => `${value} ${name}: ${trend.words}`)).toEqual([
    '3 Showings: 2 more than the week before',
    '1 Open Houses: same as the week before',
    '12 Visitors: 8 fewer than the week before (−40%)',
  ])
})

test('exposure is compared per platform, and a platform without figures for last week says so', () => {
  const exposure = sellerReportOf(input).exposure
  expect(exposure).toMatchObject({
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    highest: 60,
    asOf: 'As of Nov 21, 2026, 9:05 AM',
  })
  const [zillow, redfin] = exposure?.platforms ?? []
  expect(zillow).toMatchObject({ name: 'Zillow', views: [10, 20, 30, 40, 50, 60, null] })
  expect(zillow?.sums[0]).toEqual({
    name: 'Views',
    sum: 210,
    trend: { direction: 'up', words: '70 more than the week before (+50%)' },
  })
  expect(redfin?.sums[0]).toMatchObject({
    sum: 10,
    trend: { direction: 'unknown', words: 'no figures for the week before' },
  })
  expect(exposure?.sums[0]?.sum).toBe(220)
  expect(exposure?.sums[0]?.trend.words).toBe('70 more than the week before (+50%), by the days with figures in both')
})

test('without the server’s figures for this week there is no exposure and no price history', () => {
  expect(sellerReportOf({ ...input, copy: null })).toMatchObject({ exposure: null, prices: [] })
  const older = { ...dashboard, period: { start_date: '2026-11-08', end_date: '2026-11-14' } }
  expect(sellerReportOf({ ...input, copy: { dashboard: older, at: 0 } }).exposure).toBeNull()
  const plain = { ...dashboard, statistics: statisticsOf({}), previous: null, price_changes: null }
  expect(sellerReportOf({ ...input, copy: { dashboard: plain, at: 0 } })).toMatchObject({ exposure: null, prices: [] })
})

test('the price history has one change a day, without changes corrected on the same day', () => {
  expect(sellerReportOf(input).prices).toEqual([
    'Nov 20, 2026: lowered from $599,000 to $582,000',
    'Nov 2, 2026: raised from $580,000 to $600,000',
    'Nov 1, 2026: listed',
  ])
  const steady = { ...input, copy: { dashboard: { ...dashboard, price_changes: [] }, at: 0 } }
  expect(sellerReportOf(steady).prices).toEqual(['No price change is recorded', 'Nov 1, 2026: listed'])
})

test('a home listed this week is not compared with the week before', () => {
  const listing = { ...input.listing, created_at: at(21, 9) }
  const { counts } = sellerReportOf({ ...input, listing, countsBefore: { showings: 0, openHouses: 0, visitors: 0 } })
  expect(counts.map(({ trend }) => trend.words)).toEqual(Array.from({ length: 3 }, () => 'listed this week'))
})

test('the price history ends at the printed price, even if the server’s copy is older', () => {
  const lowered = { ...input, listing: { ...input.listing, listing_price: 575_000 } }
  expect(sellerReportOf(lowered).prices.slice(0, 2)).toEqual([
    'Nov 21, 2026: lowered from $582,000 to $575,000',
    'Nov 20, 2026: lowered from $599,000 to $582,000',
  ])
  const old = { dashboard, at: new Date(2026, 10, 20, 18).getTime() }
  expect(sellerReportOf({ ...lowered, copy: old }).prices[0]).toBe(
    'Since Nov 20, 2026: lowered from $582,000 to $575,000',
  )
  const steady = { ...dashboard, price_changes: [], listing_price: 590_000 }
  expect(sellerReportOf({ ...lowered, copy: { dashboard: steady, at: now } }).prices).toEqual([
    'Nov 21, 2026: lowered from $590,000 to $575,000',
    'Nov 1, 2026: listed',
  ])
  expect(
    sellerReportOf({ ...input, copy: { dashboard: { ...steady, listing_price: 582_000 }, at: now } }).prices[0],
  ).toBe('No price change is recorded')
})

test('showings of the week are listed with their outcome, latest first, without buyers', () => {
  const times = { start_time: '10:00', end_time: '10:30' }
  const buyer = { client_email: 'jo@example.com', status: 'Cancelled' } as const
  const forAgent = { feedback: 'Would pay 510k.' }
  const report = sellerReportOf({
    ...input,
    showings: [
      { showing_date: '2026-11-16', ...times, status: 'No-show', feedback_for_seller: 'Ill.' },
      { showing_date: '2026-11-18', ...times },
      {
        showing_date: '2026-11-20',
        ...times,
        status: 'Held',
        interest: 4,
        price_opinion: 'High',
        feedback_for_seller: 'Loves the yard.',
        ...forAgent,
      },
      { ...times, ...buyer, showing_date: '2026-11-15' },
    ],
  })
  expect(report.feedback).toBe('1 showing held · average interest 4.0 of 5 · price: 1 too high')
  expect(report.showings).toEqual([
    { when: 'Fri, Nov 20, 10:00 AM', state: 'Held · interest 4 of 5 · price too high', feedback: 'Loves the yard.' },
    { when: 'Wed, Nov 18, 10:00 AM', state: '', feedback: '' },
    { when: 'Mon, Nov 16, 10:00 AM', state: 'No-show', feedback: '' },
    { when: 'Sun, Nov 15, 10:00 AM', state: 'Cancelled', feedback: '' },
  ])
  expect(JSON.stringify(report)).not.toContain('jo@')
  expect(JSON.stringify(report)).not.toContain('510k')
})

test('unknown values are left out', () => {
  const bare = sellerReportOf({
    ...input,
    listing: { listing_price: null, status: 'Odd', property: {} },
    agent: null,
    openHouse: null,
  })
  expect(bare).toMatchObject({ address: 'Unknown address', status: 'Unknown', openHouse: '', agent: '', feedback: '' })
})
