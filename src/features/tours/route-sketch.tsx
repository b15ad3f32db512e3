import { sketchPoints } from '#core/domain/route-sketch.ts'
import { inOrder, stopName, type TimedStop } from '#core/domain/timed-stop.ts'
import styles from './route-sketch.module.css'

const size = { width: 360, height: 240, margin: 28 }

/** Where the stops lie to each other, north up, with their numbers; drawn from coordinates, without any map. */
export function RouteSketch({ stops }: { stops: readonly TimedStop[] }) {
  const placed = inOrder(stops).flatMap((stop) =>
    typeof stop.latitude === 'number' && typeof stop.longitude === 'number'
      ? [{ stop, latitude: stop.latitude, longitude: stop.longitude }]
      : [],
  )
  if (placed.length < 2) return null
  const points = sketchPoints(placed, size)
  return (
    <svg
      className={styles.sketch}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`Sketch of the route, north up: ${placed.length} stops in their order.`}
    >
      <polyline className={styles.way} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y }, index) => {
        const { stop } = placed[index] ?? {}
        return (
          stop !== undefined && (
            <g key={stopName(stop)} aria-hidden>
              <circle className={styles.door} cx={x} cy={y} r="13" />
              <text className={styles.order} x={x} y={y} dy="0.36em">
                {stop.order}
              </text>
            </g>
          )
        )
      })}
    </svg>
  )
}
