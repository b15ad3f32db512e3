import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

type Import = { from: string; to: string }

const files = ['src', 'sw', 'server'].flatMap(sourceFiles)
const imports = files.flatMap(importsOf)

describe('the import rule', () => {
  test('the checks cover all source folders', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(imports.length).toBeGreaterThan(files.length)
    for (const floor of [
      'src/core',
      'src/files',
      'src/storage',
      'src/api',
      'src/state',
      'src/ui',
      'src/sending',
      'src/records',
      'src/features',
      'src/screens',
      'src/app',
      'sw',
      'server',
    ]) {
      expect(
        files.filter((file) => file.startsWith(`${floor}/`)),
        floor,
      ).not.toHaveLength(0)
    }
  })

  test('finds static, type-only, re-exported and dynamic imports alike', () => {
    const source = `import a from './a.ts'\nimport type { B } from './b.ts'\nexport { c } from './c.ts'\nconst d = import('./d.ts')\nimport './e.css'`
    expect(specifiersIn(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.css'])
  })

  const mayImport: Record<string, string[]> = {
    'src/core': ['src/core'],
    'src/files': ['src/files', 'src/core'],
    'src/storage': ['src/storage', 'src/core'],
    'src/api': ['src/api', 'src/core'],
    'src/state': ['src/state', 'src/core'],
    'src/sending': ['src/sending', 'src/storage', 'src/api', 'src/core'],
    'src/ui': ['src/ui', 'src/core/serial-queue.ts', 'src/core/format', 'src/core/domain', 'src/core/contract'],
    'src/records': ['src/records', 'src/ui', 'src/state', 'src/storage', 'src/api', 'src/core'],
    'src/features': [
      'src/features',
      'src/records',
      'src/sending',
      'src/ui',
      'src/state',
      'src/storage',
      'src/api',
      'src/files',
      'src/core',
    ],
    'src/screens': ['src/screens', 'src/features', 'src/records', 'src/ui', 'src/state', 'src/storage', 'src/core'],
    'src/app': ['src'],
    'src/main.tsx': ['src'],
    sw: ['sw', 'src/sending', 'src/storage', 'src/api', 'src/core'],
    server: ['server', 'src/files', 'src/core'],
  }

  test.each(Object.entries(mayImport))('%s imports only what the import rule allows', (floor, allowed) => {
    const wrong = imports.filter(
      ({ from, to }) => isInside(from, floor) && isOurs(to) && !allowed.some((place) => isInside(to, place)),
    )
    expect(wrong).toEqual([])
  })

  test('a feature never imports another feature', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [feature, other] = [featureOf(from), featureOf(to)]
      return feature !== null && other !== null && feature !== other
    })
    expect(wrong).toEqual([])
  })

  test('inside core: import → sync; sync, planner, survey → kinds → domain → contract → format', () => {
    const order = ['format', 'contract', 'domain', 'kinds', 'sync', 'import', 'backup']
    const wrong = imports.filter(({ from, to }) => {
      const [floor, below] = [coreFloorOf(from), coreFloorOf(to)]
      if (floor === null || below === null || floor === below) return false
      return rank(below, order) >= rank(floor, order)
    })
    expect(wrong).toEqual([])
  })

  test('inside the sync core, each room imports only rooms before it', () => {
    const rooms = ['records', 'requests', 'writing', 'sending', 'pulling', 'plain', 'resolving', 'survey']
    const room = (file: string) => /^src\/core\/sync\/([a-z]+)\//.exec(file)?.[1] ?? null
    expect(new Set(files.map(room).filter((name) => name !== null))).toEqual(new Set(rooms))
    const wrong = imports.filter(({ from, to }) => {
      const [user, used] = [room(from), room(to)]
      return user !== null && used !== null && rooms.indexOf(used) > rooms.indexOf(user)
    })
    expect(wrong).toEqual([])
  })

  test('no two rooms import each other', () => {
    const room = (file: string) =>
      /^src\/features\/.+(?=\/)|^src\/(?:core\/domain|storage|ui|records)\/[a-z-]+(?=\/)/.exec(file)?.[0] ?? null
    const uses = new Set(
      imports
        .map(({ from, to }) => [room(from), room(to)])
        .filter(([user, used]) => user !== used && user && used)
        .map(String),
    )
    expect(uses.size).toBeGreaterThan(100)
    expect([...uses].filter((pair) => uses.has(pair.split(',').toReversed().join(',')))).toEqual([])
  })

  test('on the server, routes use services and services repositories, never the other way round', () => {
    const order = ['repository', 'service', 'routes']
    const wrong = imports.filter(({ from, to }) => {
      if (!isInside(from, 'server') || !isInside(to, 'server')) return false
      const [floor, other] = [serverFloorOf(from), serverFloorOf(to)]
      return floor !== null && other !== null && order.indexOf(other) > order.indexOf(floor)
    })
    expect(wrong).toEqual([])
  })

  const homes: Record<string, (file: string) => boolean> = {
    dexie: (file) => isInside(file, 'src/storage'),
    'dexie-react-hooks': (file) => isInside(file, 'src/storage'),
    'csv-parse': (file) => isInside(file, 'src/files'),
    'ical.js': (file) => isInside(file, 'src/files'),
    '@zip.js/zip.js': (file) => isInside(file, 'src/files'),
    'idb-keyval': (file) => isInside(file, 'src/storage'),
    ky: (file) => isInside(file, 'src/api'),
    zustand: (file) => isInside(file, 'src/state') || file === 'src/app/workspace.ts',
    nodemailer: (file) => isInside(file, 'server/mail'),
    kysely: (file) => isInside(file, 'server'),
    'workbox-window': (file) => isInside(file, 'src/app'),
    '@electric-sql/pglite': (file) => isInside(file, 'server/database'),
  }

  test.each(Object.entries(homes))('%s is imported only by the folder that wraps it', (packageName, isHome) => {
    const wrong = imports.filter(
      ({ from, to }) => (to === packageName || to.startsWith(`${packageName}/`)) && !isHome(from),
    )
    expect(wrong).toEqual([])
  })

  test('core imports no package but the schema library', () => {
    const wrong = imports.filter(({ from, to }) => isInside(from, 'src/core') && !isOurs(to) && to !== 'valibot')
    expect(wrong).toEqual([])
  })

  test('the service worker’s code has no dynamic import, which would stop it from starting', () => {
    const carried = [...carriedBy(sourceFiles('sw'))]
    expect(carried.length).toBeGreaterThan(20)
    const fetching = carried.filter((file) => /\bimport\(\s*['"]/.test(readFileSync(path.join(root, file), 'utf8')))
    expect(fetching).toEqual([])
  })

  test('no file imports itself through others', () => {
    expect(circles(new Map(files.map((file) => [file, importsFrom(file)])))).toEqual([])
    expect(circles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })))).toEqual([['b', 'c']])
  })

  test('every export is used by another file, or by a test and its own file', () => {
    const users = [...files, 'vite.config.ts', 'vitest.config.ts']
    const words = wordsByFile(users)
    const tested = new Set([...wordsByFile(sourceFiles('tests')).values()].flatMap((named) => Array.from(named.keys())))
    const unused = files.filter(isNoMigration).flatMap((file) =>
      exportsOf(file).filter((name) => {
        const isElsewhere = users.some((other) => other !== file && words.get(other)?.has(name) === true)
        const isHere = (words.get(file)?.get(name) ?? 0) > 1
        return !isElsewhere && !(isHere && tested.has(name))
      }),
    )
    expect(unused).toEqual([])
  })

  test('every file has a unique name', () => {
    const names = files.map((file) => path.basename(file))
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  })

  test('every imported file exists', () => {
    expect(imports.filter(({ to }) => isOurs(to) && !existsSync(path.join(root, to)))).toEqual([])
  })
})

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.d\.ts$|node_modules/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
}

function importsOf(file: string): Import[] {
  return specifiersIn(readFileSync(path.join(root, file), 'utf8')).map((specifier) => ({
    from: file,
    to: resolve(file, specifier),
  }))
}

/** These files and all that they import statically, except types, which do not exist at run time. */
function carriedBy(entrances: readonly string[]): Set<string> {
  const met = new Set<string>()
  const visit = (file: string) => {
    if (met.has(file) || !isOurs(file)) return
    met.add(file)
    const source = readFileSync(path.join(root, file), 'utf8')
    const atOnce = source.replaceAll(/(?:^|\n)\s*(?:import|export) type\b[^'"`;]*?\bfrom\s*['"][^'"]+['"]/g, '')
    const later = new Set([...atOnce.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier))
    for (const specifier of specifiersIn(atOnce)) if (!later.has(specifier)) visit(resolve(file, specifier))
  }
  for (const file of entrances) visit(file)
  return met
}

function specifiersIn(source: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function resolve(file: string, specifier: string): string {
  const bare = specifier.split('?')[0] ?? specifier
  if (bare.startsWith('#server/')) return bare.replace('#server/', 'server/')
  if (bare.startsWith('#tests/')) return bare.replace('#tests/', 'tests/')
  if (bare.startsWith('#')) return bare.replace('#', 'src/')
  if (bare.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), bare))
  return bare
}

function importsFrom(file: string): string[] {
  return imports.filter(({ from, to }) => from === file && isOurs(to)).map(({ to }) => to)
}

/** Groups of files that all reach each other (Tarjan's strongly connected components). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    lowest.set(file, number)
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const isOpen = path.includes(next)
      if (order.has(next) && !isOpen) continue
      const reached = isOpen ? (order.get(next) ?? number) : visit(next)
      lowest.set(file, Math.min(lowest.get(file) ?? number, reached))
    }
    const least = lowest.get(file) ?? number
    if (least === number) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) found.push(circle.toSorted())
    }
    return least
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found
}

function wordsByFile(files: readonly string[]): Map<string, Map<string, number>> {
  return new Map(
    files.map((file) => {
      const counts = new Map<string, number>()
      for (const [word] of codeOf(file).matchAll(/[\w$]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
      return [file, counts] as const
    }),
  )
}

function exportsOf(file: string): string[] {
  const declared = /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) ([\w$]+)/gm
  return [...codeOf(file).matchAll(declared)].map(([, name]) => name ?? '')
}

function codeOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '')
}

/** Kysely runs migrations by their number. */
function isNoMigration(file: string): boolean {
  return !file.includes('/migrations/')
}

function isOurs(target: string): boolean {
  return ['src', 'sw', 'server', 'tests'].some((top) => isInside(target, top))
}

function isInside(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`)
}

function featureOf(file: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? null
}

function coreFloorOf(file: string): string | null {
  return /^src\/core\/([^/]+)\//.exec(file)?.[1] ?? null
}

function rank(floor: string, order: string[]): number {
  const place = order.indexOf(floor)
  return place === -1 ? order.indexOf('sync') : place
}

function serverFloorOf(file: string): string | null {
  return /-(repository|service|routes)\.ts$/.exec(file)?.[1] ?? null
}
