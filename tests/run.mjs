// `npm test`: does all that the tests need, runs them, and closes with one line `N passed, N failed`.
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
const postgres = findPostgres()
const environment = { ...process.env, CHROMIUM: chromium, POSTGRES_BIN: postgres ?? '' }
console.log(
  `Chromium: ${chromium}\nPostgreSQL: ${postgres ?? 'not installed; the server tests run on the embedded database only'}`,
)

const reports = path.join(root, 'node_modules', '.cache', 'test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0 }
const startedAt = Date.now()

step('Types', ['node', 'tests/types.mjs'])
step('Build', ['npm', 'run', '--silent', 'build'])
// The screens share one browser and need one processor; the other has time for the rest.
await Promise.all([
  suite(
    'Rules, sync and server',
    ['npx', '--no-install', 'vitest', 'run', '--project', 'rules', '--project', 'sync', '--project', 'server'],
    'vitest',
  ),
  suite('Screens', ['npx', '--no-install', 'vitest', 'run', '--project', 'screens'], 'vitest', 'in one piece'),
])
await suite(
  'Journeys',
  ['npx', '--no-install', 'playwright', 'test', '--config', 'tests/journeys/playwright.config.ts'],
  'playwright',
)

console.log(`\nAll tests took ${Math.round((Date.now() - startedAt) / 1000)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** One check without a count of its own. */
function step(title, command) {
  const [program, ...args] = command
  console.log(`\n── ${title}`)
  if (spawnSync(program, args, { stdio: 'inherit', env: environment }).status === 0) total.passed += 1
  else total.failed += 1
}

/** A runner's suite; its own report gives the counts, and a runner that died counts as a failure. */
async function suite(title, command, runner, telling = 'at once') {
  const report = path.join(reports, `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`)
  const { status } =
    runner === 'vitest'
      ? await run(title, [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], telling)
      : await run(title, [...command, '--reporter=list,json'], telling, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const counts = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')), runner)
    : { passed: 0, failed: 0 }
  total.passed += counts.passed
  total.failed += counts.failed
  if ((status !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0) {
    console.error(`${title} ended with status ${status} without a failing test of its own.`)
    total.failed += 1
  }
}

function countsOf(report, runner) {
  return runner === 'vitest'
    ? { passed: report.numPassedTests, failed: report.numFailedTests }
    : { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
}

/** What runs beside another tells all in one piece when it ends, so that both can be read. */
function run(title, [program, ...args], telling, extra = {}) {
  const said = [Buffer.from(`\n── ${title}\n`)]
  const isAtOnce = telling === 'at once'
  if (isAtOnce) process.stdout.write(said.pop())
  const output = isAtOnce ? 'inherit' : 'pipe'
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...environment, ...extra },
  })
  child.stdout?.on('data', (piece) => said.push(piece))
  child.stderr?.on('data', (piece) => said.push(piece))
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(String(error))))
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said))
      resolve({ status })
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

/** The folder of PostgreSQL's programs, or null: then the server tests run on the embedded database alone. */
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
