import { default as ICAL } from 'ical.js'
import { calendarComponent } from './calendar-component.ts'
import { blocksIn, type ContentLine } from './read-content-lines.ts'
import { zoneOfWindows } from './windows-zones.ts'

/** A wall-clock time, without its zone. */
export type ClockTime = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/** A name from the file, `UTC`, or null for the agent's own zone. */
type ZoneName = string | null

export type Clock = {
  /** Returns epoch milliseconds. */
  instantOf: (time: ClockTime, zone?: ZoneName) => number
  /** Returns the agent's wall-clock time, `2026-11-21` and `14:30:00`. */
  at: (instant: number) => { date: string; time: string }
  /** Names of unknown zones. A time in such a zone is read in the agent's zone. */
  unknown: ReadonlySet<string>
}

export function zonesIn(lines: readonly ContentLine[]): ReadonlyMap<string, ICAL.Timezone> {
  const zones = new Map<string, ICAL.Timezone>()
  for (const block of blocksIn(lines, 'VTIMEZONE')) {
    try {
      const zone = new ICAL.Timezone(calendarComponent(block, true))
      zones.set(zone.tzid, zone)
    } catch {
      // Times in this zone are then read in the browser's zone of this name, else in the agent's zone.
    }
  }
  return zones
}

/** Returns a clock that converts a calendar's times to the agent's zone `own`. `described` are the zones that the file defines. */
export function clockOf(own: string, described: ReadonlyMap<string, ICAL.Timezone>): Clock {
  const unknown = new Set<string>()
  const found = new Map<string, Zone | null>()
  const zoneOf = (name: string) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const zone = zoneNamed(name) ?? zoneDescribed(described.get(name)) ?? zoneOfProgram(name)
    if (zone === null) unknown.add(name)
    found.set(name, zone)
    return zone
  }
  const ownZone = zoneOf(own) ?? utc
  return {
    unknown,
    instantOf: (time, zone = null) => (zone === null ? ownZone : (zoneOf(zone) ?? ownZone)).instantOf(time),
    at: (instant) => {
      const shown = new Date(instant + ownZone.offsetAt(instant)).toISOString()
      return { date: shown.slice(0, 10), time: shown.slice(11, 19) }
    },
  }
}

type Zone = { instantOf: (time: ClockTime) => number; offsetAt: (instant: number) => number }

const dayMs = 86_400_000

const asUtc = ({ year, month, day, hour, minute, second }: ClockTime) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

const utc: Zone = { instantOf: asUtc, offsetAt: () => 0 }

/** Returns a zone that the browser has, otherwise null. Old programs write a path before the name. */
function zoneNamed(name: string): Zone | null {
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

/** Returns a zone by its Windows name, or by an offset from UTC: "GMT-0500". */
function zoneOfProgram(name: string): Zone | null {
  const zone = zoneOfWindows(name)
  if (zone !== null) return zoneNamed(zone)
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?$/i.exec(name.trim()) ?? []
  if (hours === undefined) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  return { instantOf: (time) => asUtc(time) - offset, offsetAt: () => offset }
}

function zoneDescribed(zone: ICAL.Timezone | undefined): Zone | null {
  if (zone === undefined) return null
  return {
    instantOf: (time) => asUtc(time) - zone.utcOffset(ICAL.Time.fromData({ ...time, isDate: false })) * 1000,
    // Not used: only the agent's own zone converts instants to wall-clock times.
    offsetAt: () => 0,
  }
}
