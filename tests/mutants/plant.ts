import { parseAst } from 'vite'
import type { Mutant } from './mutant.ts'

/** The source with the bug. Throws unless `find` occurs in `inside` exactly once. */
export function plant(source: string, { file, inside, find, replace }: Omit<Mutant, 'does' | 'tests'>): string {
  const { start, end } = rangeOf(source, file, inside)
  const found = [...source.slice(start, end).matchAll(inAnyLayout(find))]
  const [match] = found
  if (match === undefined || found.length > 1) {
    throw new Error(`It stands in ${inside} of ${file} ${found.length} times: ${find}`)
  }
  const from = start + match.index
  return source.slice(0, from) + replace + source.slice(from + match[0].length)
}

function rangeOf(source: string, file: string, name: string): { start: number; end: number } {
  const { body } = parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })
  for (const statement of body) {
    const declared = 'declaration' in statement && statement.declaration !== null ? statement.declaration : statement
    const names =
      declared.type === 'VariableDeclaration'
        ? declared.declarations.map(({ id }) => id)
        : 'id' in declared
          ? [declared.id]
          : []
    if (names.some((id) => id?.type === 'Identifier' && id.name === name)) return statement
  }
  throw new Error(`There is no ${name} in ${file}.`)
}

/** The formatter may break lines and add trailing commas. */
function inAnyLayout(text: string): RegExp {
  const words = text.trim().match(/\w+|[^\w\s]/g) ?? []
  const pattern = words.map((word, index) => {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    if (index === 0) return escaped
    const parted = /^\w/.test(word) && /\w$/.test(words[index - 1] ?? '') ? '\\s+' : '\\s*'
    return /[)\]}]/.test(word) ? `(?:,\\s*)?${parted}${escaped}` : parted + escaped
  })
  return new RegExp(pattern.join(''), 'gu')
}
