import { type TourListSearch, type TourSort, usualTourSort } from './tour-search-params.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import { containsAllWords, searchTerms } from '#core/domain/listings/listing-rules.ts'
import { tourTitle } from './tour-labels.ts'
import { formatLongDate } from '#core/format/dates.ts'

type Listed = {
  key: string
  id?: number
  client_email: string
  tour_date: string
  start_time: string
  status: string
  created_at?: string
}

/** Returns the matching tours, sorted. Searches client, date, status and title; `nameOf` is the client's name or ''. */
export function findTours<Tour extends Listed>(
  tours: readonly Tour[],
  query: TourListSearch,
  today: string,
  nameOf: (tour: Tour) => string = () => '',
): Tour[] {
  const words = searchTerms(query.search ?? '')
  return tours
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter((tour) => containsAllWords(searchText(tour, nameOf(tour)), words))
    .toSorted(inOrder(query.sort ?? usualTourSort, today))
}

function searchText({ client_email, tour_date, status, id }: Listed, name: string): string {
  return foldText([name, client_email, tour_date, formatLongDate(tour_date), status, tourTitle(id)].join('\n'))
}

function inOrder(sort: TourSort, today: string): (one: Listed, other: Listed) => number {
  if (sort === 'upcoming') {
    const [soonest, latest] = [inOrder('tour_date', today), inOrder('-tour_date', today)]
    return (one, other) => {
      const [isOneAhead, isOtherAhead] = [isAhead(one, today), isAhead(other, today)]
      return Number(isOtherAhead) - Number(isOneAhead) || (isOneAhead ? soonest : latest)(one, other)
    }
  }
  const direction = sort.startsWith('-') ? -1 : 1
  const keyOf = sort.endsWith('tour_date') ? dayOf : createdAtMs
  return (one, other) =>
    direction *
    (compare(keyOf(one), keyOf(other)) ||
      compare(one.id ?? Infinity, other.id ?? Infinity) ||
      compare(one.key, other.key))
}

function isAhead({ status, tour_date }: Listed, today: string): boolean {
  return status === 'in_progress' || (status === 'scheduled' && tour_date >= today)
}

function dayOf({ tour_date, start_time }: Listed): string {
  return `${tour_date} ${start_time}`
}

/** Infinity for a tour without a creation time: it was created on this device and not sent yet, so it is the newest. */
function createdAtMs({ created_at }: Listed): number {
  const instant = Date.parse(created_at ?? '')
  return Number.isNaN(instant) ? Infinity : instant
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
