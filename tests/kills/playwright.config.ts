import { defineConfig } from '@playwright/test'

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
