// `npm run screenshots -- today phone`: builds, photographs every screen into `screenshots/`, and measures layout shifts.
// Words select the pictures with all of them in their name; `readme` alone renews those of the README and the install offer.
import { spawnSync } from 'node:child_process'

const environment = {
  ...process.env,
  CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium',
  PICTURES: process.argv.slice(2).join(' '),
}
const run = (program, ...args) => spawnSync(program, args, { stdio: 'inherit', env: environment }).status ?? 1
const config = 'tests/screenshots/playwright.config.ts'
process.exit(
  run('npm', 'run', '--silent', 'build') || run('npx', '--no-install', 'playwright', 'test', '--config', config),
)
