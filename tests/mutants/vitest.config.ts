import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import gateConfig from '../../vitest.config.ts'
import type { Mutant } from './mutant.ts'
import { plant } from './plant.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The bug that `lane.mjs` has planted for the current run; in memory only, the files do not change. */
declare global {
  var plantedBug: Omit<Mutant, 'does' | 'tests'> | null | undefined
}

const plantedBugs: Plugin = {
  name: 'planted-bugs',
  enforce: 'pre',
  // The browser must not cache a module without the bug, or with another one.
  config: () => ({ server: { headers: { 'cache-control': 'no-store' } } }),
  transform(code, id) {
    const bug = globalThis.plantedBug
    if (!bug || id.split('?')[0] !== path.join(root, bug.file)) return null
    return { code: plant(code, bug), map: null }
  },
}

/** The unchanged test projects, one file at a time. */
export default defineConfig((env) => {
  const { plugins = [], test, ...config } = gateConfig(env)
  return {
    ...config,
    root,
    plugins: [plantedBugs, ...plugins],
    test: {
      ...test,
      maxWorkers: 1,
      // A test that the gate leaves out must not be the one that catches a bug.
      tagsFilter: ['!long'],
      // A module with a bug must not outlive its run.
      isolate: true,
      experimental: { fsModuleCache: false },
      // One failure is enough; with a bug that hangs, each test would take its full time.
      bail: 1,
      reporters: [{}],
    },
  }
})
