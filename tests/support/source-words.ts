import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

export type Words = { where: string; text: string }

/** All TypeScript and JavaScript sources of the project. */
export function sourceFiles(): string[] {
  const files = ['src', 'server', 'sw', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return [...files, 'vite.config.ts', 'vitest.config.ts'].filter((name) => /\.(ts|tsx|mjs)$/.test(name)).toSorted()
}

export function commentsOf(file: string): Words[] {
  const source = readFileSync(file, 'utf8')
  return parseSync(file, source).comments.map(({ start, value }) => ({ where: at(file, source, start), text: value }))
}

/** The titles of a file's tests and groups; templates as written. */
export function titlesOf(file: string): Words[] {
  const source = readFileSync(file, 'utf8')
  const titles: Words[] = []
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      const isText = title?.type === 'Literal' || title?.type === 'TemplateLiteral'
      const called = /^(?:test|describe|longTest|testEach)\b/.test(source.slice(callee.start, callee.end))
      if (called && isText) {
        titles.push({ where: at(file, source, title.start), text: source.slice(title.start + 1, title.end - 1) })
      }
    },
  })
  visitor.visit(parseSync(file, source).program)
  return titles
}

function at(file: string, source: string, start: number): string {
  return `${file}:${source.slice(0, start).split('\n').length}`
}
