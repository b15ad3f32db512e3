import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

/** Journeys drive the built page in the system's Chromium against servers that each journey starts for itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './new-data-folder.ts',
  outputDir: '../../test-results',
  timeout: 180_000,
  // On a slow or busy machine everything takes its time; how fast it must be is for the benchmarks to say.
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A whole browser: in the headless shell, one navigation in five after a woken worker hangs for minutes.
    // Nothing here is drawn by a graphics card, and imitating one costs a tenth of the processor's time.
    launchOptions: { ...systemChromium, args: [...systemChromium.args, '--disable-gpu'] },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
