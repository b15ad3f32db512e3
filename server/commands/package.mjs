// `npm run package`: a folder and an archive with the server's bundle, the page, and the packages that the bundle
// imports. Contains native code for this system, so the archive's name says which one.
//   npm run package                       release/fanlight-VERSION-SYSTEM and the same as .tar.gz
//   npm run package -- --folder PLACE     only the folder, there
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhatIsStale } from './build.mjs'
import { installWhatIsMissing } from './install.mjs'
import { noticesOf, packagesBehind } from './package-tree.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
process.chdir(root)

const importPattern = /^import\b[^"\n]*"([^"]+)"|\bimport\("([^"]+)"\)/gm

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const about = JSON.parse(readFileSync('package.json', 'utf8'))
const name = `${about.name}-${about.version}-${process.platform}-${process.arch}`
const folder = path.resolve(values.folder ?? path.join('release', name))

installWhatIsMissing()
buildWhatIsStale()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const documents = ['LICENSE', 'CHANGELOG.md', 'docs/running.md', 'docs/backup.md', 'docs/import.md', 'docs/decisions']
for (const part of ['dist', 'deploy', ...documents, 'server/survey/README.md']) {
  cpSync(part, path.join(folder, part), { recursive: true })
}
const imported = copyBundle()
for (const place of packagesBehind(imported)) copyPackage(place)
describe()
const { writePreparedDatabase } = await import('../database/prepare-database.mjs')
await writePreparedDatabase(path.join(folder, 'build', 'new-database.tar.gz'))
// The page's files contain packages, so they need the notices, too.
const notices = noticesOf(packagesBehind(Object.keys(about.dependencies)))
for (const place of ['.', 'dist']) writeFileSync(path.join(folder, place, 'third-party-notices.txt'), notices)
if (values.folder === undefined) archive()
console.log(`Ready: ${folder}; node build/main.js in it serves.`)

/** Copies the bundle without chunks of earlier builds; returns the packages that it imports. */
function copyBundle() {
  const files = ['build/main.js', 'build/database-worker.js', 'build/planner-thread.js', 'build/photo-process.js']
  const packages = new Set()
  // Grows during the loop.
  for (const file of files) {
    cpSync(file, path.join(folder, file))
    for (const [, fixed, late] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const name = fixed ?? late
      const [first, second] = name.split('/')
      const beside = path.posix.join(path.posix.dirname(file), name)
      if (first.startsWith('.') && !files.includes(beside)) files.push(beside)
      else if (!/^(node:|\.)/.test(first)) packages.add(first.startsWith('@') ? `${first}/${second}` : first)
    }
  }
  return [...packages].sort((one, other) => one.localeCompare(other))
}

/** Skips files that only editors and debuggers need. */
function copyPackage(place) {
  const runs = (file) => {
    const inside = path.relative(place, file)
    return !/(^|[\\/])node_modules([\\/]|$)/.test(inside) && !/\.(map|[cm]?ts|flow)$/.test(inside)
  }
  cpSync(place, path.join(folder, place), { recursive: true, filter: runs })
}

function describe() {
  const { version, description, license, engines } = about
  const installed = imported.map((one) => [
    one,
    JSON.parse(readFileSync(`node_modules/${one}/package.json`, 'utf8')).version,
  ])
  const commands = Object.entries(about.scripts)
    .map(([script, line]) => [script, /server\/commands\/start\.mjs ?(.*)$/.exec(line)?.[1]])
    .filter(([, words]) => words !== undefined)
    .map(([script, words]) => [script, `exec node build/main.js ${words}`.trim()])
  const packageJson = {
    name: about.name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    engines,
    scripts: Object.fromEntries(commands),
    dependencies: Object.fromEntries(installed),
  }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`)
}

function archive() {
  const { dir, base } = path.parse(folder)
  const { status } = spawnSync('tar', ['-czf', `${base}.tar.gz`, base], { cwd: dir, stdio: 'inherit' })
  if (status !== 0) {
    console.error('The archive could not be written; the message of tar is above.')
    process.exit(1)
  }
}
