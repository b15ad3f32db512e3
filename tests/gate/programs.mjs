// Finds what the tests need: npm packages, browsers, PostgreSQL. As root, it installs what is missing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Installs exactly what the lock file says, unless that was done already. Exits when npm fails. */
export function installPackages() {
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

/** `headlessShell` and `postgres` are null where they are not installed. Exits without Chromium. */
export function findPrograms() {
  installMissingPackages()
  const chromium = chromiumCandidates().find((candidate) => candidate && existsSync(candidate))
  if (chromium === undefined) {
    console.error('The tests need Chromium: install the package `chromium`, or set CHROMIUM to its path.')
    process.exit(1)
  }
  return {
    chromium,
    headlessShell: process.env.HEADLESS_SHELL ?? (existsSync(systemShell) ? systemShell : null),
    postgres: postgresFolder(),
    engines: Object.fromEntries(Object.entries(enginePrograms).map(([engine, programs]) => [engine, lackOf(programs)])),
  }
}

const systemShell = '/usr/bin/chromium-headless-shell'

const enginePrograms = {
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
  firefox: { [process.env.FIREFOX ?? 'firefox-esr']: 'firefox-esr' },
  chromium: {},
}

function lackOf(programs) {
  return Object.entries(programs).find(([program]) => !isProgram(program))?.[1] ?? null
}

function installMissingPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const hasChromium = chromiumCandidates().some((candidate) => candidate && existsSync(candidate))
  const isSystemChromium = !hasChromium || existsSync('/usr/bin/chromium')
  const missing = [
    ...(hasChromium ? [] : ['chromium']),
    ...(isSystemChromium && !existsSync(systemShell) ? ['chromium-headless-shell'] : []),
    ...(postgresFolder() === null ? ['postgresql'] : []),
    ...Object.values(enginePrograms).flatMap((programs) =>
      Object.entries(programs).flatMap(([program, name]) => (isProgram(program) ? [] : [name])),
    ),
  ]
  if (missing.length === 0) return
  console.log(`Installing the system packages ${missing.join(', ')} …`)
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  const install = (names) => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet)
  // One unavailable package must not prevent the others.
  if (install(missing).status !== 0) for (const name of missing) install([name])
}

function chromiumCandidates() {
  const playwrightFolder = path.join(process.env.HOME ?? '', '.cache', 'ms-playwright')
  const fromPlaywright = existsSync(playwrightFolder)
    ? readdirSync(playwrightFolder)
        .filter((name) => name.startsWith('chromium-'))
        .map((name) => path.join(playwrightFolder, name, 'chrome-linux', 'chrome'))
    : []
  return [process.env.CHROMIUM, '/usr/bin/chromium', ...fromPlaywright]
}

function isProgram(name) {
  const folders = path.isAbsolute(name) ? [''] : (process.env.PATH ?? '').split(path.delimiter)
  return folders.some((folder) => existsSync(path.join(folder, name)))
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
