import { type KeyboardEvent, type PointerEvent, useId, useRef, useState, useEffect } from 'react'
import type { Place } from '#core/domain/travel/driving.ts'
import { distanceMeters, metersFrom, movePlace, formatPlaceBeside } from '#core/domain/travel/map-pin.ts'
import { drawIcon, PlusIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import styles from './location-sheet.module.css'
import { useDevice } from '#storage/device/device-context.tsx'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { readInSteps } from '#storage/reading/read-in-steps.ts'
import type { PropertyRow } from '#storage/database/rows.ts'
import { exactPlace, isApproximate, placeOfHome } from '#core/domain/travel/place-of-home.ts'
import { factsOf, type Home } from './home.ts'

type KnownHome = { label: string; place: Place }

/** `start`: where the pin begins, described by `startWords`; null if no place is known. `homes`: the known homes around it, nearest first. */
export type Surroundings = { start: Place | null; startWords: string; homes: readonly KnownHome[] }

/** Returns the surroundings of a home; undefined until they are read. */
export function useSurroundings(home: Home): Surroundings | undefined {
  const { database } = useDevice()
  const [surroundings, setSurroundings] = useState<Surroundings>()
  const key = home.property?.key ?? home.listing?.key
  useEffect(() => {
    let isWanted = true
    void readSurroundings(database, home, () => isWanted).then((read) => isWanted && setSurroundings(read))
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read once for a home: its own pin does not change what is around it
  }, [database, key])
  return surroundings
}

const maxHomes = 12

async function readSurroundings(database: DeviceDatabase, home: Home, isWanted: () => boolean): Promise<Surroundings> {
  const facts = factsOf(home)
  const known: (KnownHome & { key: string })[] = []
  await readInSteps(database.properties, isWanted, (row) => {
    const place = exactPlace(row)
    if (place !== null) known.push({ key: row.key, label: row.address, place })
  })
  const others = known.filter(({ key, label }) => key !== home.property?.key && label !== facts.address)
  const { start, startWords } = await startOf(database, facts)
  const homes = start === null ? [] : nearest(others, start)
  return { start, startWords, homes }
}

async function startOf(
  database: DeviceDatabase,
  facts: Partial<PropertyRow>,
): Promise<Pick<Surroundings, 'start' | 'startWords'>> {
  const start = placeOfHome(facts, await placeFinder(database, [facts]))
  const startWords = isApproximate(start) ? 'the middle of its ZIP code or city' : 'its location so far'
  return { start, startWords }
}

function nearest(homes: readonly KnownHome[], to: Place): KnownHome[] {
  return homes
    .map(({ label, place }) => ({ label, place, meters: distanceMeters(to, place) }))
    .sort((one, other) => one.meters - other.meters)
    .slice(0, maxHomes)
}

type PinSketchProps = {
  place: Place
  /** True until the agent has chosen a place. */
  isGuess: boolean
  /** For orientation, nearest first. */
  homes: readonly KnownHome[]
  onMove: (place: Place) => void
}

const MinusIcon = /* @__PURE__ */ drawIcon('M5 12h14')

const [width, height] = [360, 240]
/** The view follows a pin that is closer to the edge than this. */
const edgePixels = 28
/** In meters per pixel. */
const scales = [1, 2, 4, 8, 16, 32, 64]

/** A pin that the agent drags or moves with arrow keys, among known homes. North is up, and there is no map. */
export function PinSketch({ place, isGuess, homes, onMove }: PinSketchProps) {
  const help = useId()
  const area = useRef<HTMLDivElement>(null)
  const [moveText, setMoveText] = useState('')
  const [metersPerPixel, setMetersPerPixel] = useState(() => scaleFor(place, homes))
  const [center, setCenter] = useState(place)
  const [isDragging, setIsDragging] = useState(false)
  const at = (where: Place) => pointOf(where, center, metersPerPixel)
  const pin = at(place)
  if (!isDragging && isNearEdge(pin)) setCenter(place)

  function move(next: Place, words: string): void {
    onMove(next)
    setMoveText(`${words} Now ${positionText(next, homes)}.`)
  }

  function pressKey(event: KeyboardEvent): void {
    const direction = directions[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const meters = event.shiftKey ? 100 : 10
    const next = movePlace(place, { east: direction.east * meters, north: direction.north * meters })
    move(next, `Moved ${meters} meters ${direction.name}.`)
  }

  function drag({ clientX, clientY }: PointerEvent): void {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return
    const x = Math.min(Math.max(clientX - box.left, 0), box.width) * (width / box.width)
    const y = Math.min(Math.max(clientY - box.top, 0), box.height) * (height / box.height)
    onMove(movePlace(center, { east: (x - width / 2) * metersPerPixel, north: (height / 2 - y) * metersPerPixel }))
  }

  function zoom(by: 1 | -1): void {
    setMetersPerPixel((scale) => scales[scales.indexOf(scale) + by] ?? scale)
    setCenter(place)
  }

  return (
    <div className={styles.sketch}>
      <div ref={area} className={styles.area}>
        <Ground metersPerPixel={metersPerPixel} dots={homes.map(({ label, place: of }) => ({ label, ...at(of) }))} />
        <Pin
          help={help}
          isGuess={isGuess}
          point={pin}
          onKeyDown={pressKey}
          onDrag={drag}
          onHold={() => setIsDragging(true)}
          onDrop={() => {
            setIsDragging(false)
            setMoveText(`Now ${positionText(place, homes)}.`)
          }}
        />
      </div>
      <Tools help={help} onZoom={zoom} />
      <p role="status" className={styles.moved}>
        {moveText}
      </p>
    </div>
  )
}

function Tools({ help, onZoom }: { help: string; onZoom: (by: 1 | -1) => void }) {
  return (
    <div className={styles.tools}>
      <p id={help}>Drag the pin, or move it with arrow keys: 10 meters, with Shift 100.</p>
      <IconButton label="Zoom in" onClick={() => onZoom(-1)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => onZoom(1)}>
        <MinusIcon />
      </IconButton>
    </div>
  )
}

type PinProps = {
  help: string
  isGuess: boolean
  point: Point
  onKeyDown: (event: KeyboardEvent) => void
  onHold: () => void
  onDrag: (event: PointerEvent) => void
  onDrop: () => void
}

function Pin({ help, isGuess, point, onKeyDown, onHold, onDrag, onDrop }: PinProps) {
  return (
    <button
      type="button"
      className={styles.pin}
      data-guess={isGuess || undefined}
      style={{ insetInlineStart: `${(point.x / width) * 100}%`, insetBlockStart: `${(point.y / height) * 100}%` }}
      aria-label="Pin of this home"
      aria-describedby={help}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        onHold()
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && onDrag(event)}
      onLostPointerCapture={onDrop}
      // Otherwise dragging the pin down would also drag the sheet.
      onTouchStart={(event) => event.stopPropagation()}
    >
      <svg viewBox="0 0 24 30" aria-hidden>
        <path d="M12 1a10 10 0 0 0-10 10c0 7.5 10 18 10 18s10-10.5 10-18A10 10 0 0 0 12 1z" />
        <circle cx="12" cy="11" r="3.5" />
      </svg>
    </button>
  )
}

const directions: Readonly<Record<string, { name: string; east: number; north: number }>> = {
  ArrowUp: { name: 'north', east: 0, north: 1 },
  ArrowDown: { name: 'south', east: 0, north: -1 },
  ArrowLeft: { name: 'west', east: -1, north: 0 },
  ArrowRight: { name: 'east', east: 1, north: 0 },
}

type Point = { x: number; y: number }

function pointOf(place: Place, center: Place, metersPerPixel: number): Point {
  const { east, north } = metersFrom(center, place)
  return { x: width / 2 + east / metersPerPixel, y: height / 2 - north / metersPerPixel }
}

function isNearEdge({ x, y }: Point): boolean {
  return x < edgePixels || x > width - edgePixels || y < edgePixels || y > height - edgePixels
}

/** Returns the scale that shows the three nearest homes, but at most about 1.5 km around the pin. */
function scaleFor(place: Place, homes: readonly KnownHome[]): number {
  const third = homes[Math.min(2, homes.length - 1)]
  const needed = third === undefined ? 4 : distanceMeters(place, third.place) / (height / 2 - edgePixels)
  return scales.find((scale) => scale >= Math.min(needed, 16)) ?? 16
}

function positionText(place: Place, homes: readonly KnownHome[]): string {
  const [nearest] = homes.toSorted(
    (one, other) => distanceMeters(place, one.place) - distanceMeters(place, other.place),
  )
  return nearest === undefined
    ? `at ${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
    : formatPlaceBeside(place, nearest)
}

type GroundProps = { metersPerPixel: number; dots: readonly (Point & { label: string })[] }

function Ground({ metersPerPixel, dots }: GroundProps) {
  const pattern = useId()
  const barMeters = 50 * metersPerPixel
  return (
    <svg className={styles.ground} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <defs>
        <pattern id={pattern} width="24" height="24" patternUnits="userSpaceOnUse">
          <path className={styles.grid} d="M24 0H0V24" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
      {dots
        .filter(({ x, y }) => x > 0 && x < width && y > 0 && y < height)
        .map(({ x, y, label }) => (
          <g key={`${label} ${x}`} className={styles.home}>
            <circle cx={x} cy={y} r="5" />
            <text x={x} y={y - 9}>
              {label}
            </text>
          </g>
        ))}
      <g className={styles.scale}>
        <path d={`M12 ${height - 16}v5h50v-5`} />
        <text x="68" y={height - 11}>
          {barMeters >= 1000 ? `${(barMeters / 1000).toFixed(1)} km` : `${barMeters} m`}
        </text>
        <path d={`M${width - 16} 30V12m-4 5l4-6 4 6`} />
        <text x={width - 20} y="43">
          N
        </text>
      </g>
    </svg>
  )
}
