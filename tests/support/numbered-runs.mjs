import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Builds and runs `tests/<folder>/playwright.config.ts` with RUNS and RUNS_FROM set. Uses Node built-ins only. */
export function startNumberedRuns({ folder, usually }) {
  const [runs = String(usually), from = '0'] = process.argv.slice(2)
  if (![runs, from].every((number) => /^\d+$/.test(number))) {
    console.error(
      `Usage: npm run test:${folder} -- [how many, ${usually} by default] [number of the first, 0 by default]`,
    )
    process.exit(1)
  }

  const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
  if (!existsSync(chromium)) {
    console.error('This needs Chromium: install the package `chromium`, or set CHROMIUM to the path of one.')
    process.exit(1)
  }

  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  if (build.status !== 0) process.exit(1)

  const startedAt = Date.now()
  const config = `tests/${folder}/playwright.config.ts`
  const run = spawn('npx', ['--no-install', 'playwright', 'test', '--config', config], {
    cwd: root,
    env: { ...process.env, CHROMIUM: chromium, RUNS: runs, RUNS_FROM: from },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Hides the line that each server prints when it starts, hundreds of times.
  createInterface({ input: run.stdout }).on('line', (line) => {
    if (line.trim() !== '' && !line.startsWith('Fanlight is at')) console.log(line)
  })
  run.once('exit', (code) => {
    console.log(`It took ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`)
    process.exit(code ?? 1)
  })
}
