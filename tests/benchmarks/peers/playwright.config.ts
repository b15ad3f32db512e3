import { defineConfig } from '@playwright/test'
import oneAtATime from '../playwright.config.ts'

export default defineConfig(oneAtATime, {
  testDir: '.',
  testMatch: 'replay-of-peers.ts',
  outputDir: '../../../test-results',
  timeout: 900_000,
  reporter: [['./table-reporter.ts']],
})
