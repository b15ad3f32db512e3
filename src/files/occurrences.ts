import { default as ICAL } from 'ical.js'
import { dayOf, type EventInFile } from './event-in-file.ts'
import type { Clock, ClockTime } from './zoned-times.ts'

/** One occurrence of an event: `start` and `durationMs` in milliseconds. `original`: the start that the rule gives, before a replacement moves it. */
export type Occurrence = { event: EventInFile; start: number; durationMs: number; original: number }

/** The most occurrences that are returned for one repeating event. */
const maxRepeats = 500
/** The most dates that are calculated for one rule: fifty years of a daily event. */
const maxSteps = 20_000
const dayMs = 86_400_000

type Period = { from: number; to: number }

/**
 * Returns occurrences of single events at any time, of repeating ones within the period. A replacement takes the place of one occurrence of
 * a series, or of this one and all later ones. `onUnread` receives events whose rule contradicts itself; such an event occurs only once.
 */
export function occurrencesIn(
  events: readonly EventInFile[],
  period: Period,
  clock: Clock,
  onUnread: (event: EventInFile) => void = () => undefined,
): Occurrence[] {
  const series = new Map<string, EventInFile[]>()
  for (const event of events) {
    const eventsWithUid = series.get(event.uid)
    if (eventsWithUid === undefined) series.set(event.uid, [event])
    else eventsWithUid.push(event)
  }
  return [...series.values()].flatMap((eventsWithUid) => occurrencesOf(eventsWithUid, { period, clock, onUnread }))
}

type Expanding = { period: Period; clock: Clock; onUnread: (event: EventInFile) => void }

function occurrencesOf(all: readonly EventInFile[], expanding: Expanding): Occurrence[] {
  const { period, clock } = expanding
  const masters = newest(all.filter(({ replaces }) => replaces === null))
  const replacedBy = new Map<number, EventInFile>()
  for (const event of all
    .filter(({ replaces }) => replaces !== null)
    .toSorted((one, other) => one.version - other.version))
    replacedBy.set(replacedStart(event, masters[0], clock), event)
  const futureReplacements = [...replacedBy]
    .filter(([, { replaces }]) => replaces?.isFuture)
    .toSorted(([one], [other]) => one - other)
  const unusedReplacements = new Map(replacedBy)
  const ofMasters = masters.flatMap((event) =>
    startsOf(event, expanding).flatMap(({ start: original, lasts: durationMs }): Occurrence[] => {
      const replacement = replacedBy.get(original)
      unusedReplacements.delete(original)
      if (replacement !== undefined)
        return [{ event: replacement, original, start: replacement.start, durationMs: replacement.durationMs }]
      const [from, moved] = futureReplacements.findLast(([at]) => at <= original) ?? []
      if (from === undefined || moved === undefined) return [{ event, original, start: original, durationMs }]
      // A replacement with its own rule is expanded below.
      return moved.repeats === null
        ? [{ event: moved, original, start: original + moved.start - from, durationMs: moved.durationMs }]
        : []
    }),
  )
  const ofFutureReplacements = futureReplacements.flatMap(([, event]) =>
    startsOf(event, expanding)
      // The first occurrence is in `ofMasters` or `alone`.
      .filter(({ start }) => start !== event.start)
      .map(({ start, lasts: durationMs }) => ({ event, original: start, start, durationMs })),
  )
  const isSeries = all.some(({ repeats }) => repeats !== null)
  const alone = [...unusedReplacements].map(([original, event]) => ({
    event,
    original,
    start: event.start,
    durationMs: event.durationMs,
  }))
  return [...ofMasters, ...ofFutureReplacements, ...alone.filter(({ start }) => !isSeries || isWithin(start, period))]
}

/** Returns the events with the highest version. Several with the same UID and version are separate events. */
function newest(masters: readonly EventInFile[]): EventInFile[] {
  const version = Math.max(...masters.map((event) => event.version))
  return masters.filter((event) => event.version === version)
}

/** Returns the original start of the replaced occurrence. If the file names only its day, the time is that of the series (`master`). */
function replacedStart({ replaces, start }: EventInFile, master: EventInFile | undefined, clock: Clock): number {
  if (replaces === null) return start
  const { hour, minute, second } = (replaces.isDay ? master?.clock : undefined) ?? replaces.clock
  return clock.instantOf({ ...replaces.clock, hour, minute, second }, replaces.zone ?? master?.zone ?? null)
}

function isWithin(start: number, { from, to }: Period): boolean {
  return start >= from && start < to
}

function startsOf(event: EventInFile, { period, clock, onUnread }: Expanding): { start: number; lasts: number }[] {
  const { start, durationMs, repeats } = event
  if (repeats === null) return [{ start, lasts: durationMs }]
  const { rules, more, except } = repeats
  const listed = [{ start, lasts: null }, ...more].filter(
    (one) => isWithin(one.start, period) && !except.has(one.start),
  )
  const lengths = new Map(listed.map((one) => [one.start, one.lasts ?? durationMs]))
  try {
    for (const rule of rules)
      for (const { instant, day } of stepsOf(rule, event, period, clock)) {
        if (instant >= period.to || lengths.size >= maxRepeats) break
        if (instant >= period.from && !except.has(instant) && !except.has(day) && !lengths.has(instant))
          lengths.set(instant, durationMs)
      }
  } catch {
    // The library throws for a rule that never has a date, such as the sixth Monday of a month.
    onUnread(event)
    if (lengths.size === 0) lengths.set(start, durationMs)
  }
  return [...lengths].map(([instant, length]) => ({ start: instant, lasts: length }))
}

/** Yields the dates of a rule in the event's zone, from shortly before `from`. Checks `until` itself, because it depends on the zone. */
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
  // If a rule has no further date, the library searches forever. After the period, the override accepts any date, which ends the search.
  const fits = () => ICAL.RecurIterator.prototype.check_contracting_rules.call(steps)
  const lastYear = new Date(to).getUTCFullYear()
  steps.check_contracting_rules = () => steps.last.year > lastYear || fits()
  for (let step = 0; step < maxSteps; step += 1) {
    const time = steps.next() as ICAL.Time | null
    if (time === null) return
    const { year, month, day, hour, minute, second } = time
    // Compares days without the zone first, because the conversion takes most of the time.
    const about = Date.UTC(year, month - 1, day)
    if (about > last) return
    if (about < from - 2 * dayMs) continue
    const shown = { year, month, day, hour, minute, second }
    const instant = clock.instantOf(shown, zone)
    if (until !== null && until !== undefined && isAfter({ instant, shown }, until, zone, clock)) return
    yield { instant, day: dayOf(shown) }
  }
}

/** Returns a later start for a daily or weekly rule that began long ago: with hundreds of such series, counting from the start takes seconds. */
function laterBegin({ freq, interval, count }: ICAL.Recur, begins: ClockTime, from: number): ClockTime {
  const stepDays = freq === 'DAILY' ? interval : freq === 'WEEKLY' ? 7 * interval : null
  const about = Date.UTC(begins.year, begins.month - 1, begins.day)
  // A rule may skip days in its first week, so this starts one step early.
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
