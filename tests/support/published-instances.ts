import { readFileSync } from 'node:fs'
import path from 'node:path'
import { testDataFolder } from './test-data.ts'

export type PublishedTsptw = {
  set: string
  name: string
  travel: number[][]
  windows: [number, number][]
  /** The least travel cost that is known. */
  best: number
}

/** The instances of travelling salesmen with time windows in these collections (López-Ibáñez & Blum), all by default. */
export function publishedTsptw(sets?: readonly string[]): PublishedTsptw[] {
  return rowsOf('tours/tsptw/INDEX.tsv')
    .filter(({ set }) => sets === undefined || sets.includes(set ?? ''))
    .map(({ set = '', instance = '', best_travel_cost }) => {
      const text = readData(`tours/tsptw/${set}/${instance}`)
      const numbers = text
        .split('\n')
        .map((line) => line.replace(/#.*/, ''))
        .join(' ')
        .trim()
        .split(/\s+/)
        .map(Number)
      const size = numbers.shift() ?? 0
      const travel = Array.from({ length: size }, () => numbers.splice(0, size))
      const windows = Array.from({ length: size }, (): [number, number] => [numbers.shift() ?? 0, numbers.shift() ?? 0])
      return { set, name: instance, travel, windows, best: Number(best_travel_cost) }
    })
}

export type PublishedTsp = { name: string; travel: number[][]; optimum: number }

/** The instances of TSPLIB (Reinelt), with the distances that its documentation prescribes. */
export function publishedTsp(): PublishedTsp[] {
  return rowsOf('tours/tsplib/INDEX.tsv').map(({ instance = '', optimum }) => {
    const text = readData(`tours/tsplib/${instance}.tsp`)
    const field = (name: string) => new RegExp(`^${name}\\s*:\\s*(\\S+)`, 'm').exec(text)?.[1] ?? ''
    const section = (name: string) => (new RegExp(`^${name}\\s*$([^A-Z]*)`, 'm').exec(text)?.[1] ?? '').trim()
    const size = Number(field('DIMENSION'))
    const type = field('EDGE_WEIGHT_TYPE')
    const numbers = section(type === 'EXPLICIT' ? 'EDGE_WEIGHT_SECTION' : 'NODE_COORD_SECTION')
      .split(/\s+/)
      .map(Number)
    const travel =
      type === 'EXPLICIT' ? lowerTriangle(numbers, size) : distances(numbers, type === 'GEO' ? onEarth : inThePlane)
    return { name: instance, travel, optimum: Number(optimum) }
  })
}

/** What a tour costs, counted from the published matrix; null when it is late or misses a place. */
export function tourCost(
  travel: readonly (readonly number[])[],
  tour: readonly number[],
  windows?: readonly (readonly [number, number])[],
): number | null {
  if (tour[0] !== 0 || new Set(tour).size !== travel.length || tour.length !== travel.length) return null
  let cost = 0
  let now = windows?.[0]?.[0] ?? 0
  for (const [step, from] of tour.entries()) {
    const to = tour[step + 1] ?? 0
    const arc = travel[from]?.[to] ?? Infinity
    cost += arc
    const [open, close] = windows?.[to] ?? [0, Infinity]
    now = to === 0 ? now + arc : Math.max(now + arc, open)
    // Some collections write rounded decimals.
    if (now > close + 0.01) return null
  }
  return cost
}

function readData(file: string): string {
  return readFileSync(path.join(testDataFolder, file), 'utf8')
}

function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readData(file).trim().split(/\r?\n/)
  const names = head.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((value, column) => [names[column] ?? '', value])))
}

function lowerTriangle(numbers: readonly number[], size: number): number[][] {
  const travel = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  let next = 0
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const value = numbers[next++] ?? 0
      travel[row]![column] = value
      travel[column]![row] = value
    }
  }
  return travel
}

type Point = [x: number, y: number]

function distances(numbers: readonly number[], between: (one: Point, other: Point) => number): number[][] {
  const points: Point[] = []
  for (let next = 0; next + 2 < numbers.length; next += 3) points.push([numbers[next + 1] ?? 0, numbers[next + 2] ?? 0])
  return points.map((one, row) => points.map((other, column) => (row === column ? 0 : between(one, other))))
}

function inThePlane([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.round(Math.hypot(x - otherX, y - otherY))
}

/** TSPLIB's own earth: degrees and minutes, a rounded pi, whole kilometres cut off. */
function onEarth(one: Point, other: Point): number {
  const radians = (value: number) => {
    const degrees = Math.trunc(value)
    // oxlint-disable-next-line oxc/approx-constant -- TSPLIB prescribes this value
    return (3.141592 * (degrees + (5 * (value - degrees)) / 3)) / 180
  }
  const [latitude, longitude] = [radians(one[0]), radians(one[1])]
  const [otherLatitude, otherLongitude] = [radians(other[0]), radians(other[1])]
  const q1 = Math.cos(longitude - otherLongitude)
  const q2 = Math.cos(latitude - otherLatitude)
  const q3 = Math.cos(latitude + otherLatitude)
  return Math.trunc(6378.388 * Math.acos(0.5 * ((1 + q1) * q2 - (1 - q1) * q3)) + 1)
}
