import type { RunStop } from '#core/domain/tour-run.ts'
import type { OwnVisit } from '#core/domain/tour-halts.ts'
import { runTimeline } from '#core/domain/tour-run-timeline.ts'
import { routeEntries } from '#core/domain/route-entries.ts'
import { stopName } from '#core/domain/timed-stop.ts'
import type { TimelineEntry } from '#core/domain/tour-timeline.ts'
import { timeInWords } from '#core/domain/wall-clock.ts'
import { secondsOfDay } from '#core/domain/seconds-of-day.ts'
import type { TourRow } from '#storage/rows.ts'
import { TourRoute } from '../tour-route.tsx'
import type { ShownStop } from '../tour-stops.ts'
import styles from './tour-run.module.css'

type RestOfDayProps = {
  tour: TourRow
  run: readonly RunStop<ShownStop>[]
  current: RunStop<ShownStop> | null
  own: readonly OwnVisit[]
  /** In seconds of the day; null when the tour is not of today, or over. */
  now: number | null
}

/** What is still to come of the tour's day, and below it what lies behind; of a tour that is over, all of it. */
export function RestOfDay({ tour, run, current, own, now }: RestOfDayProps) {
  const byName = new Map(run.map((stop) => [stop.name, stop]))
  const isBehind = (entry: Entry) =>
    entry.kind === 'stop'
      ? isOver(byName.get(stopName(entry.stop)))
      : entry.kind !== 'drive' && now !== null && secondsOfDay(timesOf(entry).end_time) <= now
  const entries = runTimeline(run, tour.lunch, own)
  const here = current?.state === 'here' ? current.name : undefined
  const { ahead, behind } = current === null ? { ahead: entries, behind: [] } : split(entries, isBehind, here)
  const expected = (stop: ShownStop) => byName.get(stopName(stop)) ?? null
  const about = (stop: ShownStop, arrive: string | null) => {
    const known = byName.get(stopName(stop))
    if (known === undefined) return {}
    const state = isOver(known) ? ('done' as const) : known === current ? ('on' as const) : undefined
    return { state, words: wordsOf(known, arrive), time: timeOf(known) }
  }
  return (
    <aside className={styles.rest} aria-label="The tour">
      {ahead.length > 0 && (
        <>
          <h2>The route</h2>
          <TourRoute entries={current === null ? asItWas(ahead) : routeEntries(ahead, expected)} about={about} />
        </>
      )}
      {behind.length > 0 && (
        <>
          <h2>Earlier</h2>
          <TourRoute entries={asItWas(behind)} about={about} />
        </>
      )}
    </aside>
  )
}

type Entry = TimelineEntry<ShownStop>

/** A drive to what lies behind, or to where the agent is, is of no use any more. */
function split(
  entries: readonly Entry[],
  isBehind: (entry: Entry) => boolean,
  here: string | undefined,
): Record<'ahead' | 'behind', Entry[]> {
  const [ahead, behind]: [Entry[], Entry[]] = [[], []]
  let drives: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'drive') drives.push(entry)
    else {
      if (isBehind(entry)) behind.push(entry)
      else if (entry.kind === 'stop' && stopName(entry.stop) === here) ahead.push(entry)
      else ahead.push(...drives, entry)
      drives = []
    }
  }
  return { ahead, behind }
}

/** Nothing is said of the time between what lies behind, nor of who was late for it. */
function asItWas(entries: readonly Entry[]) {
  return routeEntries(entries, () => null)
    .filter(({ kind }) => kind !== 'free')
    .map((entry) => (entry.kind === 'own' ? Object.assign({}, entry, { lateMinutes: 0 }) : entry))
}

function timesOf(entry: Extract<Entry, { kind: 'lunch' | 'own' }>): { end_time: string } {
  return entry.kind === 'own' ? entry.visit : entry
}

function isOver(stop: RunStop<ShownStop> | undefined): boolean {
  return stop?.state === 'left' || stop?.state === 'skipped'
}

function timeOf({ state, arrival, begins }: RunStop<ShownStop>): string | null {
  if (state === 'skipped') return null
  return state === 'coming' ? begins : arrival
}

function wordsOf({ state, arrival, departure, stop }: RunStop<ShownStop>, arrive: string | null): string {
  const { listing_city: city } = stop
  if (state === 'left') return `done · arrived ${timeInWords(arrival)} · left ${timeInWords(departure)}`
  if (state === 'skipped') return 'skipped'
  if (state === 'here') return `here since ${timeInWords(arrival)}`
  return [city, arrive !== null && `arrive ${timeInWords(arrive)}`, `until ${timeInWords(departure)}`]
    .filter(Boolean)
    .join(' · ')
}
