import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../docs/decisions')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const pages = readdirSync(folder).filter((file) => file !== 'README.md')

const maxWords = 250

test('a decision has at most 250 words beside its code and diagrams', () => {
  const long = pages.flatMap((file) => {
    const count = wordsIn(read(file))
    return count > maxWords ? [`${file} has ${count} words`] : []
  })
  expect(long).toEqual([])
})

test('the file of a decision is named by its number and title', () => {
  for (const file of pages) {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(read(file)) ?? []
    expect(file).toBe(`${number.padStart(4, '0')}-${nameOf(title)}.md`)
  }
})

test('README.md lists every decision by number, with its title', () => {
  const lines = pages.toSorted().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(read(file)) ?? []
    return `| ${number} | [${title}](${file}) |`
  })
  expect(read('README.md').match(/^\| \d+ \|.*$/gm)).toEqual(lines)
})

/** What has a letter or a digit and a space on either side; addresses of links are not read. */
function wordsIn(page: string): number {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/\]\([^)]*\)/g, ']')
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function nameOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[’'"`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
