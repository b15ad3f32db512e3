// `npm run texts -- tours`: the texts that people read, by feature and each once, to be reread as a whole; all of them without
// a word. They stand in the source where they are shown (docs/decisions/0040-texts-are-in-the-code-that-shows-them.md).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const wanted = process.argv.slice(2)

/** By place: a feature, or another folder of the page, the worker or the server. */
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
    // What is filled in stands as the name that the source has for it.
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

/** Several words, or one with a capital: not the names of files, classes, events, settings and queries. */
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
