// `npm run texts -- tours`: prints the texts that people read, each once, by feature; without a word, all of them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const wanted = process.argv.slice(2)

const textsOf = new Map()
for (const file of ['src', 'sw', 'server'].flatMap(filesIn)) {
  const place = file.split('/').slice(0, file.startsWith('src/features/') ? 3 : 2)
  if (wanted.length > 0 && !wanted.some((word) => place.includes(word))) continue
  const texts = textsOf.get(place.join('/')) ?? new Set()
  for (const text of textsIn(file)) texts.add(text)
  textsOf.set(place.join('/'), texts)
}
for (const [place, texts] of textsOf) if (texts.size > 0) console.log(`\n## ${place}\n${[...texts].join('\n')}`)

function filesIn(folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  )
  return names.filter((name) => /\.tsx?$/.test(name)).toSorted()
}

function textsIn(file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const texts = []
  const add = (text) => texts.push(text.replaceAll(/\s+/g, ' ').trim())
  const visitor = new Visitor({
    JSXText: ({ value }) => isRead(value) && add(value),
    Literal: ({ value }) => typeof value === 'string' && isRead(value) && add(value),
    // A placeholder is printed as its source expression.
    TemplateLiteral: ({ quasis, expressions }) => {
      const said = quasis.map(({ value }) => value.cooked)
      if (!isRead(said.join(' '))) return
      const filled = [...expressions.map(({ start, end }) => `{${source.slice(start, end)}}`), '']
      add(said.map((piece, place) => piece + filled[place]).join(''))
    },
  })
  visitor.visit(parseSync(file, source).program)
  return texts
}

/** Several words, or one capitalized word; not names of files, classes, events, settings or queries. */
function isRead(text) {
  const words = text.trim().split(/\s+/)
  if (
    /^[#./@([<:*]|[{};=]|^(?:select|insert|update|delete|with|from|where|and|or|create|alter|drop)\b/.test(text.trim())
  )
    return false
  return words.length > 1
    ? words.some((word) => /^[A-Za-z’']{3,}[.,:?!…]?$/.test(word))
    : /^[A-Z][a-z]+[.…!?]?$/.test(words[0])
}
