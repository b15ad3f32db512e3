import { default as ICAL } from 'ical.js'
import { dayOf, type EventInFile } from './event-in-file.ts'
import type { Clock, ClockTime } from './zoned-times.ts'

/** When an event takes place; `original` is when the calendar had planned it. */
export type Occurrence = { event: EventInFile; start: number; original: number }

const mostRepeats = 500
/** A daily event of fifty years; whatever a rule says, a file is read to its end. */
const mostSteps = 20_000
const dayMs = 86_400_000

type Period = { from: number; to: number }

/** All that takes place: single events whenever they are, repeats within the period, and what replaces one of them in its place. */
export function occurrencesIn(events: readonly EventInFile[], period: Period, clock: Clock): Occurrence[] {
  const series = new Map<string, EventInFile[]>()
  for (const event of events) {
    const some = series.get(event.uid)
    if (some === undefined) series.set(event.uid, [event])
    else some.push(event)
  }
  return [...series.values()].flatMap((some) => {
    const replacing = new Map(
      some.flatMap((event): [number, EventInFile][] => (event.replaces === null ? [] : [[event.replaces, event]])),
    )
    const planned = some
      .filter(({ replaces }) => replaces === null)
      .flatMap((event) => startsOf(event, period, clock).map((original) => ({ event, original })))
    const taken = planned.map(({ event, original }) => {
      const other = replacing.get(original)
      replacing.delete(original)
      return other === undefined ? { event, original, start: original } : { event: other, original, start: other.start }
    })
    const isSeries = some.some(({ repeats }) => repeats !== null)
    const left = [...replacing].map(([original, event]) => ({ event, original, start: event.start }))
    return taken.concat(left.filter(({ start }) => !isSeries || isWithin(start, period)))
  })
}

function isWithin(start: number, { from, to }: Period): boolean {
  return start >= from && start < to
}

function startsOf({ start, repeats }: EventInFile, period: Period, clock: Clock): number[] {
  if (repeats === null) return [start]
  const { rules, more, except } = repeats
  const starts = new Set([start, ...more].filter((instant) => isWithin(instant, period) && !except.has(instant)))
  for (const rule of rules)
    for (const { instant, day } of stepsOf(rule, repeats, period, clock)) {
      if (instant >= period.to || starts.size >= mostRepeats) break
      if (instant >= period.from && !except.has(instant) && !except.has(day)) starts.add(instant)
    }
  return [...starts]
}

/**
 * The steps of a rule as the clock of its zone counts them, those long before `from` left out; the library stops at a count, the
 * end by a date is ours.
 */
function* stepsOf(
  rule: ICAL.Recur,
  { clock: begins, zone }: { clock: ClockTime; zone: string | null },
  { from, to }: Period,
  clock: Clock,
): Generator<{ instant: number; day: string }> {
  const { until } = rule
  const last = until ? Date.UTC(until.year, until.month - 1, until.day) + 2 * dayMs : Infinity
  const endless = rule.clone()
  endless.until = null
  const steps = endless.iterator(ICAL.Time.fromData({ ...laterBegin(rule, begins, from), isDate: false }))
  // For a day that a rule never comes to, the library looks for ever: past the period any day ends it.
  const fits = () => ICAL.RecurIterator.prototype.check_contracting_rules.call(steps)
  const lastYear = new Date(to).getUTCFullYear()
  steps.check_contracting_rules = () => steps.last.year > lastYear || fits()
  for (let step = 0; step < mostSteps; step += 1) {
    const time = steps.next() as ICAL.Time | null
    if (time === null) return
    const { year, month, day, hour, minute, second } = time
    // Whatever the zone; asking it takes most of the time.
    const about = Date.UTC(year, month - 1, day)
    if (about > last) return
    if (about < from - 2 * dayMs) continue
    const shown = { year, month, day, hour, minute, second }
    const instant = clock.instantOf(shown, zone)
    if (until !== null && until !== undefined && isAfter({ instant, shown }, until, zone, clock)) return
    yield { instant, day: dayOf(shown) }
  }
}

/** Whole steps later, a daily or weekly rule comes to the same days; walking there takes seconds where a file has hundreds of old ones. */
function laterBegin({ freq, interval, count }: ICAL.Recur, begins: ClockTime, from: number): ClockTime {
  const stepDays = freq === 'DAILY' ? interval : freq === 'WEEKLY' ? 7 * interval : null
  const about = Date.UTC(begins.year, begins.month - 1, begins.day)
  // In the week of its beginning a rule may leave days out, so that one step stays before the first that counts.
  const steps = stepDays === null ? 0 : Math.floor((from - 2 * dayMs - about) / (stepDays * dayMs)) - 1
  if (stepDays === null || steps <= 0 || count) return begins
  const later = new Date(about + steps * stepDays * dayMs)
  return { ...begins, year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() }
}

function isAfter(
  { instant, shown }: { instant: number; shown: ClockTime },
  until: ICAL.Time,
  zone: string | null,
  clock: Clock,
): boolean {
  const { year, month, day, hour, minute, second } = until
  const end = { year, month, day, hour, minute, second }
  if (until.isDate) return dayOf(shown) > dayOf(end)
  return instant > clock.instantOf(end, until.zone === ICAL.Timezone.utcTimezone ? 'UTC' : zone)
}
