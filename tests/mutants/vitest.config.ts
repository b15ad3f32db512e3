import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { Mutant } from './mutant.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What `lane.mjs` has planted for the present run; in memory only, the files stay as they are. */
declare global {
  var plantedBug: Pick<Mutant, 'file' | 'find' | 'replace'> | null | undefined
}

const plantedBugs: Plugin = {
  name: 'planted-bugs',
  enforce: 'pre',
  transform(code, id) {
    const bug = globalThis.plantedBug
    if (!bug || id.split('?')[0] !== path.join(root, bug.file)) return null
    if (code.split(bug.find).length !== 2) throw new Error(`It does not stand in ${bug.file} exactly once.`)
    return { code: code.replace(bug.find, () => bug.replace), map: null }
  },
}

export default defineConfig({
  root,
  plugins: [plantedBugs],
  test: {
    include: ['tests/sync/**/*.test.ts', 'tests/rules/**/*.test.ts'],
    setupFiles: ['fake-indexeddb/auto'],
    pool: 'threads',
    maxWorkers: 1,
    // What only takes long on a busy machine is no catch.
    testTimeout: 20_000,
    // One that fails is enough; of a bug that hangs, each would take that long.
    bail: 1,
    reporters: [{}],
  },
})
