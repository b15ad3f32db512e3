import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

/** Journeys control the built page in the system's Chromium against servers that they start themselves. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './new-data-folder.ts',
  outputDir: '../../test-results',
  timeout: 180_000,
  // A slow machine needs time; benchmarks measure speed.
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A full browser, because in the headless shell one navigation in five after a woken worker hangs for minutes.
    // Without a graphics card, emulating one takes a tenth of the processor's time.
    launchOptions: { ...systemChromium, args: [...systemChromium.args, '--disable-gpu'] },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
