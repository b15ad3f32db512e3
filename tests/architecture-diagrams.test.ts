import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    `${folder}/${file}`.replaceAll(path.sep, '/'),
  )
const sources = ['src', 'server', 'sw'].flatMap(filesIn).filter((file) => /\.tsx?$/.test(file))
const pages = ['src', 'server', 'docs'].flatMap(filesIn).filter((file) => file.endsWith('.md'))

const declared = new Set(sources.flatMap((file) => declaredIn(read(file))))
const diagrams = pages.flatMap((file) => diagramsIn(file, read(file)))

describe('Mermaid diagrams', () => {
  test('name only functions that exist', () => {
    const missing = diagrams.flatMap(({ title, text }) =>
      functionsIn(text)
        .filter((name) => !declared.has(name))
        .map((name) => `${title}: ${name}() is declared nowhere in src, server or sw`),
    )
    expect(missing).toEqual([])
  })

  test('name only files that exist', () => {
    const missing = diagrams.flatMap(({ title, text }) =>
      (text.match(/[\w./-]+\.tsx?\b/g) ?? [])
        .filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${title}: there is no file ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('are all well-formed', () => {
    const marks = pages.flatMap((file) => read(file).match(/```mermaid/g) ?? [])
    expect(diagrams).toHaveLength(marks.length)
    for (const { text } of diagrams) expect(text).toMatch(/^(sequenceDiagram|stateDiagram-v2|flowchart (LR|TD))\n/)
  })

  test.each(['Save', 'Send', 'Pull', 'Conflict'])(
    'ARCHITECTURE.md has a sequence diagram with functions for: %s',
    (title) => {
      const found = diagrams.find((one) => one.title === `src/ARCHITECTURE.md, ${title}`)
      expect(found?.text).toMatch(/^sequenceDiagram\n/)
      expect(functionsIn(found?.text ?? '').length).toBeGreaterThan(5)
    },
  )
})

function diagramsIn(file: string, page: string): { title: string; text: string }[] {
  return Array.from(page.matchAll(/^```mermaid\n([\s\S]*?)^```/gm), ({ index, 1: text = '' }) => {
    const heading = page
      .slice(0, index)
      .match(/^#+ .*/gm)
      ?.at(-1)
    return { title: `${file}, ${heading?.replace(/^#+ /, '') ?? 'top'}`, text }
  })
}

function functionsIn(diagram: string): string[] {
  return Array.from(diagram.matchAll(/([A-Za-z_$][\w$]*)\(\)/g), ([, name = '']) => name)
}

/** Functions, constants that hold one, classes, and methods of classes, objects and types. */
function declaredIn(source: string): string[] {
  const patterns = [
    /\bfunction\*?\s+([\w$]+)/g,
    /\b(?:const|class)\s+([\w$]+)/g,
    /^\s+(?:readonly\s+)?(?:async\s+)?#?([\w$]+)\??:\s*(?:<[^>]*>)?(?:async\s*)?\(/gm,
    /^\s+(?:async\s+)?#?([\w$]+)(?:<[^>]*>)?\([^)]*\)[^\n]*\{$/gm,
  ]
  return patterns.flatMap((pattern) => Array.from(source.matchAll(pattern), ([, name = '']) => name))
}
