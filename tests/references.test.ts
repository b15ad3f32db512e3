import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['src', 'sw', 'server', 'tests', 'docs', 'public']
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => `${folder}/${file}`.replaceAll(path.sep, '/')),
  ),
]
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const pages = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && file !== 'tests/references.test.ts')

/** Files that the running server writes. */
const writtenLater = ['owner.json']

type Reference = { file: string; to: string }

const everyText = [...pages, ...sources].map((file) => ({ file, text: read(file) }))
const everyComment = sources.map((file) => ({ file, text: commentsIn(read(file)) }))
const everyPage = pages.map((file) => ({ file, text: read(file).replace(/^```[\s\S]*?^```/gm, '') }))

describe('numbers of faults, readings and decisions exist in docs/', () => {
  const faults = new Set(Array.from(read('docs/faults.md').matchAll(/^\| ([A-K]\d+) \|/gm), ([, id]) => id))
  const invariants = new Set(Array.from(read('docs/faults.md').matchAll(/^(\d+)\. /gm), ([, number]) => number))
  const readings = new Set(Array.from(read('docs/readings.md').matchAll(/^- \*\*(R\d+)\*\*/gm), ([, id]) => id))
  const decisions = new Set(files.flatMap((file) => /^docs\/decisions\/0*(\d+)-.*\.md$/.exec(file)?.[1] ?? []))

  test.each([
    // Also "(A1, A15)" after a sentence, and "C9 C22: …" before one.
    ['faults', faults, /(?:[Ff]aults?|[Rr]ules?)[\s*]+([A-K]\d+)|\(([A-K]\d+)[,)]|['"`]([A-K]\d+)[ :]/g],
    ['invariants', invariants, /\binvariants?[\s*]+(\d+)/gi],
    ['readings', readings, /\breadings?[\s*]+(R\d+)/gi],
    ['decisions', decisions, /\bdecisions?[\s*]+(\d+)/gi],
  ])('%s', (_, known, pattern) => {
    const cited = everyText.flatMap((one) => citedIn(one, pattern))
    expect(cited.length).toBeGreaterThan(known.size / 4)
    expect(cited.filter(({ to }) => !known.has(to))).toEqual([])
  })

  test('every number of a list is checked', () => {
    expect(
      citedIn({ file: '', text: '(faults A1, C15,\n * K3) and (reading R7)' }, /faults? ([A-K]\d+)/g),
    ).toMatchObject([{ to: 'A1' }, { to: 'C15' }, { to: 'K3' }])
  })

  test('no section or rule of an external document is cited', () => {
    const cited = [...everyComment, ...everyPage].flatMap((one) => citedIn(one, /(.{0,40}(?:§|\brules? \d).*)/gi))
    expect(cited).toEqual([])
  })
})

describe('names of files are those of existing files', () => {
  const name = /(?<![\w/*<{…-])((?:\.{1,2}\/|[\w@-]+\/)*[\w.-]*\w\.(?:ts|tsx|mjs|md|css|json|html))(?![\w/-])/g

  test('in comments', () => {
    expect(everyComment.flatMap((one) => citedIn(one, name)).filter(isMissing)).toEqual([])
  })

  test('between backticks of pages', () => {
    const quoted = everyPage.map(({ file, text }) => ({ file, text: (text.match(/`[^`\n]+`/g) ?? []).join('\n') }))
    expect(quoted.flatMap((one) => citedIn(one, name)).filter(isMissing)).toEqual([])
    const folder = new RegExp(`\`(?:\\.\\./)*((?:${folders.join('|')}|core|storage|features)/[\\w/.-]+)\``, 'g')
    expect(everyPage.flatMap((one) => citedIn(one, folder)).filter(isMissing)).toEqual([])
  })

  test('in links of pages, with the headings that they name', () => {
    const links = everyPage.flatMap((one) => citedIn(one, /\]\((?!https?:|mailto:)([^)\s]+)\)/g))
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ file, to }) => !isLink(file, to))).toEqual([])
  })
})

/** The first group of each match, and the numbers of a list that follows it, such as "A1, C15". */
function citedIn({ file, text }: { file: string; text: string }, pattern: RegExp): Reference[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const first = match.slice(1).find((group) => group !== undefined) ?? ''
    const rest = /^(?:(?:,| and|, and)[\s*]+[A-KR]?\d+\b)*/.exec(text.slice(match.index + match[0].length))?.[0] ?? ''
    return [first, ...(/^[A-KR]\d/.test(first) ? (rest.match(/[A-KR]\d+/g) ?? []) : [])].map((to) => ({ file, to }))
  })
}

function commentsIn(source: string): string {
  return (source.match(/(?<![\w'"`*])\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g) ?? []).join('\n')
}

/** A name may leave out the folders before it. */
function isMissing({ to }: Reference): boolean {
  const end = to.replace(/^(\.{1,2}\/)+/, '').replace(/\/$/, '')
  return ![...files, ...writtenLater].some((file) => file === end || file.endsWith(`/${end}`))
}

function isLink(from: string, to: string): boolean {
  const [target = '', heading] = to.split('#')
  const file = target === '' ? from : path.posix.join(path.posix.dirname(from), target).replace(/\/$/, '')
  if (heading === undefined) return files.includes(file)
  return files.includes(file) && headingsOf(read(file)).includes(heading)
}

function headingsOf(page: string): string[] {
  return (page.match(/^#+ .*/gm) ?? []).map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
