import { useId } from 'react'
import {
  spreadPoints,
  scaleBar,
  type RoutePoint,
  type SketchSize,
  sketchPoints,
  formatRoute,
  routePointsOf,
} from '#core/domain/tours/route-sketch.ts'
import type { Place } from '#core/domain/travel/driving.ts'
import type { TimedStop } from '#core/domain/tours/timed-stop.ts'
import type { TimelineEntry } from '#core/domain/tours/tour-timeline.ts'
import styles from './tour-route.module.css'
import { formatMinutes } from '#core/format/durations.ts'

const size: SketchSize = { width: 360, height: 240, margin: 34 }
const dotRadius = 13
/** A shorter line has no room for the minutes of its drive. */
const minLengthWithText = 74
const maxBarLength = 90

const none: never[] = []

type RouteSketchProps = {
  entries: readonly TimelineEntry<TimedStop>[]
  leftOut?: readonly { label: string; place: Place }[]
}

/** A sketch of the route, north up, with numbered stops and drive times; drawn from coordinates, without a map. */
export function RouteSketch({ entries, leftOut = none }: RouteSketchProps) {
  const ground = useId()
  const way = routePointsOf(entries)
  const places = [...way, ...leftOut].map(({ place }) => place)
  if (places.length < 2) return null
  const points = spreadPoints(sketchPoints(places, size), 2 * dotRadius + 4, size)
  const bar = scaleBar(places, size, maxBarLength)
  return (
    <svg
      className={styles.sketch}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={formatSketch(way, leftOut)}
    >
      <defs>
        <pattern id={ground} width="24" height="24" patternUnits="userSpaceOnUse">
          <path className={styles.ground} d="M24 0H0V24" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${ground})`} />
      {way.map(({ key, minutes, isRoughDrive }, index) => {
        const [from, to] = [points[index - 1], points[index]]
        if (from === undefined || to === undefined || minutes === null) return null
        const words = minutes > 0 ? formatMinutes(minutes, isRoughDrive) : ''
        return <Drive key={key} from={from} to={to} words={words} dots={points} />
      })}
      {leftOut.map(({ label }, index) => {
        const point = points[way.length + index]
        return point && <Dot key={label} {...point} label={`${label}, left out`} kind="out" dots={points} />
      })}
      {way.map(({ key, order, label, isApproximate }, index) => {
        const point = points[index]
        return (
          point && (
            <Dot
              key={key}
              {...point}
              label={label}
              isApproximate={isApproximate}
              kind={order === null ? 'own' : 'stop'}
              order={order}
              dots={points}
            />
          )
        )
      })}
      {bar !== null && <Scale {...bar} />}
      <North />
    </svg>
  )
}

function Scale({ length, miles }: { length: number; miles: number }) {
  return (
    <g className={styles.scale}>
      <path d={`M12 ${size.height - 16}v5h${length.toFixed(1)}v-5`} />
      <text x={18 + length} y={size.height - 11}>
        {miles} mi
      </text>
    </g>
  )
}

function North() {
  return (
    <g className={styles.scale}>
      <path d={`M${size.width - 16} 30V12m-4 5l4-6 4 6`} />
      <text x={size.width - 16} y="43" textAnchor="middle">
        N
      </text>
    </g>
  )
}

function formatSketch(way: readonly RoutePoint[], leftOut: readonly { label: string }[]): string {
  const out = leftOut.length === 0 ? '' : ` Left out: ${leftOut.map(({ label }) => label).join(', ')}.`
  return `Sketch of the route, north up: ${formatRoute(way)}${out}`
}

type Point = { x: number; y: number }

type DriveProps = { from: Point; to: Point; words: string; dots: readonly Point[] }

function Drive({ from, to, words, dots }: DriveProps) {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const hasRoom = Math.hypot(to.x - from.x, to.y - from.y) >= minLengthWithText && isFree(middle, dots)
  return (
    <>
      <line className={styles.way} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      {hasRoom && words !== '' && (
        <text className={styles.sketchedDrive} {...middle} dy="0.36em">
          {words}
        </text>
      )}
    </>
  )
}

type DotProps = Point & {
  /** `own`: another visit of the agent on that day. `out`: a home left out of the plan. */
  kind: 'stop' | 'own' | 'out'
  label: string
  isApproximate?: boolean | undefined
  order?: number | null
  dots: readonly Point[]
}

/** Whether text at this point covers no dot. */
function isFree(center: Point, dots: readonly Point[]): boolean {
  return dots.every(({ x, y }) => Math.abs(x - center.x) > dotRadius + 13 || Math.abs(y - center.y) > dotRadius + 5)
}

function Dot({ x, y, kind, label, isApproximate = false, order = null, dots }: DotProps) {
  const houseNumber = /^\d\S*/.exec(label)?.[0]
  const below = { x, y: y + 2.1 * dotRadius }
  const above = { x, y: y - 1.5 * dotRadius }
  const beside = [2.2 * dotRadius, -2.2 * dotRadius].map((by) => ({ x: x + by, y: y + 4 }))
  // The side away from the middle of the sketch is tried first. If no side has room, only the tooltip shows the house number.
  const free = [...(y > size.height / 2 ? [below, above] : [above, below]), ...beside].find((side) =>
    isFree(side, dots),
  )
  return (
    <g data-kind={kind} data-approximate={isApproximate || undefined} className={styles.dot}>
      <title>{isApproximate ? `${label}, approximate location` : label}</title>
      <circle cx={x} cy={y} r={kind === 'stop' ? dotRadius : dotRadius - 5} />
      {order !== null && (
        <text className={styles.sketchedOrder} x={x} y={y} dy="0.36em">
          {order}
        </text>
      )}
      {houseNumber !== undefined && free !== undefined && (
        <text className={styles.number} {...free}>
          {houseNumber}
        </text>
      )}
    </g>
  )
}
