// Checks every tsconfig by itself, so that each folder sees only its own machine's types.
import { spawnSync } from 'node:child_process'

const projects = ['src/core', 'src', 'sw', 'server', 'tests']
const failed = projects.filter(
  (project) => spawnSync('npx', ['--no-install', 'tsc', '-p', project], { stdio: 'inherit' }).status !== 0,
)
if (failed.length > 0) {
  console.error(`Types are wrong in: ${failed.join(', ')}`)
  process.exit(1)
}
