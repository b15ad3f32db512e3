import { containsAllWords, normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import { daysBetween } from '#core/domain/time/wall-clock.ts'

export type SearchableRecord = {
  key: string
  /** The record's name, as `normalizeSearchText` returns it. */
  lead: string
  /** All searchable text with the lead, as `normalizeSearchText` returns it. */
  text: string
  /** The position of its kind among equal matches; lower is first. */
  order: number
  /** The date of an event, such as a showing; absent for records without one. */
  day?: string | undefined
}

/** Returns the best matches: by how well the lead matches, then by kind, then by closeness to `today`. */
export function searchRecords<Record extends SearchableRecord>(
  records: readonly Record[],
  typed: string,
  today: string,
  limit: number,
): Record[] {
  const wanted = normalizeSearchText(typed)
  if (wanted === '') return []
  const words = wanted.split(' ')
  const before = (one: Fitting<Record>, other: Fitting<Record>) =>
    one.fit - other.fit ||
    one.record.order - other.record.order ||
    distance(one.record, today) - distance(other.record, today) ||
    inOrder.compare(one.record.lead, other.record.lead)
  const best: Fitting<Record>[] = []
  for (const record of records) {
    if (!containsAllWords(record.text, words)) continue
    const one = { record, fit: fitOf(record.lead, wanted, words) }
    // One typed letter matches thousands of records, so only the best ones are sorted.
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

/** Returns how well a lead matches the search, from 0 (best) to 3. */
function fitOf(lead: string, wanted: string, words: readonly string[]): number {
  if (lead.startsWith(wanted)) return 0
  if (words.every((word) => ` ${lead}`.includes(` ${word}`))) return 1
  return containsAllWords(lead, words) ? 2 : 3
}

/** The distance in days; a past day is farther away than a coming one. */
function distance({ day }: SearchableRecord, today: string): number {
  if (day === undefined) return 0
  const days = daysBetween(today, day)
  return days < 0 ? 0.5 - days : days
}
