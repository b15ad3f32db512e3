import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const shelf = path.join(root, 'node_modules/.cache/server-for-tests')

/** Builds the server's bundle (`main.js`, `database-worker.js`) once per state of its sources; returns its folder. */
export async function serverBundle(): Promise<string> {
  return (building ??= buildOnce(sourcesHash(['server', 'src/core'])))
}

let building: Promise<string> | undefined

async function buildOnce(hash: string): Promise<string> {
  const folder = path.join(shelf, hash)
  if (existsSync(folder)) return folder
  forgetOldBundles()
  const draft = `${folder}.${process.pid}.draft`
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, outDir: draft },
  })
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file built the same bundle first.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Each change of a source makes a new bundle; deletes those older than a day. */
function forgetOldBundles(): void {
  const yesterday = Date.now() - 86_400_000
  for (const name of readdirSync(shelf)) {
    const folder = path.join(shelf, name)
    if (statSync(folder).mtimeMs < yesterday) rmSync(folder, { recursive: true, force: true })
  }
}

function sourcesHash(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.(ts|mjs)$/.test(file)) continue
      hash.update(file).update(readFileSync(path.join(root, folder, file)))
    }
  }
  mkdirSync(shelf, { recursive: true })
  return hash.digest('hex').slice(0, 16)
}
