// `npm run test:stryker`: makes every change that Stryker knows to the files of `mutants/unnoticed.json`, one at a time, and runs
// the tests in `rules/` that reach it. A file's number is how many changes no test notices; a run with more fails.
//   npm run test:stryker                                              all these files
//   npm run test:stryker -- src/core/planner/plan-types.ts            only this file, also one without a number
//   npm run test:stryker -- --accept src/core/planner/plan-types.ts   stores its number
// Numbers are for an idle machine: a change that makes tests too slow counts as noticed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const { values, positionals } = parseArgs({ allowPositionals: true, options: { accept: { type: 'boolean' } } })
const numbersFile = path.join('tests', 'mutants', 'unnoticed.json')
const numbers = JSON.parse(readFileSync(numbersFile, 'utf8'))
const files = positionals.length > 0 ? positionals : Object.keys(numbers)

// Leftovers of an interrupted run.
rmSync(path.join('build', 'stryker'), { recursive: true, force: true })
const configFile = path.join('tests', 'mutants', 'stryker.config.mjs')
const changes = await new Stryker({ configFile, mutate: files }).runMutationTest()

const count = (...ends) => changes.filter(({ status }) => ends.includes(status)).length
console.log(
  `\nChanges: ${changes.length}. ${count('Killed')} noticed, ${count('Timeout')} took too long, ${count('Survived')} not noticed,\n` +
    `${count('NoCoverage')} reached by no test, ${count('Ignored', 'CompileError', 'RuntimeError')} not tried.`,
)
if (values.accept) accept()
else for (const file of files) compare(file, unnoticedIn(file))

function accept() {
  for (const file of files) numbers[file] = unnoticedIn(file).length
  const sorted = Object.keys(numbers).toSorted()
  writeFileSync(numbersFile, `${JSON.stringify(numbers, sorted, 2)}\n`)
}

function compare(file, unnoticed) {
  const most = numbers[file] ?? 0
  if (unnoticed.length <= most) return
  process.exitCode = 1
  console.log(`\n${file}: ${unnoticed.length} are not noticed, ${most} may be:`)
  for (const { location, mutatorName, replacement } of unnoticed)
    console.log(`  line ${location.start.line}, ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}

function unnoticedIn(file) {
  const inFile = changes.filter(({ fileName }) => path.relative(root, fileName) === file)
  if (inFile.length === 0) throw new Error(`Stryker finds nothing to change in ${file}.`)
  return inFile.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
}
