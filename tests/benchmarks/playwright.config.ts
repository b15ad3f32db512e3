import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

/** One test at a time, because a measurement needs the machine to itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../../test-results',
  timeout: 600_000,
  workers: 1,
  retries: 0,
  reporter: [['./figures-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: systemChromium,
  },
})
