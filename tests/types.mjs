// Checks each tsconfig by itself, so that each folder sees only its own machine's types. Caches the results.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const kept = path.join(root, 'node_modules', '.cache', 'types')

const projects = ['tests', 'src', 'server', 'sw', 'src/core']
const failed = []
await Promise.all([lane(), lane()])
if (failed.length > 0) {
  console.error(`Types are wrong in: ${failed.join(', ')}`)
  process.exit(1)
}

async function lane() {
  for (let project = projects.shift(); project !== undefined; project = projects.shift()) {
    if ((await check(project)) !== 0) failed.push(project)
  }
}

function check(project) {
  const memory = path.join(kept, `${project.replaceAll('/', '-')}.tsbuildinfo`)
  // Two projects are checked at a time; more threads for each would repeat work that they share.
  const words = ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', memory]
  const child = spawn(process.execPath, [compiler, ...words], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', resolve))
}
