import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bannedWordsIn } from './support/banned-words.ts'
import { commentsOf, sourceFiles, titlesOf } from './support/source-words.ts'

const inFolder = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))
const pages = [
  'README.md',
  'CHANGELOG.md',
  'src/ARCHITECTURE.md',
  'src/core/sync/README.md',
  ...inFolder('docs').filter((page) => page !== 'docs/glossary.md'),
  ...inFolder('docs/decisions'),
]

test('a phrase is found in any case, across lines and only as whole words', () => {
  expect(bannedWordsIn('It takes So\nlong.', 'here')).toEqual([
    'here: "It takes So long.": instead of "so long" write at most n, up to n',
  ])
  expect(bannedWordsIn('Renewed for everyone.', 'here')).toEqual([])
})

test.each(pages)('%s uses the words of the glossary', (page) => {
  expect(bannedWordsIn(readFileSync(page, 'utf8'), page)).toEqual([])
})

const sources = sourceFiles()
const testFiles = sources.filter((file) => /\.(test|journey|bench)\.tsx?$/.test(file))

test('comments use the words of the glossary', () => {
  expect(sources.length).toBeGreaterThan(1500)
  // Parsing takes most of the time, and few files have a banned phrase outside their comments.
  const suspects = sources.filter((file) => bannedWordsIn(readFileSync(file, 'utf8'), file).length > 0)
  expect(suspects.flatMap(commentsOf).flatMap(({ where, text }) => bannedWordsIn(text, where))).toEqual([])
})

test('titles of tests use the words of the glossary, and have at most 100 characters', () => {
  const titles = testFiles.flatMap(titlesOf)
  expect(titles.length).toBeGreaterThan(2500)
  expect(titles.flatMap(({ where, text }) => bannedWordsIn(text, where))).toEqual([])
  expect(titles.filter(({ text }) => text.length > 100)).toEqual([])
})

test('every term of the glossary is used by the code', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const rows = glossary.slice(0, glossary.indexOf('## Stored names')).matchAll(/^\| ([a-z][^|]+) \|/gm)
  const terms = [...rows].flatMap(([, cell = '']) => cell.split(', ')).filter((term) => term !== 'term')
  expect(terms.length).toBeGreaterThan(90)
  const code = sources
    .filter((file) => !file.startsWith('tests/'))
    .map((file) => `${file} ${readFileSync(file, 'utf8')}`)
  const words = spacedWords(code.join(' '))
  expect(terms.filter((term) => !words.includes(spacedWords(term)))).toEqual([])
})

/** Names and comments alike: `RecordQueue`, `record-queue` and `record queue` are one. */
function spacedWords(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_/*\s]+/g, ' ')
    .toLowerCase()
}
