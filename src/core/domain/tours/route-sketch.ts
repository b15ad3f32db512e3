import { metersPerMile, type Place, placeAfter } from '#core/domain/travel/driving.ts'
import { isApproximate } from '#core/domain/travel/place-of-home.ts'
import { placeOfStop, stopKey, type TimedStop } from './timed-stop.ts'
import type { TimelineEntry } from './tour-timeline.ts'
import { formatMinutes } from '#core/format/durations.ts'

type SketchPoint = { x: number; y: number }

/** A point on the route of a tour: a numbered stop, or an own visit. */
export type RoutePoint = {
  key: string
  place: Place
  /** Null for an own visit. */
  order: number | null
  label: string
  /** Minutes of the drive to this point: 0 at the same house or if unknown, null for the first point and the end of another tour. */
  minutes: number | null
  /** True if that drive begins or ends at an approximate location. */
  isRoughDrive?: boolean | undefined
  isApproximate?: boolean | undefined
}

/** Returns the points of a tour whose location is known, each with the drive that leads to it. */
export function routePointsOf(entries: readonly TimelineEntry<TimedStop>[]): RoutePoint[] {
  const way: RoutePoint[] = []
  let drive = driveOfNoMinutes
  for (const entry of entries) {
    if (entry.kind === 'drive') drive = entry
    if (entry.kind !== 'stop' && entry.kind !== 'own') continue
    const place = entry.kind === 'stop' ? placeOfStop(entry.stop) : entry.visit.place
    if (place === null) continue
    const what =
      entry.kind === 'stop'
        ? { key: stopKey(entry.stop), order: entry.stop.order, label: entry.stop.listing_address }
        : { key: entry.visit.key, order: null, label: entry.visit.title }
    const { minutes, isApproximate: isRoughDrive } = drive
    const marks = { isRoughDrive, isApproximate: isApproximate(place) || undefined }
    way.push({ place, ...what, minutes: way.length === 0 ? null : minutes, ...marks })
    drive = driveOfNoMinutes
    const end = entry.kind === 'own' ? placeAfter(entry.visit) : place
    // Another visit may itself be a tour, which ends elsewhere. Its end is a second point, without a drive between the two.
    if (end !== null && end !== place) way.push({ ...what, key: `${what.key} end`, place: end, minutes: null })
  }
  return way
}

const driveOfNoMinutes: { minutes: number; isApproximate?: boolean | undefined } = { minutes: 0 }

/** "1, 9 Elm St. 7 min to 2, 21 Oak Way. 4 min to Showing at 305 Pine Rd." */
export function formatRoute(way: readonly RoutePoint[]): string {
  return way
    .filter(({ minutes }, index) => index === 0 || minutes !== null)
    .map(({ order, label, minutes, ...halt }) => {
      const where = `${order === null ? label : `${order}, ${label}`}${halt.isApproximate ? ', approximate location' : ''}`
      return `${minutes === null || minutes === 0 ? '' : `${formatMinutes(minutes, halt.isRoughDrive)} to `}${where}.`
    })
    .join(' ')
}

export type SketchSize = { width: number; height: number; margin: number }

/** Projects places onto a sketch: north is up, distances are to scale, and `margin` stays free at the edges. */
export function sketchPoints(places: readonly Place[], size: SketchSize): SketchPoint[] {
  const scale = pixelsPerDegree(places, size)
  return flattened(places).map(({ east, north }) => ({
    x: size.width / 2 + east * scale,
    y: size.height / 2 - north * scale,
  }))
}

/** Moves points apart that are closer than `minDistance`, so that none hides another; they stay inside the margin. */
export function spreadPoints(
  points: readonly SketchPoint[],
  minDistance: number,
  { width, height, margin }: SketchSize,
): SketchPoint[] {
  const moved = points.map(({ x, y }) => ({ x, y }))
  for (let round = 0; round < spreadRounds; round += 1) {
    for (const [index, one] of moved.entries())
      for (const other of moved.slice(index + 1)) pushApart(one, other, minDistance)
    for (const point of moved) {
      point.x = Math.min(Math.max(point.x, margin), width - margin)
      point.y = Math.min(Math.max(point.y, margin), height - margin)
    }
  }
  return moved
}

/** Enough for a dozen homes on one street. */
const spreadRounds = 40

function pushApart(one: SketchPoint, other: SketchPoint, minDistance: number): void {
  const [x, y] = [other.x - one.x, other.y - one.y]
  const distance = Math.hypot(x, y)
  if (distance >= minDistance) return
  const push = (minDistance - distance) / 2
  const [east, south] = distance === 0 ? [push, 0] : [(x / distance) * push, (y / distance) * push]
  one.x -= east
  one.y -= south
  other.x += east
  other.y += south
}

/** Returns the longest round distance that is drawn at most `maxLength` long; null if all are drawn longer, or all places are the same. */
export function scaleBar(
  places: readonly Place[],
  size: SketchSize,
  maxLength: number,
): { miles: number; length: number } | null {
  const perMile = (pixelsPerDegree(places, size) / metersPerDegree) * metersPerMile
  const miles = barMiles.findLast((length) => length * perMile <= maxLength)
  return perMile === 0 || miles === undefined ? null : { miles, length: miles * perMile }
}

const metersPerDegree = 111_195
const barMiles = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50]

/** Sketch units per degree of latitude; 0 if all places are the same. */
function pixelsPerDegree(places: readonly Place[], { width, height, margin }: SketchSize): number {
  const flat = flattened(places)
  const widest = Math.max(0, ...flat.map(({ east }) => Math.abs(east)))
  const tallest = Math.max(0, ...flat.map(({ north }) => Math.abs(north)))
  const scale = Math.min((width / 2 - margin) / widest, (height / 2 - margin) / tallest)
  return Number.isFinite(scale) ? scale : 0
}

/** Offsets from the middle, both in degrees of latitude, because a degree of longitude is shorter away from the equator. */
function flattened(places: readonly Place[]): { east: number; north: number }[] {
  const middle = middleOf(places)
  const stretch = Math.cos((middle.latitude * Math.PI) / 180)
  return places.map(({ latitude, longitude }) => ({
    east: (longitude - middle.longitude) * stretch,
    north: latitude - middle.latitude,
  }))
}

function middleOf(places: readonly Place[]): Place {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  }
}
