// `npm run dev`: Vite with hot reloading, and the API, which is rebuilt and restarted after each change.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installWhatIsMissing } from './install.mjs'
import { buildWhatIsStale } from './build.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
process.chdir(root)
installWhatIsMissing()
if (!existsSync('build/main.js')) buildWhatIsStale()

const vite = 'node_modules/vite/bin/vite.js'
const children = [
  start([vite, 'build', '--ssr', '--watch', '--logLevel', 'warn']),
  // The port to which vite.config.ts proxies /api and /photos.
  start(['--watch-path=build', '--watch-preserve-output', 'build/main.js', 'serve'], { PORT: '4174' }),
  start([vite]),
]

function start(words, environment = {}) {
  return spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
}

function stopAll() {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll)
// If one process exits, stop the others.
for (const child of children) child.on('exit', stopAll)
