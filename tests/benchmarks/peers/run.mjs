// `npm run bench:peers`: installs the peers in their own folder, builds, and prints one table of them and the product.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'

const here = 'tests/benchmarks/peers'
const environment = { ...process.env, CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium' }
const run = (program, ...args) => spawnSync(program, args, { stdio: 'inherit', env: environment }).status ?? 1

const installed = path.join(here, 'node_modules', '.package-lock.json')
const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(here, 'package-lock.json')).mtimeMs
const only = process.argv.slice(2)
process.exit(
  (isInstalled ? 0 : run('npm', 'ci', '--prefix', here)) ||
    run('npm', 'run', '--silent', 'build') ||
    run('npx', '--no-install', 'playwright', 'test', '--config', `${here}/playwright.config.ts`, ...only),
)
