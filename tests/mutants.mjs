// `npm run test:mutants`: plants one small bug after the other, in memory only, and runs the tests chosen for it. Each must fail
// within two minutes, which is enough on a busy machine, too; surviving bugs are printed. Words plant only the bugs of these
// lists (sync, planner, server, client), or with one of them in their description, file or tests.
// LANES: how many run at once; one browser serves the bugs that are caught on a screen.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const maxMs = 120_000
const words = process.argv.slice(2)

const load = async (file) =>
  (await runnerImport(path.join(root, 'tests/mutants', file), { root, logLevel: 'silent' })).module
const { mutants: lists } = await load('all-mutants.ts')
const { misplacedBugs } = await load('misplaced-bugs.ts')
const isAsked = (text) => words.length === 0 || words.some((word) => text.includes(word))
const isChosen = (list, { does, file, tests }) =>
  words.some((word) => word in lists) ? words.includes(list) : isAsked([does, file, ...tests].join(' '))
const mutants = Object.entries(lists).flatMap(([list, bugs]) => bugs.filter((bug) => isChosen(list, bug)))
const misplaced = misplacedBugs(mutants)
if (mutants.length === 0) misplaced.push(`No planted bug is called for by: ${words.join(' ')}`)
if (misplaced.length > 0) {
  console.error(`Nothing was tried, because of these planted bugs:\n${misplaced.join('\n')}`)
  process.exit(1)
}
// Tests that fail without a bug would seem to catch every bug.
const sound = new Map()
for (const { tests, titles } of mutants.map(asked)) {
  const does = `Nothing is wrong with ${tests.join(' and ')}.`
  const known = sound.get(does)?.titles
  const all = titles === null || known === null ? null : [...new Set([...(known ?? []), ...titles])]
  sound.set(does, { does, tests, titles: all, isSound: true })
}
const isOnScreen = ({ tests }) => tests.some((test) => test.startsWith('screens/'))
const runs = [...sound.values(), ...mutants.map(asked)]
const waiting = { browser: runs.filter(isOnScreen), node: runs.filter((run) => !isOnScreen(run)) }
const total = { caught: 0, survived: 0, slow: 0, broken: 0 }
const startedAt = Date.now()

const lanes = Number(process.env.LANES ?? availableParallelism())
await Promise.all(Array.from({ length: Math.min(lanes, runs.length) }, (_, lane) => work(lane === 0)))

const { caught, survived, slow, broken } = total
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
console.log(`\nPlanted bugs: ${mutants.length}. ${caught} caught, ${survived} survived, ${slow} took too long,`)
console.log(`${broken} could not be tried. It took ${minutes} minutes.`)
process.exit(caught === mutants.length ? 0 : 1)

function asked({ title, ...mutant }) {
  return { ...mutant, titles: title === undefined ? null : [title] }
}

/** Runs one lane after the other until nothing waits: a lane that hangs is ended, and a new one continues. */
async function work(hasBrowser) {
  const take = () => (hasBrowser && waiting.browser.shift()) || waiting.node.shift() || null
  const isLeft = () => waiting.node.length + (hasBrowser ? waiting.browser.length : 0) > 0
  while (isLeft()) await liveLane(take)
}

function liveLane(take) {
  return new Promise((resolve) => {
    const lane = fork(path.join(root, 'tests/mutants/lane.mjs'), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let trying = null
    let patience

    function next() {
      trying = take()
      if (trying === null) return lane.kill('SIGKILL')
      const { file, inside, find, replace, tests, titles } = trying
      // A busy machine may take longer over tests that pass.
      patience = setTimeout(() => lane.kill('SIGKILL'), trying.isSound ? 3 * maxMs : maxMs)
      lane.send({ file, inside, find, replace, tests, titles })
    }

    lane.on('message', (message) => {
      clearTimeout(patience)
      if (message.end !== 'ready') tell(trying, message)
      next()
    })
    lane.once('exit', () => {
      clearTimeout(patience)
      if (trying !== null) tell(trying, { end: 'slow', ms: maxMs })
      resolve()
    })
  })
}

function tell({ does, file, isSound }, { end, by, why, ms }) {
  if (isSound) {
    if (end === 'survived') return
    total.broken += 1
    console.log(`broken    ${does} ${by ?? why ?? ''}`)
    return
  }
  total[end] += 1
  const note = end === 'caught' ? by : `${file}${why === undefined ? '' : `: ${why}`}`
  console.log(`${end.padEnd(9)} ${does}  [${(ms / 1_000).toFixed(1)} s] ${note}`)
}
