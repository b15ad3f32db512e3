import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: 'restores.ts',
  outputDir: '../../test-results',
  timeout: 0,
  expect: { timeout: 8_000 },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: 'line',
  use: { browserName: 'chromium', launchOptions: systemChromium },
})
