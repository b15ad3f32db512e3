import { default as ICAL } from 'ical.js'
import { dayOf, type EventInFile } from './event-in-file.ts'
import type { Clock, ClockTime } from './zoned-times.ts'

/** `original` is the planned time. */
export type Occurrence = { event: EventInFile; start: number; lasts: number; original: number }

const mostRepeats = 500
/** Fifty years of a daily event; an upper bound for any rule. */
const mostSteps = 20_000
const dayMs = 86_400_000

type Period = { from: number; to: number }

/**
 * Expands events: single ones at any time, and repeats within the period. A replacement takes the place of one occurrence, or
 * of all from one on. `onUnread` receives events with a contradictory rule; they occur once.
 */
export function occurrencesIn(
  events: readonly EventInFile[],
  period: Period,
  clock: Clock,
  onUnread: (event: EventInFile) => void = () => undefined,
): Occurrence[] {
  const series = new Map<string, EventInFile[]>()
  for (const event of events) {
    const some = series.get(event.uid)
    if (some === undefined) series.set(event.uid, [event])
    else some.push(event)
  }
  return [...series.values()].flatMap((some) => occurrencesOf(some, { period, clock, onUnread }))
}

type Expanding = { period: Period; clock: Clock; onUnread: (event: EventInFile) => void }

function occurrencesOf(all: readonly EventInFile[], expanding: Expanding): Occurrence[] {
  const { period, clock } = expanding
  const masters = newest(all.filter(({ replaces }) => replaces === null))
  const replacedBy = new Map<number, EventInFile>()
  for (const event of all
    .filter(({ replaces }) => replaces !== null)
    .toSorted((one, other) => one.version - other.version))
    replacedBy.set(replacedIn(event, masters[0], clock), event)
  const later = [...replacedBy]
    .filter(([, { replaces }]) => replaces?.isFuture)
    .toSorted(([one], [other]) => one - other)
  const left = new Map(replacedBy)
  const taken = masters.flatMap((event) =>
    startsOf(event, expanding).flatMap(({ start: original, lasts }): Occurrence[] => {
      const other = replacedBy.get(original)
      left.delete(original)
      if (other !== undefined) return [{ event: other, original, start: other.start, lasts: other.lasts }]
      const [from, moved] = later.findLast(([at]) => at <= original) ?? []
      if (from === undefined || moved === undefined) return [{ event, original, start: original, lasts }]
      // A replacement with its own rule is expanded below.
      return moved.repeats === null
        ? [{ event: moved, original, start: original + moved.start - from, lasts: moved.lasts }]
        : []
    }),
  )
  const goingOn = later.flatMap(([, event]) =>
    startsOf(event, expanding)
      .filter(({ start }) => start !== event.start)
      .map(({ start, lasts }) => ({ event, original: start, start, lasts })),
  )
  const isSeries = all.some(({ repeats }) => repeats !== null)
  const alone = [...left].map(([original, event]) => ({ event, original, start: event.start, lasts: event.lasts }))
  return [...taken, ...goingOn, ...alone.filter(({ start }) => !isSeries || isWithin(start, period))]
}

/** Events with the same UID and version are separate events. */
function newest(masters: readonly EventInFile[]): EventInFile[] {
  const version = Math.max(...masters.map((event) => event.version))
  return masters.filter((event) => event.version === version)
}

/** The planned time of the replaced occurrence, on the clock of its series. */
function replacedIn({ replaces, start }: EventInFile, master: EventInFile | undefined, clock: Clock): number {
  if (replaces === null) return start
  const { hour, minute, second } = (replaces.isDay ? master?.clock : undefined) ?? replaces.clock
  return clock.instantOf({ ...replaces.clock, hour, minute, second }, replaces.zone ?? master?.zone ?? null)
}

function isWithin(start: number, { from, to }: Period): boolean {
  return start >= from && start < to
}

function startsOf(event: EventInFile, { period, clock, onUnread }: Expanding): { start: number; lasts: number }[] {
  const { start, lasts, repeats } = event
  if (repeats === null) return [{ start, lasts }]
  const { rules, more, except } = repeats
  const wanted = [{ start, lasts: null }, ...more].filter(
    (one) => isWithin(one.start, period) && !except.has(one.start),
  )
  const found = new Map(wanted.map((one) => [one.start, one.lasts ?? lasts]))
  try {
    for (const rule of rules)
      for (const { instant, day } of stepsOf(rule, event, period, clock)) {
        if (instant >= period.to || found.size >= mostRepeats) break
        if (instant >= period.from && !except.has(instant) && !except.has(day) && !found.has(instant))
          found.set(instant, lasts)
      }
  } catch {
    // A rule such as the sixth Monday of a month has no dates.
    onUnread(event)
    if (found.size === 0) found.set(start, lasts)
  }
  return [...found].map(([instant, length]) => ({ start: instant, lasts: length }))
}

/** The dates of a rule in its zone, from near `from`. `until` is checked here, because it depends on the zone. */
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
  // If a rule has no further date, the library searches without end: after the period, any date stops it.
  const fits = () => ICAL.RecurIterator.prototype.check_contracting_rules.call(steps)
  const lastYear = new Date(to).getUTCFullYear()
  steps.check_contracting_rules = () => steps.last.year > lastYear || fits()
  for (let step = 0; step < mostSteps; step += 1) {
    const time = steps.next() as ICAL.Time | null
    if (time === null) return
    const { year, month, day, hour, minute, second } = time
    // Without the zone, because converting takes most of the time.
    const about = Date.UTC(year, month - 1, day)
    if (about > last) return
    if (about < from - 2 * dayMs) continue
    const shown = { year, month, day, hour, minute, second }
    const instant = clock.instantOf(shown, zone)
    if (until !== null && until !== undefined && isAfter({ instant, shown }, until, zone, clock)) return
    yield { instant, day: dayOf(shown) }
  }
}

/** Skips whole steps of a daily or weekly rule: hundreds of old series would take seconds. */
function laterBegin({ freq, interval, count }: ICAL.Recur, begins: ClockTime, from: number): ClockTime {
  const stepDays = freq === 'DAILY' ? interval : freq === 'WEEKLY' ? 7 * interval : null
  const about = Date.UTC(begins.year, begins.month - 1, begins.day)
  // A rule may skip days in its first week, so one step remains before the first that counts.
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
