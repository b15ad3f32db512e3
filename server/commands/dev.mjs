// `npm run dev`: the page from Vite with hot reloading, the API from the bundle, both anew after every change.
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
  // Where vite.config.ts sends /api and /photos.
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
// One without the others is of no use.
for (const child of children) child.on('exit', stopAll)
