import { defineConfig } from '@playwright/test'

/** `npm run test:kills -- 300`; none of them is part of `npm test`. */
export default defineConfig({
  testDir: '.',
  testMatch: 'kills.ts',
  outputDir: '../../test-results',
  timeout: 0,
  expect: { timeout: 30_000 },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: 'line',
})
