import { shortestFreeMinutes } from './day-plan.ts'
import { stopKey, type StopTimes } from '#core/domain/tours/timed-stop.ts'
import type { TimelineEntry } from '#core/domain/tours/tour-timeline.ts'
import { secondsOfDay, timeOfSeconds } from '#core/domain/time/wall-clock.ts'
import { formatDuration } from '#core/format/durations.ts'

type Timed<Stop> = TimelineEntry<Stop>
type Drive = Extract<Timed<never>, { kind: 'drive' }>
type Own = Extract<Timed<never>, { kind: 'own' }>

/** An entry of a tour's timeline on screen. `arrive`: the arrival, if a wait, lunch or appointment comes between it and the visit; otherwise null. */
export type RouteEntry<Stop> =
  | Exclude<Timed<Stop>, { kind: 'drive' | 'stop' | 'own' }>
  /** `lateMinutes`: how late the agent is for the event; `isApproximate`: the drive to it begins or ends at an approximate place. */
  | (Own & { lateMinutes: number; isApproximate: boolean })
  | { kind: 'stop'; stop: Stop; arrive: string | null }
  | (Drive & { arrive: string | null })
  /** Nothing is planned; `isWait`: the agent has already arrived at the next stop and waits there. */
  | { kind: 'free'; start_time: string; end_time: string; isWait: boolean }

/** Returns the timeline as screens show it: an appointment or lunch at a home is between arrival and visit, and free time has an entry. */
export function routeEntries<Stop extends Parameters<typeof stopKey>[0]>(
  entries: readonly Timed<Stop>[],
  timesOf: (stop: Stop) => StopTimes | null,
): RouteEntry<Stop>[] {
  const route: RouteEntry<Stop>[] = []
  /** In seconds of the day; null if unknown. */
  let busyUntil: number | null = null
  let isAtStop = false
  const addFreeTime = (start: number, isWait = false) => {
    if (busyUntil !== null && start - busyUntil >= shortestFreeMinutes * 60) {
      route.push({ kind: 'free', start_time: timeOfSeconds(busyUntil), end_time: timeOfSeconds(start), isWait })
    }
    busyUntil = Math.max(busyUntil ?? start, start)
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'drive') {
      const [next, stop] = [entries[index + 1], stopNamed(entries, entry.to)]
      const arrival = stop === undefined ? startOf(next) : timesOf(stop)?.arrival
      if (arrival !== undefined) addFreeTime(secondsOfDay(arrival) - entry.minutes * 60)
      isAtStop = stop !== undefined
      route.push({ ...entry, arrive: isAtStop && next?.kind !== 'stop' ? (arrival ?? null) : null })
      busyUntil = arrival === undefined ? null : Math.max(busyUntil ?? 0, secondsOfDay(arrival))
    } else if (entry.kind === 'stop') {
      const times = timesOf(entry.stop)
      const [arrival, begins] = [times?.arrival ?? '', times?.begins ?? ''].map(secondsOfDay) as [number, number]
      if (times !== null) addFreeTime(arrival)
      const isWaiting = times !== null && busyUntil === arrival && begins - arrival >= 60
      if (times !== null) addFreeTime(begins, true)
      route.push({ ...entry, arrive: isWaiting ? times.arrival : null })
      busyUntil = times === null ? null : secondsOfDay(times.departure)
      isAtStop = false
    } else {
      const { start_time, end_time } = entry.kind === 'own' ? entry.visit : entry
      const start = secondsOfDay(start_time)
      const overrun = Math.floor((busyUntil ?? 0) / 60) - Math.floor(start / 60)
      addFreeTime(start, isAtStop)
      if (entry.kind === 'lunch') route.push(entry)
      else {
        const drive = driveTo(route, entry.visit.key)
        const lateMinutes = Math.max(0, overrun, drive?.shortMinutes ?? 0)
        route.push({ ...entry, lateMinutes, isApproximate: drive?.isApproximate === true })
      }
      busyUntil = Math.max(busyUntil ?? 0, secondsOfDay(end_time))
    }
  }
  return route
}

type LateForOwn = Extract<RouteEntry<never>, { kind: 'own' }>

export function lateOwnVisits(route: readonly RouteEntry<unknown>[]): LateForOwn[] {
  return route.filter((entry) => entry.kind === 'own').filter(({ lateMinutes }) => lateMinutes > 0)
}

export function formatLateness({
  lateMinutes,
  isApproximate,
}: Pick<LateForOwn, 'lateMinutes' | 'isApproximate'>): string {
  return `${formatDuration(lateMinutes, isApproximate)} late`
}

function driveTo(route: readonly RouteEntry<unknown>[], key: string): Drive | undefined {
  return route.filter((entry) => entry.kind === 'drive').find(({ to }) => to === key)
}

function stopNamed<Stop extends Parameters<typeof stopKey>[0]>(entries: readonly Timed<Stop>[], name: string) {
  const found = entries.find((entry) => entry.kind === 'stop' && stopKey(entry.stop) === name)
  return found?.kind === 'stop' ? found.stop : undefined
}

function startOf(entry: Timed<unknown> | undefined): string | undefined {
  if (entry?.kind === 'own') return entry.visit.start_time
  return entry?.kind === 'lunch' ? entry.start_time : undefined
}
