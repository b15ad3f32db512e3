// `npm run test:long`: nightly tests: 100,000 histories, every point of the crash sweep, properties with other values, and the
// server on every database.
//   npm run test:long                           all of it
//   npm run test:long -- histories              the next 100,000, in ranges that can be stopped; continues where the last run ended
//   npm run test:long -- --from 0 --to 1000     exactly these histories
//   npm run test:long -- properties --seed 7    only the properties, with this seed (default: the day)
//   npm run test:long -- --server plain --storage dexie   only this server, only this store
//   npm run test:long -- crashes                only the crash sweep
//   npm run test:long -- databases              only the server
//   npm run test:long -- package                only the release and the steps of the Dockerfile
// A small file (`--state FILE`, else in node_modules/.cache) stores the totals over all runs. A range whose process ends early is
// tried once more; if it ends early again, the next run begins with it.
import { fork, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
    to: { type: 'string' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    state: { type: 'string', default: path.join('node_modules', '.cache', 'long-histories.json') },
    server: { type: 'string' },
    storage: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
})

const perNight = 100_000
const choosesHistories = ['from', 'server', 'storage'].some((option) => values[option] !== undefined)
const isWanted = (part) => positionals.includes(part) || (positionals.length === 0 && !choosesHistories)

const isHeld = [
  !isWanted('properties') || properties(),
  !isWanted('crashes') || crashes(),
  !isWanted('databases') || vitest(['--project', 'server'], { TEST_LONG: 'yes' }),
  !isWanted('package') || vitest(['--project', 'package']),
].every(Boolean)
if (!isWanted('histories') && !choosesHistories) process.exit(isHeld ? 0 : 1)

const setting = [values.server, values.storage].filter((word) => word !== undefined).join(' ') || 'all'
const total = readState()
const from = values.from === undefined ? total.next : Number(values.from)
const to = Number(values.to ?? from - (from % perNight) + perNight)
if (values.from !== undefined)
  Object.assign(total, {
    next: from,
    done: [],
    histories: 0,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    stuck: 0,
    other: 0,
    failures: [],
  })

const program = await compile()
const startedAt = Date.now()
const stepSize = 200
const ranges = remaining()
const notDone = []
let lived = 0
console.log(
  `Histories ${from} to ${to} (${setting}), ${values.processes} processes; again: npm run test:long -- --from ${from} --to ${to}`,
)
await Promise.all(Array.from({ length: Number(values.processes) }, () => work()))
console.log(
  `${total.histories} histories so far: ${total.lost} lost, ${total.doubled} doubled, ${total.outOfOrder} out of order, ${total.stuck} stuck, ${total.other} other. ` +
    `This run: ${lived} in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
)
if (notDone.length > 0) console.log(`Not done: ${notDone.map(inWords).join(', ')}; the next run begins with them.`)
process.exit(isHeld && total.failures.length === 0 && notDone.length === 0 ? 0 : 1)

function remaining() {
  const some = []
  for (let first = from; first < to;) {
    const known = total.done.find((range) => range[0] <= first && first < range[1])
    const nextDone = Math.min(to, ...total.done.map((range) => range[0]).filter((start) => start > first))
    const last = known?.[1] ?? Math.min(nextDone, first + stepSize)
    if (known === undefined) some.push([first, last])
    first = last
  }
  return some
}

async function work() {
  for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
    if ((await run(range)) === 'told' || (await run(range)) === 'told') continue
    notDone.push(range)
  }
}

/** A process that ends without a result leaves its range undone, and ends no other. */
function run([first, last]) {
  return new Promise((resolve) => {
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
    child.on('error', (error) => console.log(`${inWords([first, last])}: ${error.message}`))
    // After it has ended and all its messages have arrived.
    child.on('close', (code, signal) => {
      if (!isTold) console.log(`${inWords([first, last])} ended with ${signal ?? code} and without a result.`)
      resolve(isTold ? 'told' : 'ended')
    })
  })
}

function tell({ seed, server, storage, error, history }) {
  console.log(
    `\nHistory ${seed} (${server}, ${storage}) fails; again: npm run test:long -- --from ${seed} --to ${seed + 1}`,
  )
  console.log(`${error}\n${history}\n`)
}

function inWords([first, last]) {
  return `${first}–${last}`
}

function settle(first, last, result) {
  for (const count of ['histories', 'lost', 'doubled', 'outOfOrder', 'stuck', 'other']) total[count] += result[count]
  total.failures.push(...result.failed.map((one) => ({ ...one, error: one.error.split('\n')[0] })))
  lived += last - first
  total.done = [...total.done, [first, last]].toSorted((one, other) => one[0] - other[0])
  // The total never moves past a range that is not done.
  while (total.done[0]?.[0] === total.next) total.next = total.done.shift()[1]
  mkdirSync(path.dirname(values.state), { recursive: true })
  writeFileSync(values.state, `${JSON.stringify({ ...readAll(), [setting]: total }, null, 2)}\n`)
  console.log(`${inWords([first, last])} done; ${total.histories} histories, ${total.failures.length} failed.`)
}

function readAll() {
  try {
    return JSON.parse(readFileSync(values.state, 'utf8'))
  } catch {
    return {}
  }
}

function readState() {
  // Without stored state, a machine starts with the histories of the day.
  const next = (Math.floor(Date.now() / 86_400_000) % 10_000) * perNight
  const none = { next, done: [], histories: 0, lost: 0, doubled: 0, outOfOrder: 0, stuck: 0, other: 0, failures: [] }
  return { ...none, ...readAll()[setting] }
}

async function compile() {
  const outDir = path.join(root, 'node_modules', '.cache', 'histories')
  await build({
    configFile: path.join(root, 'tests', 'sync', 'histories', 'vite.config.ts'),
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

function properties() {
  console.log(`Properties with seed ${values.seed}; again: npm run test:long -- properties --seed ${values.seed}`)
  const tests = readdirSync('tests', { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  const files = tests.map((file) => path.join('tests', file))
  const projects = ['rules', 'sync', 'server'].flatMap((name) => ['--project', name])
  return vitest([...projects, ...files.filter((file) => readFileSync(file, 'utf8').includes('fc.assert('))], {
    SEED: values.seed,
  })
}

/** Sweeps the stories in shares, each in a process of its own: the worlds of all of them do not fit into the memory of one. */
function crashes() {
  const sweep = ['--project', 'sync', 'tests/sync/crashes/crashes.test.ts']
  const shares = Array.from({ length: 8 }, (_, first) => vitest(sweep, { CRASHES: 'all', SHARE: `${first}/8` }))
  return shares.every(Boolean)
}

function vitest(words, environment) {
  const command = ['--no-install', 'vitest', 'run', ...words]
  return spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0
}
