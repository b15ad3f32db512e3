import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import gateConfig from '../../vitest.config.ts'
import type { Mutant } from './mutant.ts'
import { plant } from './plant.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What `lane.mjs` has planted for the present run; in memory only, the files stay as they are. */
declare global {
  var plantedBug: Omit<Mutant, 'does' | 'tests'> | null | undefined
}

const plantedBugs: Plugin = {
  name: 'planted-bugs',
  enforce: 'pre',
  // The browser must ask again for a module that it has had without the bug, or with another one.
  config: () => ({ server: { headers: { 'cache-control': 'no-store' } } }),
  transform(code, id) {
    const bug = globalThis.plantedBug
    if (!bug || id.split('?')[0] !== path.join(root, bug.file)) return null
    return { code: plant(code, bug), map: null }
  },
}

/** The projects of the tests as they are, one file at a time. */
export default defineConfig((env) => {
  const { plugins = [], test, ...config } = gateConfig(env)
  return {
    ...config,
    root,
    plugins: [plantedBugs, ...plugins],
    test: {
      ...test,
      maxWorkers: 1,
      // What the gate leaves out must not be what catches a bug.
      tagsFilter: ['!long'],
      // A module with a bug in it must not outlive its run.
      isolate: true,
      experimental: { fsModuleCache: false },
      // One that fails is enough; of a bug that hangs, each would take that long.
      bail: 1,
      reporters: [{}],
    },
  }
})
