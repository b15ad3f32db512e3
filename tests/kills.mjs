// `npm run test:kills -- 300`: so many times something is killed in the middle of sending, in a real Chromium on a real
// profile, against the built server. Prints what was lost, doubled, out of order or hung. Node built-ins only.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [kills = '300', from = '0'] = process.argv.slice(2)
if (![kills, from].every((number) => /^\d+$/.test(number))) {
  console.error('Usage: npm run test:kills -- [how many, 300 by default] [number of the first, 0 by default]')
  process.exit(1)
}

const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
if (build.status !== 0) process.exit(1)

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
if (!existsSync(chromium)) {
  console.error('The kills need Chromium: install the package `chromium`, or set CHROMIUM to the path of one.')
  process.exit(1)
}

const startedAt = Date.now()
const run = spawn('npx', ['--no-install', 'playwright', 'test', '--config', 'tests/kills/playwright.config.ts'], {
  cwd: root,
  env: { ...process.env, CHROMIUM: chromium, KILLS: kills, KILLS_FROM: from },
  stdio: ['ignore', 'pipe', 'inherit'],
})
// Each server says where it is when it starts, hundreds of times.
createInterface({ input: run.stdout }).on('line', (line) => {
  if (line.trim() !== '' && !line.startsWith('Fanlight is at')) console.log(line)
})
run.once('exit', (code) => {
  console.log(`It took ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`)
  process.exit(code ?? 1)
})
