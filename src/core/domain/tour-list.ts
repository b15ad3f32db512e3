import { type TourListSearch, type TourSort, usualTourSort } from './tour-list-search.ts'
import { longDateInWords } from './month.ts'

type Listed = {
  key: string
  id?: number
  client_email: string
  tour_date: string
  start_time: string
  status: string
  created_at?: string
}

/** The tours that a search finds, by client, date or status, in the order asked for. */
export function findTours<Tour extends Listed>(tours: readonly Tour[], asked: TourListSearch): Tour[] {
  const words = (asked.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return tours
    .filter(({ status }) => asked.status === undefined || status === asked.status)
    .filter((tour) => words.every((word) => searchText(tour).includes(word)))
    .toSorted(inOrder(asked.sort ?? usualTourSort))
}

function searchText({ client_email, tour_date, status, id }: Listed): string {
  const number = id === undefined ? '' : `#${id}`
  return [client_email, tour_date, longDateInWords(tour_date), status, number].join('\n').toLowerCase()
}

function inOrder(sort: TourSort): (one: Listed, other: Listed) => number {
  const direction = sort.startsWith('-') ? -1 : 1
  const keyOf = sort.endsWith('tour_date') ? dayOf : madeAt
  return (one, other) =>
    direction *
    (compare(keyOf(one), keyOf(other)) ||
      compare(one.id ?? Infinity, other.id ?? Infinity) ||
      compare(one.key, other.key))
}

function dayOf({ tour_date, start_time }: Listed): string {
  return `${tour_date} ${start_time}`
}

/** What has no date yet was made just now. */
function madeAt({ created_at }: Listed): number {
  const instant = Date.parse(created_at ?? '')
  return Number.isNaN(instant) ? Infinity : instant
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
