import type { DailyExposure, ListingDashboard, PriceChange } from '#core/contract/listing-dashboard.ts'
import type { Showing } from '#core/contract/showing.ts'
import { inChartOrder } from './exposure-charts.ts'
import { exposureSeries, type ExposureSeries, figuresOf, platformName, sumOf } from './exposure-words.ts'
import { shownStatus } from '#core/domain/listings/listing-rules.ts'
import { knownNumber } from '#core/domain/text/amounts.ts'
import { placeText, type PostalAddress } from '#core/domain/listings/listing-display.ts'
import { needsOutcome, formatShowingState, feedbackOf } from '#core/domain/visits/showing-status.ts'
import { dateOfInstant, minutesOfInstant } from '#core/domain/time/wall-clock.ts'
import { exposureTrend, newThisWeek, type Trend, noTrend, trendOf } from './week-trend.ts'
import { formatDate, formatDateWithYear, formatWeekday } from '#core/format/dates.ts'
import { formatTime, formatClock } from '#core/format/times.ts'
import { formatDollars } from '#core/format/numbers.ts'

export type WeekCounts = { showings: number; openHouses: number; visitors: number }

export type ShowingOfWeek = Pick<Showing, 'showing_date' | 'start_time' | 'end_time'> & {
  [Field in 'status' | 'feedback_for_seller' | 'interest' | 'price_opinion']?: Showing[Field] | undefined
}

type SellerReportInput = {
  listing: {
    listing_price: unknown
    status: string
    seller_note?: string | undefined
    created_at?: string | undefined
    property: PostalAddress
    realtor?: { name?: string; email?: string; phone?: string } | null | undefined
  }
  agent: { license_number: string } | null
  period: { start_date: string; end_date: string }
  /** The counts of the week, which ends today. */
  counts: WeekCounts
  /** The counts of the week before; null if this device may not have all of them. */
  countsBefore: WeekCounts | null
  showings: readonly ShowingOfWeek[]
  /** The next open house; null if none is planned. */
  openHouse: { date: string; start_time: string; end_time: string } | null
  /** The last dashboard that this device fetched, with the newer readings of this device; `at` is the fetch time in ms. Null if it fetched none. */
  copy: { dashboard: ListingDashboard; at: number } | null
  nowMs: number
}

type ReportedSum = { name: ExposureSeries; sum: number; trend: Trend }

/** The printed report of a week for the seller; it never says who the buyers are. */
export type SellerReport = {
  address: string
  place: string
  price: string
  status: string
  week: string
  /** Written by the agent; may be empty. */
  note: string
  /** "As of Nov 21, 2026, 10:42 AM": when the report was made, or (in `exposure`) when its figures were fetched. */
  asOf: string
  counts: { name: string; value: number; trend: Trend }[]
  exposure: {
    sums: ReportedSum[]
    platforms: { name: string; sums: ReportedSum[]; views: (number | null)[] }[]
    weekdays: string[]
    /** The highest of all `views`, so that all bars share one scale. */
    highest: number
    asOf: string
  } | null
  /** "2 showings held · average interest 3.5 of 5 · price: 2 too high"; empty if none was held. */
  feedback: string
  /** The number of showings that have begun and have no outcome yet; not printed. */
  withoutOutcome: number
  /** `state`: that of the showing, such as 'Held'; empty if it has begun and has no outcome yet. */
  showings: { when: string; state: string; feedback: string }[]
  /** The listing date and every price change, latest first; empty if nothing is recorded. */
  prices: string[]
  openHouse: string
  /** The agent's name, license, phone and email in one line. */
  agent: string
}

export function sellerReportOf(input: SellerReportInput): SellerReport {
  const { listing, period, counts, countsBefore, showings, openHouse, nowMs } = input
  const today = dateOfInstant(nowMs)
  const moment = { today, minutesNow: minutesOfInstant(nowMs) }
  const feedback = feedbackOf(showings, moment)
  const isNew = (listedOn(listing) ?? '') >= period.start_date
  const count = (name: string, value: number, before: number | undefined) => {
    return { name, value, trend: isNew ? newThisWeek : before === undefined ? noTrend : trendOf(value, before) }
  }
  return {
    address: listing.property.address ?? 'Unknown address',
    place: placeText(listing.property),
    price: formatDollars(knownNumber(listing.listing_price) ?? 0),
    status: shownStatus(listing.status),
    week: `${formatDateWithYear(period.start_date)} to ${formatDateWithYear(period.end_date)}`,
    note: listing.seller_note ?? '',
    asOf: asOf(nowMs),
    counts: [
      count('Showings', counts.showings, countsBefore?.showings),
      count('Open Houses', counts.openHouses, countsBefore?.openHouses),
      count('Visitors', counts.visitors, countsBefore?.visitors),
    ],
    exposure: exposureOf(input),
    feedback: feedback?.summary ?? '',
    withoutOutcome: feedback?.withoutOutcome ?? 0,
    showings: showings
      .toSorted((one, other) => (whenOf(one) < whenOf(other) ? 1 : -1))
      .map((showing) => ({
        when: `${formatDate(showing.showing_date, today)}, ${formatTime(showing.start_time)}`,
        // The seller need not read that a showing has no outcome yet.
        state: needsOutcome(showing, moment) ? '' : formatShowingState(showing),
        feedback: (showing.status === 'Held' && showing.feedback_for_seller) || '',
      })),
    prices: pricesOf(input),
    openHouse:
      openHouse === null
        ? ''
        : `${formatDate(openHouse.date, today)}, ${formatTime(openHouse.start_time)} – ${formatTime(openHouse.end_time)}`,
    agent: agentInWords(input),
  }
}

function exposureOf({ copy, period }: SellerReportInput): SellerReport['exposure'] {
  if (copy === null || copy.dashboard.period.end_date !== period.end_date) return null
  const { statistics, previous } = copy.dashboard
  const before = previous?.statistics.exposure_stats.daily_data ?? {}
  const reported = inChartOrder(statistics.exposure_stats.platforms).flatMap((platform) => {
    const daily = statistics.exposure_stats.daily_data[platform]
    return daily === undefined ? [] : [{ platform, daily, earlier: before[platform] }]
  })
  if (reported.length === 0) return null
  const views = reported.map(({ daily }) => figuresOf(daily, 'Views'))
  return {
    sums: sumsOf(reported),
    platforms: reported.map((one, index) => ({
      name: platformName(one.platform),
      sums: sumsOf([one]),
      views: views[index] ?? [],
    })),
    weekdays: (reported[0]?.daily.dates ?? []).map(formatWeekday),
    highest: Math.max(1, ...views.flat().map((figure) => figure ?? 0)),
    asOf: asOf(copy.at),
  }
}

function sumsOf(reported: readonly { daily: DailyExposure; earlier: DailyExposure | undefined }[]): ReportedSum[] {
  const days = reported.map(({ daily }) => daily)
  const before = reported.map(({ earlier }) => earlier)
  return exposureSeries.map((name) => ({
    name,
    sum: sumOf(days.flatMap((daily) => figuresOf(daily, name))),
    trend: exposureTrend(days, before, name),
  }))
}

function pricesOf({ copy, listing, nowMs }: SellerReportInput): string[] {
  const changes = copy?.dashboard.price_changes
  if (copy === null || changes === null || changes === undefined) return []
  // The printed price is this device's, and may be newer than the copy.
  const price = knownNumber(listing.listing_price)
  const from = changes[0]?.to ?? copy.dashboard.listing_price ?? price
  const since = from === null || price === null || from === price ? [] : [{ from, to: price }]
  const [copiedOn, today] = [dateOfInstant(copy.at), dateOfInstant(nowMs)]
  const ofToday = copiedOn === today ? since.map((change) => ({ ...change, at: new Date(nowMs).toISOString() })) : []
  const ofOtherDays = copiedOn === today ? [] : since.map((change) => `Since ${changeInWords(copiedOn, change)}`)
  const days = [
    ...ofOtherDays,
    ...byDay([...ofToday, ...changes]).map(({ date, ...change }) => changeInWords(date, change)),
  ]
  const date = listedOn(listing)
  const listed = date === null ? [] : [`${formatDateWithYear(date)}: listed`]
  return days.length === 0 ? ['No price change is recorded', ...listed] : [...days, ...listed]
}

function listedOn({ created_at = '' }: SellerReportInput['listing']): string | null {
  const at = Date.parse(created_at)
  return Number.isNaN(at) ? null : dateOfInstant(at)
}

function changeInWords(date: string, { from, to }: Pick<PriceChange, 'from' | 'to'>): string {
  return `${formatDateWithYear(date)}: ${to < from ? 'lowered' : 'raised'} from ${formatDollars(from)} to ${formatDollars(to)}`
}

/** One change a day, from its first price to its last: a corrected typo is not news for a seller. */
function byDay(latestFirst: readonly PriceChange[]): { date: string; from: number; to: number }[] {
  const days = new Map<string, { date: string; from: number; to: number }>()
  for (const { at, from, to } of latestFirst) {
    const date = dateOfInstant(Date.parse(at))
    days.set(date, { date, from, to: days.get(date)?.to ?? to })
  }
  return [...days.values()].filter(({ from, to }) => from !== to)
}

function agentInWords({ listing, agent }: SellerReportInput): string {
  const { name = '', phone = '', email = '' } = listing.realtor ?? {}
  const license = agent === null || agent.license_number === '' ? '' : `License ${agent.license_number}`
  return [name, license, phone, email].filter(Boolean).join(' · ')
}

function asOf(atMs: number): string {
  return `As of ${formatDateWithYear(dateOfInstant(atMs))}, ${formatClock(atMs)}`
}

function whenOf({ showing_date, start_time }: ShowingOfWeek): string {
  return `${showing_date} ${start_time}`
}
