// `npm test`, the gate, and `npm run test:all`, everything. Checks and build run first and end the run if they fail; then all
// test files run from one queue, one more at a time than there are cores. The last line is `N passed, N failed, N skipped`.
//   --all            every journey, the week in each engine, and the nightly tests (tests/README.md)
//   --shuffle SEED   files and tests in another order
//   --only PROJECT   rules, sync, server, screens, journeys or engines
// Node built-ins only: a fresh clone has no packages yet.
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parcelsOf, rememberTimes } from './gate/parcels.mjs'
import { runProcess } from './gate/processes.mjs'
import { findPrograms, installPackages } from './gate/programs.mjs'
import { commandOf, readReport } from './gate/runners.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const { values: options } = parseArgs({
  options: { all: { type: 'boolean' }, shuffle: { type: 'string' }, only: { type: 'string', multiple: true } },
})
const isWhole = options.all ?? false
const seed = options.shuffle ?? null
/** More files than this do not fail by chance, so they are not run again. */
const maxReruns = 5
const limitMs = isWhole ? 3_600_000 : 600_000
/** Marks a flaky parcel whose runner failed without a failed test. */
const runnerItself = '› (the runner)'

installPackages()
const { chromium, headlessShell, postgres, engines } = findPrograms()
const data = process.env.TEST_DATA ?? path.resolve('../shared/data')
const hasData = existsSync(path.join(data, 'sacramento.csv'))
const environment = {
  ...process.env,
  CHROMIUM: chromium,
  HEADLESS_SHELL: headlessShell ?? '',
  POSTGRES_BIN: postgres ?? '',
}
const reports = path.join('node_modules', '.cache', 'test-reports')
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
/** Printed before the last line: failures with their first lines, flaky tests, reasons for skips. */
const notes = []
const startedAt = Date.now()
// One more than there are cores: a journey waits for a sixth of its time.
const workers = Array.from({ length: availableParallelism() + 1 }, (_, worker) => worker)

console.log(`Chromium: ${[chromium, headlessShell].filter(Boolean).join(', ')}`)
console.log(`PostgreSQL: ${postgres ?? 'not installed'}`)
console.log(`Real data: ${hasData ? data : 'not here'}`)
for (const [engine, lack] of Object.entries(engines)) {
  if (lack === null) continue
  // In continuous integration, nothing else would report it.
  if (process.env.CI) fail(`Not run in ${engine}: install the package ${lack}`)
  else skip(1, `the package ${lack} is not installed (${engine})`)
}

await runChecks()
if (total.failed === 0) {
  const unsure = await runQueue(queueOf())
  await runAgain(unsure)
  if (isWhole) for (const [title, command] of nightly()) await check(title, command)
}
for (const note of notes) console.log(`\n${note}`)
console.log(`\nAll tests took ${Math.round((Date.now() - startedAt) / 1000)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** Build beside format, lint and types: the first minute says whether the rest is worth running. */
async function runChecks() {
  const cheap = async () => {
    for (const name of ['format:check', 'titles', 'lint', 'types']) {
      if (total.failed === 0) await check(name, ['npm', 'run', '--silent', name])
    }
  }
  await Promise.all([check('build', ['npm', 'run', '--silent', 'build']), cheap()])
}

async function check(title, command) {
  const { status, output } = await runProcess(command, { environment, limitMs })
  tell(title, output)
  if (status === 0) total.passed += 1
  else fail(`Failed: ${title}`)
}

function queueOf() {
  const lacksEngine = (engine) => engines[engine] !== null
  const parcels = parcelsOf({ isWhole, lacksEngine, only: options.only })
  if (!isWhole) return seed === null ? parcels : shuffled(parcels, Number(seed))
  const here = Object.keys(engines).filter((engine) => engines[engine] === null)
  const walk = { project: 'engines-long', files: ['tests/engines/walk.long.ts'], isWhole, estimateMs: 0 }
  return [...parcels, ...here.map((engine) => Object.assign({ environment: { ENGINES: engine } }, walk))]
}

/** Returns what to run again: a file with its failed tests, or a whole parcel with null when its runner failed. */
async function runQueue(queue) {
  const again = []
  // The first one bundles the packages of the page for all others; two at once would disturb each other.
  let isBundled = false
  let isBundling = false
  const next = () => {
    const index = queue.findIndex(({ project }) => project !== 'screens' || isBundled || !isBundling)
    return index < 0 ? queue.shift() : queue.splice(index, 1)[0]
  }
  const work = async (worker) => {
    for (let parcel = next(); parcel !== undefined; parcel = next()) {
      isBundling ||= parcel.project === 'screens'
      again.push(...(await runParcel(parcel, worker)))
      isBundled ||= parcel.project === 'screens'
    }
  }
  await Promise.all(workers.map(work))
  return again
}

async function runParcel(parcel, worker) {
  const results = await resultsOf(parcel, worker)
  if (results === null) return [{ parcel, failed: null }]
  rememberTimes(results)
  for (const { passed, skipped } of results) {
    total.passed += passed
    for (const title of skipped) skip(1, reasonToSkip(title))
  }
  const unsure = results.filter(({ failed }) => failed.length > 0)
  return unsure.map(({ file, failed }) => ({ parcel: { ...parcel, files: [file] }, failed }))
}

/** Results by file; null if the runner failed without a failed test. */
async function resultsOf(parcel, worker) {
  const report = path.resolve(reports, `${worker}.json`)
  rmSync(report, { force: true })
  const { command, environment: own } = commandOf(parcel, { report, seed })
  const { status, output } = await runProcess(command, {
    environment: { ...environment, ...own, ...parcel.environment },
    limitMs,
  })
  tell(`${parcel.project}: ${parcel.files.map((file) => path.basename(file)).join(' ')}`, output)
  const results = readReport(report, parcel)
  if (results === null || results.length === 0) return null
  const hasFailed = results.some(({ failed }) => failed.length > 0)
  return status !== 0 && !hasFailed ? null : results
}

/** Runs what failed once more, alone. A test that passes then is flaky: one flaky test passes, two fail the run. */
async function runAgain(unsure) {
  const flaky = []
  for (const { parcel, failed } of unsure) {
    const results = unsure.length <= maxReruns ? await resultsOf(parcel, 'again') : null
    if (failed === null) flaky.push(...countWhole(parcel, results))
    else flaky.push(...countAgain(parcel.files[0], failed, results ?? [{ failed }]))
  }
  if (flaky.length === 0) return
  notes.push(flaky.map((test) => `flaky: ${test}`).join('\n'))
  const log = path.join(reports, 'flaky.log')
  appendFileSync(log, flaky.map((test) => `${new Date().toISOString()} ${test}\n`).join(''))
  if (flaky.length > 1) total.failed += flaky.length
  else if (!flaky[0].endsWith(runnerItself)) total.passed += 1
}

/** Counts a parcel that gave no results the first time; returns what is flaky. */
function countWhole({ project, files }, results) {
  const name = `${project}: ${files.map((file) => path.basename(file)).join(' ')}`
  if (results === null) {
    fail(`Failed: ${name}\n  Its runner ended without results, or with an error outside of its tests: see above.`)
    return []
  }
  for (const { file, passed, failed, skipped } of results) {
    total.passed += passed
    for (const { title, reason } of failed) fail(firstLines(`${file} › ${title}`, reason))
    for (const title of skipped) skip(1, reasonToSkip(title))
  }
  return [`${name} ${runnerItself}`]
}

/** Counts the failed tests of a file by its second run; returns what is flaky. */
function countAgain(file, failed, results) {
  const failedAgain = new Set(results.flatMap((one) => one.failed.map(({ title }) => title)))
  for (const { title, reason } of failed) if (failedAgain.has(title)) fail(firstLines(`${file} › ${title}`, reason))
  return failed.filter(({ title }) => !failedAgain.has(title)).map(({ title }) => `${file} › ${title}`)
}

function nightly() {
  const first = (Math.floor(Date.now() / 86_400_000) % 1000) * 1000
  const long = [process.execPath, 'tests/long.mjs']
  const range = ['--from', String(first), '--to', String(first + 1000)]
  return [
    ['properties, crash points and databases', [...long, 'properties', 'crashes', 'databases']],
    [`histories from ${first}`, [...long, ...range, '--state', path.join(reports, 'histories.json')]],
    ['changes by Stryker', [process.execPath, 'tests/stryker.mjs']],
  ]
}

function fail(note) {
  total.failed += 1
  notes.push(note)
}

function skip(count, reason) {
  total.skipped += count
  const note = `Skipped, because ${reason}`
  if (!notes.includes(note)) notes.push(note)
}

/** Tests skip only without PostgreSQL, which their titles name, or without the real data. */
function reasonToSkip(title) {
  if (postgres === null && /postgres|processes on one database/.test(title)) return 'PostgreSQL is not installed'
  return hasData ? `its own condition does not hold: ${title}` : `the real data is not in ${data} (TEST_DATA)`
}

function firstLines(title, reason) {
  return [`Failed: ${title}`, ...reason.split('\n').slice(0, 40)].join('\n  ')
}

function tell(title, output) {
  process.stdout.write(`\n── ${title}\n`)
  process.stdout.write(output)
}

/** Fisher–Yates with a small generator, so that a seed gives the same order again. */
function shuffled(list, start) {
  const items = [...list]
  let state = start
  for (let last = items.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
  return items
}
