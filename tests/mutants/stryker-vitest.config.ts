import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Random days by the hundred, through which every change that survives would have to live. */
const tooLong = ['planner-optimality', 'planner-reasons', 'planner-rules'].map((name) => `tests/rules/${name}.test.ts`)

/** The project `rules` of `vitest.config.ts`, with what can be run for each of thousands of changes. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    isolate: false,
    include: ['tests/rules/**/*.test.ts'],
    exclude: tooLong,
    setupFiles: ['tests/support/fixed-seed.ts'],
    testTimeout: 60_000,
  },
})
