import { default as ICAL } from 'ical.js'
import { calendarComponent } from './calendar-component.ts'
import { blocksIn, type ContentLine } from './read-content-lines.ts'
import { zoneOfWindows } from './windows-zones.ts'

/** Wall-clock time in any zone. */
export type ClockTime = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/** A name from the file, `UTC`, or null for the agent's own zone. */
type ZoneName = string | null

export type Clock = {
  /** In epoch milliseconds. */
  instantOf: (time: ClockTime, zone?: ZoneName) => number
  /** The agent's wall-clock time, `2026-11-21` and `14:30:00`. */
  at: (instant: number) => { date: string; time: string }
  /** Unknown zones; their times are read in the agent's zone. */
  unknown: ReadonlySet<string>
}

/** The zones that a calendar defines itself, by name. */
export function zonesIn(lines: readonly ContentLine[]): ReadonlyMap<string, ICAL.Timezone> {
  const zones = new Map<string, ICAL.Timezone>()
  for (const block of blocksIn(lines, 'VTIMEZONE')) {
    try {
      const zone = new ICAL.Timezone(calendarComponent(block, true))
      zones.set(zone.tzid, zone)
    } catch {
      // Its times are read by the zone's name, or in the agent's zone.
    }
  }
  return zones
}

/** Converts times of a calendar to the agent's zone `own`. */
export function clockOf(own: string, described: ReadonlyMap<string, ICAL.Timezone>): Clock {
  const unknown = new Set<string>()
  const places = new Map<string, Place | null>()
  const placeOf = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    const place = placeNamed(name) ?? placeDescribed(described.get(name)) ?? placeOfProgram(name)
    if (place === null) unknown.add(name)
    places.set(name, place)
    return place
  }
  const ownPlace = placeOf(own) ?? utc
  return {
    unknown,
    instantOf: (time, zone = null) => (zone === null ? ownPlace : (placeOf(zone) ?? ownPlace)).instantOf(time),
    at: (instant) => {
      const shown = new Date(instant + ownPlace.offsetAt(instant)).toISOString()
      return { date: shown.slice(0, 10), time: shown.slice(11, 19) }
    },
  }
}

type Place = { instantOf: (time: ClockTime) => number; offsetAt: (instant: number) => number }

const dayMs = 86_400_000

const asUtc = ({ year, month, day, hour, minute, second }: ClockTime) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

const utc: Place = { instantOf: asUtc, offsetAt: () => 0 }

/** A zone that the browser knows; old programs prefix its name with a path. */
function placeNamed(name: string): Place | null {
  if (name === 'UTC') return utc
  const plain = /[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.exec(name)?.[0] ?? name
  let shown: Intl.DateTimeFormat
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
    const rest = { minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone: plain } as const
    shown = new Intl.DateTimeFormat('en-US', { ...parts, ...rest })
  } catch {
    return null
  }
  // Cached, because the conversion takes most of the time, and series repeat instants.
  const offsets = new Map<number, number>()
  const offsetAt = (instant: number) => {
    const known = offsets.get(instant)
    if (known !== undefined) return known
    const parts = Object.fromEntries(shown.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const offset = asUtc(parts as ClockTime) - Math.floor(instant / 1000) * 1000
    offsets.set(instant, offset)
    return offset
  }
  return {
    offsetAt,
    instantOf: (time) => {
      const near = asUtc(time)
      // At a clock change, a time may occur twice or never: the offset before the change counts (RFC 5545 3.3.5).
      const before = near - offsetAt(near - dayMs)
      const after = near - offsetAt(near + dayMs)
      const isAfter = offsetAt(before) !== near - before && offsetAt(after) === near - after
      return isAfter ? after : before
    },
  }
}

/** A zone by its Windows name, or by an offset from UTC: "GMT-0500". */
function placeOfProgram(name: string): Place | null {
  const zone = zoneOfWindows(name)
  if (zone !== null) return placeNamed(zone)
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(name.trim()) ?? []
  if (hours === undefined) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  return { instantOf: (time) => asUtc(time) - offset, offsetAt: () => offset }
}

function placeDescribed(zone: ICAL.Timezone | undefined): Place | null {
  if (zone === undefined) return null
  return {
    instantOf: (time) => asUtc(time) - zone.utcOffset(ICAL.Time.fromData({ ...time, isDate: false })) * 1000,
    offsetAt: () => 0,
  }
}
