import { defineConfig } from '@playwright/test'
import { systemChromium } from '../support/system-chromium.ts'

/** One test, which goes through its own list in two lanes; a run that takes longer than this is broken. */
export default defineConfig({
  testDir: '.',
  testMatch: process.env['PICTURES'] === 'readme' ? 'readme-pictures.ts' : 'pictures.ts',
  outputDir: '../../test-results',
  timeout: 1_800_000,
  workers: 1,
  retries: 0,
  reporter: 'line',
  use: { browserName: 'chromium', launchOptions: systemChromium },
})
