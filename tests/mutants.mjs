// `npm run test:mutants`: plants one small bug after the other in the sync core and its neighbours, in memory only, and
// runs the tests that were chosen for it. Each must fail within a minute; what survives is printed. Words in the command
// line plant only the bugs in whose description, file or tests one of them stands. LANES: how many at once.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const mostMs = 60_000
const words = process.argv.slice(2)

const { module } = await runnerImport(path.join(root, 'tests/mutants/all-mutants.ts'), { root, logLevel: 'silent' })
const isAsked = (text) => words.length === 0 || words.some((word) => text.includes(word))
const mutants = module.allMutants.filter(({ does, file, tests }) => isAsked([does, file, ...tests].join(' ')))
// Tests that fail without a bug would catch every one.
const sound = [...new Set(mutants.flatMap(({ tests }) => tests))].map((test) => ({
  does: `Nothing is wrong with ${test}.`,
  tests: [test],
  isSound: true,
}))
const waiting = [...sound, ...mutants]
const total = { caught: 0, survived: 0, slow: 0, broken: 0 }
const startedAt = Date.now()

const lanes = Number(process.env.LANES ?? availableParallelism())
await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, work))

const { caught, survived, slow, broken } = total
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
console.log(`\nPlanted bugs: ${mutants.length}. ${caught} caught, ${survived} survived, ${slow} took too long,`)
console.log(`${broken} could not be tried. It took ${minutes} minutes.`)
process.exit(caught === mutants.length ? 0 : 1)

/** One lane after the other, until nothing waits: one that hangs is ended, and a new one goes on. */
async function work() {
  while (waiting.length > 0) await liveLane()
}

function liveLane() {
  return new Promise((resolve) => {
    const lane = fork(path.join(root, 'tests/mutants/lane.mjs'), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let trying = null
    let patience

    function next() {
      trying = waiting.shift() ?? null
      if (trying === null) return lane.kill('SIGKILL')
      const { file, find, replace, tests } = trying
      // A busy machine may take longer over tests that pass.
      patience = setTimeout(() => lane.kill('SIGKILL'), trying.isSound ? 5 * mostMs : mostMs)
      lane.send({ file, find, replace, tests })
    }

    lane.on('message', (message) => {
      clearTimeout(patience)
      if (message.end !== 'ready') tell(trying, message)
      next()
    })
    lane.once('exit', () => {
      clearTimeout(patience)
      if (trying !== null) tell(trying, { end: 'slow', ms: mostMs })
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
