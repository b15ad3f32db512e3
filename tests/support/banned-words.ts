import { readFileSync } from 'node:fs'

/** Phrases with their replacements, from `docs/glossary.md`. */
const banned = tableBelow('refuses:')
const anyBanned = new RegExp(`\\b(?:${banned.map(({ phrase }) => spaced(phrase)).join('|')})\\b`, 'i')

/** One sentence for each banned phrase in the text. */
export function bannedWordsIn(text: string, where: string): string[] {
  if (!anyBanned.test(text)) return []
  return banned.flatMap(({ phrase, instead }) => {
    const found = new RegExp(`.{0,30}\\b${spaced(phrase)}\\b.{0,30}`, 'i').exec(text)
    return found === null
      ? []
      : [`${where}: "${found[0].replaceAll(/\s+/g, ' ').trim()}": instead of "${phrase}" write ${instead}`]
  })
}

/** The phrase as a pattern that also matches across lines. */
function spaced(phrase: string): string {
  return phrase.replaceAll(' ', '\\s+')
}

function tableBelow(line: string): { phrase: string; instead: string }[] {
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const [table = ''] = glossary.slice(glossary.indexOf(line)).split('\n\n').slice(1)
  const rows = table.split('\n').slice(2)
  return rows.flatMap((row) => {
    const [, phrases = '', instead = ''] = row.split('|').map((cell) => cell.trim())
    return phrases.split(', ').map((phrase) => ({ phrase, instead }))
  })
}
