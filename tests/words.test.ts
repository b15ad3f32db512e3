import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bannedWordsIn } from './support/banned-words.ts'

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
