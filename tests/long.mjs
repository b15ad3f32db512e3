// `npm run test:long`: many more histories than `npm test` has time for, in ranges that can be stopped and gone on with.
//   npm run test:long                           goes on where the last run ended, up to 100,000
//   npm run test:long -- --from 0 --to 100000   exactly these
//   npm run test:long -- --server plain --storage dexie   only this server, only this store
//   npm run test:long -- crashes                only the crash sweep, every point of it
// Totals are kept in a small file (`--state FILE`, else in node_modules/.cache) and add up over runs.
import { fork, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: '100000' },
    state: { type: 'string', default: path.join('node_modules', '.cache', 'long-histories.json') },
    server: { type: 'string' },
    storage: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
})

if (positionals.includes('crashes')) process.exit(sweepCrashes())

const to = Number(values.to)
const setting = [values.server, values.storage].filter((word) => word !== undefined).join(' ') || 'all'
const total = readState()
const from = values.from === undefined ? total.next : Number(values.from)
if (values.from !== undefined)
  Object.assign(total, { histories: 0, lost: 0, doubled: 0, outOfOrder: 0, other: 0, failures: [] })

const program = await compile()
const startedAt = Date.now()
const stepSize = 200
let next = from
/** Ranges that are done, and those below which all are done. */
const done = new Set()
let doneBelow = from
console.log(`Histories ${from} to ${to} (${setting}), ${values.processes} processes.`)
await Promise.all(Array.from({ length: Number(values.processes) }, () => work()))
console.log(
  `${total.histories} histories so far: ${total.lost} lost, ${total.doubled} doubled, ${total.outOfOrder} out of order, ${total.other} other. ` +
    `This run: ${to - from} in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
)
process.exit(total.failures.length === 0 ? 0 : 1)

/** One process after another, each with a range, so that no memory is kept. */
async function work() {
  while (next < to) {
    const range = [next, Math.min(to, next + stepSize)]
    next = range[1]
    await run(range)
  }
}

function run([first, last]) {
  return new Promise((resolve, reject) => {
    const child = fork(program, [String(first), String(last), values.server ?? '', values.storage ?? ''], {
      execArgv: ['--max-semi-space-size=32'],
    })
    let isTold = false
    child.on('message', (message) => {
      if (message.failure !== undefined) tell(message.failure)
      else if (message.result !== undefined) {
        isTold = true
        settle(first, last, message.result)
      }
    })
    child.on('exit', (code) =>
      isTold ? resolve() : reject(new Error(`Histories ${first} to ${last} ended with ${code}.`)),
    )
  })
}

function tell({ seed, server, storage, error, history }) {
  console.log(
    `\nHistory ${seed} (${server}, ${storage}) fails; again: npm run test:long -- --from ${seed} --to ${seed + 1}`,
  )
  console.log(`${error}\n${history}\n`)
  total.failures.push({ seed, server, storage, error: error.split('\n')[0], history })
}

function settle(first, last, result) {
  for (const count of ['histories', 'lost', 'doubled', 'outOfOrder', 'other']) total[count] += result[count]
  done.add(first)
  while (done.has(doneBelow)) doneBelow = Math.min(to, doneBelow + stepSize)
  total.next = doneBelow
  mkdirSync(path.dirname(values.state), { recursive: true })
  writeFileSync(values.state, `${JSON.stringify({ ...readAll(), [setting]: total }, null, 2)}\n`)
  console.log(`${first}–${last} done; ${total.histories} histories, ${total.failures.length} failed.`)
}

function readAll() {
  try {
    return JSON.parse(readFileSync(values.state, 'utf8'))
  } catch {
    return {}
  }
}

function readState() {
  return readAll()[setting] ?? { next: 0, histories: 0, lost: 0, doubled: 0, outOfOrder: 0, other: 0, failures: [] }
}

/** The histories as one program, so that each process starts at once. */
async function compile() {
  const outDir = path.join(root, 'node_modules', '.cache', 'histories')
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir,
      emptyOutDir: true,
      rollupOptions: {
        input: { histories: 'tests/sync/histories/range-process.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return path.join(outDir, 'histories.mjs')
}

/** Each point at which 41 stories can be killed. */
function sweepCrashes() {
  const test = ['vitest', 'run', '--project', 'sync', 'tests/sync/crashes/crashes.test.ts']
  return (
    spawnSync('npx', ['--no-install', ...test], { stdio: 'inherit', env: { ...process.env, CRASHES: 'all' } }).status ??
    1
  )
}
