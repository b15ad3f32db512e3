// `npm run test:engines`: journeys in WebKit, Firefox and Chromium; `npm test` runs the short one.
//   npm run test:engines                          the short journey in all three
//   npm run test:engines -- webkit --walk         the long one, in WebKit
//   npm run test:engines -- --loads 200           page loads, half of them left in the middle of writes
//   npm run test:engines -- --times               from a full load to the rows of Clients, as a table
//   npm run test:engines -- --screenshots FOLDER  every screen on a phone and at a desk
//   npm run test:engines -- firefox --times-in-a-row 20
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    walk: { type: 'boolean' },
    loads: { type: 'string' },
    times: { type: 'boolean' },
    screenshots: { type: 'string' },
    'times-in-a-row': { type: 'string', default: '1' },
  },
})
const engines = positionals.length > 0 ? positionals : ['webkit', 'firefox', 'chromium']
const environment = { ...process.env, ENGINES: engines.join(',') }
if (values.loads !== undefined) environment.LOADS = values.loads
if (values.screenshots !== undefined) environment.SCREENSHOTS = values.screenshots

const long = [
  values.walk && 'walk',
  values.loads !== undefined && 'loads',
  values.times && 'start-times',
  values.screenshots !== undefined && 'screenshots',
].filter(Boolean)
const files = long.length > 0 ? long.map((name) => `${name}.long`) : engines.map((name) => `smoke-in-${name}`)
const command = ['vitest', 'run', '--project', long.length > 0 ? 'engines-long' : 'engines', ...files]

run('npm', ['run', '--silent', 'build'])
for (let left = Number(values['times-in-a-row']); left > 0; left -= 1) run('npx', ['--no-install', ...command])

function run(program, given) {
  const { status } = spawnSync(program, given, { stdio: 'inherit', env: environment })
  if (status !== 0) process.exit(status ?? 1)
}
