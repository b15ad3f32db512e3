// `npm test`, and `npm run test:all` with the long journeys: does all that the tests need, runs checks and tests, and closes with one line `N passed, N failed`, which
// also says how many were skipped, and why.
// Node built-ins only, because on a fresh clone nothing else is there yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

installPackages()
const chromium = findChromium()
const headlessShell = findHeadlessShell()
const postgres = findPostgres()
const engines = findEngines()
const environment = { ...process.env, CHROMIUM: chromium, HEADLESS_SHELL: headlessShell, POSTGRES_BIN: postgres ?? '' }
const data = process.env.TEST_DATA ?? path.resolve(root, '../shared/data')
const hasData = existsSync(path.join(data, 'sacramento.csv'))
console.log(
  `Chromium: ${chromium}${headlessShell && `, ${headlessShell}`}\n${enginesInWords()}\nPostgreSQL: ${postgres ?? 'not installed'}\nReal data: ${hasData ? data : 'not here'}`,
)

const reports = path.join(root, 'node_modules', '.cache', 'test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0 }
/** How many tests were skipped, by reason. */
const skipped = new Map()
/** Titles of what failed, each with the first lines of its reason, for the end of the output. */
const failures = []
const startedAt = Date.now()

const projects = (...names) =>
  `npx --no-install vitest run ${names.map((name) => `--project ${name}`).join(' ')}`.split(' ')
const journeys = 'npx --no-install playwright test --config tests/journeys/playwright.config.ts'.split(' ')
const isAll = process.argv.includes('--all')
const waiting = [
  async () => {
    await step('Build', ['npm', 'run', '--silent', 'build'])
    // First of the suites, because in them a processor waits now and then for which the others have work.
    await suite('Journeys', journeys, 'playwright')
    for (const { engine, missing } of engines) {
      if (missing === null) await inEngine(engine)
      else leaveOut(engine, missing)
    }
  },
  async () => {
    await step('Format', ['npm', 'run', '--silent', 'format:check'])
    await step('Lint', ['npm', 'run', '--silent', 'lint'])
    await step('Types', ['npm', 'run', '--silent', 'types'])
    await suite('Rules, sync and server', projects('rules', 'sync', 'server'), 'vitest')
  },
  () => suite('Screens', projects('screens'), 'vitest'),
]
// Two lanes, so that two processors always have something to do, and no test waits for so long that it gives up.
const lane = async () => {
  for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work()
}
await Promise.all([lane(), lane()])

for (const failure of failures) console.log(`\n${failure}`)
console.log(`\nAll tests took ${Math.round((Date.now() - startedAt) / 1000)} s.`)
const left = [...skipped].map(([reason, count]) => `; ${count} skipped, because ${reason}`)
console.log(`${total.passed} passed, ${total.failed} failed${left.join('')}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function inEngine(engine) {
  await suite(`Smoke in ${engine}`, [...projects('engines'), `smoke-in-${engine}`], 'vitest')
  if (!isAll) return
  await suite(`Walk in ${engine}`, [...projects('engines-long'), 'walk.long'], 'vitest', { ENGINES: engine })
}

/** An engine that is not here; in continuous integration that is a failure, because nothing else would say so. */
function leaveOut(engine, missing) {
  const reason = `${missing} is not installed`
  if (process.env.CI) {
    total.failed += 1
    failures.push(`Failed: Smoke in ${engine}, because ${reason}`)
  } else skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
}

/** One check without a count of its own. */
async function step(title, command) {
  if ((await run(title, command)) === 0) {
    total.passed += 1
    return
  }
  total.failed += 1
  failures.push(`Failed: ${title}`)
}

/** A runner's suite; its own report gives the counts, and a runner that died counts as a failure. */
async function suite(title, command, runner, extra = {}) {
  const report = path.join(reports, `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`)
  const status =
    runner === 'vitest'
      ? await run(title, [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], extra)
      : await run(title, [...command, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const { passed, failed, skips, reasons } = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')), runner)
    : { passed: 0, failed: 0, skips: [], reasons: [] }
  total.passed += passed
  total.failed += failed
  failures.push(...reasons.map((reason) => `Failed in ${title}: ${reason}`))
  for (const name of skips) skipped.set(reasonToSkip(name), (skipped.get(reasonToSkip(name)) ?? 0) + 1)
  if ((status !== 0 && failed === 0) || passed + failed === 0) {
    failures.push(`${title} ended with status ${status} without a failing test of its own.`)
    total.failed += 1
  }
}

function countsOf(report, runner) {
  if (runner === 'playwright') {
    const { expected, unexpected, flaky } = report.stats
    const skips = Array.from({ length: report.stats.skipped }, () => 'a journey')
    const reasons = report.suites
      .flatMap(journeysOf)
      .flatMap(({ title, tests: runs }) =>
        runs
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ results }) => firstLines(title, results.flatMap(({ error }) => error?.message ?? [])[0])),
      )
    return { passed: expected, failed: unexpected + flaky, skips, reasons }
  }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const skips = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map((test) => test.fullName)
  const reasons = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => firstLines(fullName, failureMessages[0]))
  return { passed: report.numPassedTests, failed: report.numFailedTests, skips, reasons }
}

/** Journeys of a file, also those inside `describe`. */
function journeysOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(journeysOf)]
}

function firstLines(title, reason = '') {
  return [title, ...reason.split('\n').slice(0, 40)].join('\n  ')
}

/** The tests that skip at all are those of PostgreSQL, by their titles, and those of the real data. */
function reasonToSkip(name) {
  if (postgres === null && /postgres|processes on one database/.test(name)) return 'PostgreSQL is not installed'
  return hasData ? '`npm test` does not know why' : `the real data is not in ${data} (TEST_DATA)`
}

/** Two run side by side, so each tells all in one piece when it ends. */
function run(title, [program, ...args], extra = {}) {
  const said = [Buffer.from(`\n── ${title}\n`)]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...extra } })
  child.stdout.on('data', (piece) => said.push(piece))
  child.stderr.on('data', (piece) => said.push(piece))
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(String(error))))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said))
      resolve(status)
    })
  })
}

/** Installs exactly what the lock file says, unless that was done already. */
function installPackages() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const mark = path.join('node_modules', '.installed-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  console.log('Installing packages …')
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' })
  if (install.status !== 0) {
    console.error('The packages could not be installed; see npm’s message above.')
    process.exit(1)
  }
  writeFileSync(mark, lock)
}

function findChromium() {
  const found = chromiumCandidates().find((candidate) => candidate && existsSync(candidate))
  if (found) return found
  if (installFromSystem('chromium')) return '/usr/bin/chromium'
  console.error('The tests need Chromium: install the package `chromium`, or set CHROMIUM to the path of one.')
  process.exit(1)
}

function chromiumCandidates() {
  const playwrightFolder = path.join(process.env.HOME ?? '', '.cache', 'ms-playwright')
  const ofPlaywright = existsSync(playwrightFolder)
    ? readdirSync(playwrightFolder)
        .filter((name) => name.startsWith('chromium-'))
        .map((name) => path.join(playwrightFolder, name, 'chrome-linux', 'chrome'))
    : []
  return [process.env.CHROMIUM, '/usr/bin/chromium', ...ofPlaywright]
}

/** Screens are cheaper in it; empty where only a browser is there, which then shows them. Journeys are whole days, in a whole browser. */
function findHeadlessShell() {
  if (process.env.HEADLESS_SHELL !== undefined) return process.env.HEADLESS_SHELL
  const ofSystem = '/usr/bin/chromium-headless-shell'
  if (chromium !== '/usr/bin/chromium') return ''
  return existsSync(ofSystem) || installFromSystem('chromium-headless-shell') ? ofSystem : ''
}

/** The engines of browsers, each with the system package that it lacks; null for one that is here. */
function findEngines() {
  const packages = {
    webkit: { 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' },
    firefox: { 'firefox-esr': process.env.FIREFOX ?? 'firefox-esr' },
  }
  const installed = Object.entries(packages).map(([engine, programs]) => {
    const isThere = ([name, program]) => isProgram(program) || (installFromSystem(name) && isProgram(program))
    return { engine, missing: Object.entries(programs).find((one) => !isThere(one))?.[0] ?? null }
  })
  return [...installed, { engine: 'chromium', missing: null }]
}

function enginesInWords() {
  const inWords = ({ engine, missing }) => `${engine}: ${missing === null ? 'here' : `install the package ${missing}`}`
  return engines.map(inWords).join(', ')
}

function isProgram(name) {
  const folders = path.isAbsolute(name) ? [''] : (process.env.PATH ?? '').split(path.delimiter)
  return folders.some((folder) => existsSync(path.join(folder, name)))
}

/** The folder of PostgreSQL's programs, or null: then the tests on it are skipped. */
function findPostgres() {
  return postgresFolder() ?? (installFromSystem('postgresql') ? postgresFolder() : null)
}

function postgresFolder() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const newest = readdirSync(base)
    .sort((one, other) => Number(other) - Number(one))
    .find((version) => existsSync(path.join(base, version, 'bin', 'initdb')))
  return newest ? path.join(base, newest, 'bin') : null
}

function installFromSystem(packageName) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing the system package ${packageName} …`)
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  return spawnSync('apt-get', ['install', '-y', packageName], quiet).status === 0
}
