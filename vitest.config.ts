import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from './tests/support/memory-folder.ts'
import { shortLivedDatabase } from './tests/support/short-lived-database.ts'
import { pageModules } from './tests/sync/world/page-modules.ts'
import viteConfig from './vite.config.ts'

const chromium = process.env['HEADLESS_SHELL'] || (process.env['CHROMIUM'] ?? '/usr/bin/chromium')

/** Suites run beside each other; what takes a tenth of a second alone may take two then. */
const busyMachine = { poll: { timeout: 15_000 } }

/** Screens are tested without a server: a call that a test does not answer fails, whatever else runs on this machine. */
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

/** Browsers of other engines, each against a server of its own. */
const inEngines = {
  globalSetup: ['tests/journeys/new-data-folder.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

export default defineConfig((env) => ({
  ...viteConfig(env),
  test: {
    // Vitest leaves one processor for its watch mode, which is not used here.
    maxWorkers: availableParallelism(),
    // The files of a worker share their modules, whose loading would take as long as their tests. Not where modules keep
    // state: sync loads the app's own anew, screens all.
    isolate: false,
    // Each process of a run would compile the same modules again.
    experimental: { fsModuleCache: true },
    tags: [{ name: 'long', description: 'Left out by `npm test`, run by `npm run test:all`.' }],
    projects: [
      {
        extends: true,
        // Random days and surveys by the thousand take seconds, and more beside the other suites.
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
          // A worker for each file starts sooner as a thread.
          pool: 'threads',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: ['tests/support/storage-of-the-file.ts', 'tests/support/fixed-seed.ts'],
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
        // One browser of each engine; a step of a journey goes on where the one before has ended.
        test: { name: 'engines', include: ['tests/engines/*.test.ts'], ...inEngines },
      },
      {
        extends: true,
        // `npm run test:engines`; what is measured or looked at is not disturbed by another browser.
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
        // `npm run test:endurance`; one after the other, because what is measured must not be disturbed.
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
          // Packages are installed twice, which a busy machine is slow at.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        extends: true,
        // A package met for the first time in the middle of a run would reload the page under its test.
        optimizeDeps: { include: packagesOfThePage },
        // No module changes in a run, so each lane fetches and compiles it once, not once for each of its files.
        server: { headers: { 'cache-control': 'max-age=86400' } },
        plugins: [noServer],
        test: {
          name: 'screens',
          // Listeners of one file would hear what the next one does.
          isolate: true,
          include: ['tests/screens/**/*.test.tsx'],
          setupFiles: ['tests/support/page-as-new.ts'],
          expect: busyMachine,
          testTimeout: 60_000,
          // Each lane of files has a browser context, and with it a storage and a focus, of its own.
          fileParallelism: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Imitating a graphics card costs processor time, and changes nothing that these tests look at.
              launchOptions: { executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] },
              // What moves into its place would be measured on its way there by whoever asks early.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
}))
