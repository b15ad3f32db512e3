// `npm run bench`: builds, measures, and prints one table. Figures depend on the machine and the day; compare ratios.
import { spawnSync } from 'node:child_process'

const environment = { ...process.env, CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium' }
const run = (program, ...args) => spawnSync(program, args, { stdio: 'inherit', env: environment }).status ?? 1

const built = run('npm', 'run', '--silent', 'build')
const only = process.argv.slice(2)
process.exit(
  built ||
    run('npx', '--no-install', 'playwright', 'test', '--config', 'tests/benchmarks/playwright.config.ts', ...only),
)
