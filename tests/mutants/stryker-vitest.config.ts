import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Hundreds of random days would take too long for each change. */
const tooLong = ['planner-optimality', 'planner-reasons', 'planner-rules'].map((name) => `tests/rules/${name}.test.ts`)

/** The project `rules` of `vitest.config.ts`, without tests that are too slow for thousands of changes. */
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
