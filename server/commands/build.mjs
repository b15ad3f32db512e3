// Builds page and server, and stores a hash of their sources. Node built-ins only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const vite = path.join(root, 'node_modules/vite/bin/vite.js')

const everywhere = ['package-lock.json', 'vite.config.ts', 'tsconfig.json', 'server/commands/build.mjs']

const parts = {
  page: {
    sources: [...everywhere, 'index.html', 'src', 'sw', 'public'],
    result: 'dist/index.html',
    run() {
      runVite('build')
      compressPage(path.join(root, 'dist'))
    },
  },
  server: {
    sources: [...everywhere, 'server', 'src/core', 'src/files'],
    result: 'build/main.js',
    run: () => runVite('build', '--ssr'),
  },
}

export function buildWhatIsStale() {
  for (const [name, part] of Object.entries(parts)) {
    if (isFresh(name, part)) continue
    console.log(`Building the ${name} …`)
    build(name, part)
  }
}

function build(name, part) {
  // Hashed before the build, so that an edit during the build causes another one.
  const hash = hashOf(part.sources)
  part.run()
  mkdirSync(path.join(root, 'build'), { recursive: true })
  writeFileSync(markOf(name), hash)
}

function isFresh(name, part) {
  if (!existsSync(path.join(root, part.result)) || !existsSync(markOf(name))) return false
  return readFileSync(markOf(name), 'utf8') === hashOf(part.sources)
}

function markOf(name) {
  return path.join(root, 'build', `${name}.sources`)
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder).sort()) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  }
  // URLs and flags that Vite puts into the page.
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`)
  }
  return hash.digest('hex')
}

function filesUnder(source) {
  const full = path.join(root, source)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [source]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
}

function runVite(...words) {
  const { status } = spawnSync(process.execPath, [vite, ...words, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // A development page has no service worker. A shell's NODE_ENV must not cause that in a release.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    console.error(`The build failed: vite ${words.join(' ')}. Its messages are above.`)
    process.exit(1)
  }
}

/** Writes .br and .gz files, so that the server need not compress on each request. */
function compressPage(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|svg|json|webmanifest|csv|txt)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, part] of Object.entries(parts)) build(name, part)
}
