// Cuts the test files into parcels. A parcel is files of one project that take about `parcelMs` together: one process per file
// would spend more time starting than testing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const parcelMs = 120_000

/** Where each project's files are, and the time per line of files that no run has measured yet. */
const projects = {
  rules: { folder: 'tests/rules', ending: '.test.ts', msPerLine: 3 },
  sync: { folder: 'tests/sync', ending: '.test.ts', msPerLine: 6 },
  server: { folder: 'tests/server', ending: '.test.ts', msPerLine: 10 },
  screens: { folder: 'tests/screens', ending: '.test.tsx', msPerLine: 12 },
  journeys: { folder: 'tests/journeys', ending: '.journey.ts', msPerLine: 180 },
  engines: { folder: 'tests/engines', ending: '.test.ts', msPerLine: 9000 },
}

/** `{ project, files, isWhole, estimateMs }`, longest first. `isWhole` adds `.long.test` files and journeys without `@gate`. */
export function parcelsOf({ isWhole, lacksEngine, only = Object.keys(projects) }) {
  const timesMs = readTimes()
  const parcels = only.flatMap((project) => {
    const { folder, ending, msPerLine } = projects[project]
    const files = filesIn(folder, ending)
      .concat(project === 'rules' ? filesIn('tests', '.test.ts', false) : [])
      .filter((file) => project !== 'engines' || !lacksEngine(engineOf(file)))
      .filter((file) => isWhole || isAtGate(project, file))
      .map((file) => ({ file, ms: timesMs[file] ?? textOf(file).split('\n').length * msPerLine }))
    return packed(files).map(({ files: names, ms }) => ({ project, files: names, isWhole, estimateMs: ms }))
  })
  return parcels.sort((one, other) => other.estimateMs - one.estimateMs)
}

const isAtGate = (project, file) =>
  project === 'journeys' ? textOf(file).includes("'@gate'") : !file.includes('.long.test.')

const engineOf = (file) => /-in-(\w+)\./.exec(file)?.[1] ?? ''

/** Longest first, each into the parcel with the least time. */
function packed(files) {
  const total = files.reduce((sum, { ms }) => sum + ms, 0)
  const parcels = Array.from({ length: Math.max(1, Math.round(total / parcelMs)) }, () => ({ files: [], ms: 0 }))
  for (const { file, ms } of files.toSorted((one, other) => other.ms - one.ms)) {
    const least = parcels.reduce((best, parcel) => (parcel.ms < best.ms ? parcel : best))
    least.files.push(file)
    least.ms += ms
  }
  return parcels.filter((parcel) => parcel.files.length > 0)
}

function filesIn(folder, ending, isDeep = true) {
  return readdirSync(folder, { recursive: isDeep, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))
    .sort()
}

const textOf = (file) => readFileSync(file, 'utf8')

const timesFile = path.join('node_modules', '.cache', 'test-times.json')

function readTimes() {
  try {
    return JSON.parse(textOf(timesFile))
  } catch {
    return {}
  }
}

/** Stores how long each file took, to order the next run. */
export function rememberTimes(results) {
  const timesMs = readTimes()
  for (const { file, ms } of results) timesMs[file] = Math.round(ms)
  mkdirSync(path.dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, JSON.stringify(timesMs, null, 1))
}
