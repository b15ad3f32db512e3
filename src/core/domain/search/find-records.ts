import { holdsWords, searchWords } from '#core/domain/listings/listing-rules.ts'
import { daysBetween } from '#core/domain/time/wall-clock.ts'

/** Something that one search over everything can find. */
export type Findable = {
  key: string
  /** What it is called, as `searchWords` leaves it. */
  lead: string
  /** Everything it is found by, as `searchWords` leaves it, the lead included. */
  text: string
  /** How early its kind stands among equals. */
  order: number
  /** The day it belongs to, where it has one. */
  day?: string | undefined
}

/**
 * The best `limit` of those that hold every word: first whose lead begins so, then whose lead has words that do, then the
 * rest; among equals by kind, and what is closest to `today` first.
 */
export function findRecords<Record extends Findable>(
  records: readonly Record[],
  typed: string,
  today: string,
  limit: number,
): Record[] {
  const wanted = searchWords(typed)
  if (wanted === '') return []
  const words = wanted.split(' ')
  const before = (one: Fitting<Record>, other: Fitting<Record>) =>
    one.fit - other.fit ||
    one.record.order - other.record.order ||
    distance(one.record, today) - distance(other.record, today) ||
    inOrder.compare(one.record.lead, other.record.lead)
  const best: Fitting<Record>[] = []
  for (const record of records) {
    if (!holdsWords(record.text, words)) continue
    const one = { record, fit: fitOf(record.lead, wanted, words) }
    // One letter finds thousands: only the best are kept in order.
    const worst = best[limit - 1]
    if (worst !== undefined && before(one, worst) >= 0) continue
    const place = best.findIndex((other) => before(one, other) < 0)
    best.splice(place === -1 ? best.length : place, 0, one)
    best.length = Math.min(best.length, limit)
  }
  return best.map(({ record }) => record)
}

type Fitting<Record> = { record: Record; fit: number }

const inOrder = new Intl.Collator('en-US', { numeric: true })

function fitOf(lead: string, wanted: string, words: readonly string[]): number {
  if (lead.startsWith(wanted)) return 0
  if (words.every((word) => ` ${lead}`.includes(` ${word}`))) return 1
  return holdsWords(lead, words) ? 2 : 3
}

/** What is over is further away than what is as long ahead. */
function distance({ day }: Findable, today: string): number {
  if (day === undefined) return 0
  const days = daysBetween(today, day)
  return days < 0 ? 0.5 - days : days
}
