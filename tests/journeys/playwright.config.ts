import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

/** Journeys drive the built page in the system's Chromium against servers that each journey starts for itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './new-data-folder.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: systemChromium,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
