import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from './tests/support/memory-folder.ts'
import { shortLivedDatabase } from './tests/support/short-lived-database.ts'
import { pageModules } from './tests/sync/world/page-modules.ts'
import viteConfig from './vite.config.ts'

const chromium = process.env['HEADLESS_SHELL'] || (process.env['CHROMIUM'] ?? '/usr/bin/chromium')

/** Suites run concurrently, so work of a tenth of a second may take two. */
const busyMachine = { poll: { timeout: 15_000 } }

/** Screens are tested without a server: a call without a mock fails, whatever else runs on this machine. */
const noServer: Plugin = {
  name: 'no-server',
  configureServer({ middlewares }) {
    for (const path of ['/api', '/photos']) {
      middlewares.use(path, (_, response) => {
        response.statusCode = 500
        response.end()
      })
    }
  },
}

const inMemory = memoryFolder()
const temporaryFiles: Record<string, string> = inMemory === undefined ? {} : { TMPDIR: inMemory }

const packagesOfThePage = [
  '@zip.js/zip.js/lib/zip-core-custom.js',
  '@nivo/bar',
  '@nivo/line',
  '@radix-ui/react-dialog',
  '@radix-ui/react-tabs',
  '@schedule-x/calendar',
  '@schedule-x/events-service',
  '@schedule-x/react',
  '@tanstack/react-router',
  'axe-core',
  'csv-parse/browser/esm/sync',
  'dexie',
  'dexie-react-hooks',
  'fake-indexeddb',
  'ical.js',
  'idb-keyval',
  'ky',
  'preact',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'valibot',
  'vitest-browser-react',
  'workbox-window',
  'zustand',
]

/** Browsers of other engines, each against its own server. */
const inEngines = {
  globalSetup: ['tests/journeys/new-data-folder.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig((env) => ({
  ...viteConfig(env),
  test: {
    // By default Vitest reserves a processor for its watch mode.
    maxWorkers: availableParallelism(),
    // Files of a worker share modules, because loading them takes as long as the tests. Modules with state are the
    // exception: `sync` loads `src/storage` for each simulated page, `screens` isolates every file.
    isolate: false,
    // Otherwise each process compiles the same modules again.
    experimental: { fsModuleCache: true },
    tags: [{ name: 'long', description: 'Left out by `npm test`, run by `npm run test:all`.' }],
    projects: [
      {
        extends: true,
        // Thousands of random days and surveys take seconds, and longer beside other suites.
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts', 'tests/*.test.ts'],
          setupFiles: ['tests/support/fixed-seed.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [pageModules()],
        test: {
          name: 'sync',
          // Threads start faster than processes.
          pool: 'threads',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: [
            'tests/support/without-channels.ts',
            'tests/support/isolate-storage.ts',
            'tests/support/fixed-seed.ts',
          ],
          expect: busyMachine,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/server-test-setup.ts'],
          setupFiles: ['tests/support/fixed-seed.ts'],
          execArgv: shortLivedDatabase,
          env: temporaryFiles,
          expect: busyMachine,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // One browser of each engine, because the steps of a journey depend on each other.
        test: { name: 'engines', include: ['tests/engines/*.test.ts'], ...inEngines },
      },
      {
        extends: true,
        // `npm run test:engines`; one file at a time, so that no other browser disturbs measurements.
        test: {
          name: 'engines-long',
          include: ['tests/engines/*.long.ts'],
          fileParallelism: false,
          ...inEngines,
          testTimeout: 3_600_000,
        },
      },
      {
        extends: true,
        // `npm run test:endurance`; one file at a time, so that nothing disturbs measurements.
        test: {
          name: 'endurance',
          isolate: true,
          include: ['tests/endurance/**/*.test.ts'],
          globalSetup: ['tests/support/server-test-setup.ts'],
          fileParallelism: false,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // `npm run test:long -- package`.
        test: {
          name: 'package',
          include: ['tests/package/**/*.test.ts'],
          // Packages are installed twice, which is slow on a busy machine.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        extends: true,
        // A package that is discovered during a run would reload the page under test.
        optimizeDeps: { include: packagesOfThePage },
        // Modules do not change during a run, so each lane fetches and compiles them only once.
        server: { headers: { 'cache-control': 'max-age=86400' } },
        plugins: [noServer],
        test: {
          name: 'screens',
          // Listeners of one file would receive events of the next.
          isolate: true,
          include: ['tests/screens/**/*.test.tsx'],
          setupFiles: ['tests/support/reset-page.ts'],
          expect: busyMachine,
          testTimeout: 60_000,
          // Each lane of files has its own browser context, with its own storage and focus.
          fileParallelism: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Emulating a GPU costs processor time, and these tests need none.
              launchOptions: { executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] },
              // A test could measure an element that is still moving.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
}))
