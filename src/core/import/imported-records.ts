import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'

/**
 * So few that what the agent saves meanwhile waits for a quarter of a second at most. After each time everything that shows
 * what waits reads the whole outbox: with 25 at once 10,000 clients took more than twice as long.
 */
export const changesAtOnce = 100

export const importFact = (id: string) => `import ${id}`

/** How the keys of all records of an import begin. */
export const importedKeys = (id: string) => localKeyOf(id.slice(0, -12))

/** The import's id with the record's number in its last part, which is a UUID again. */
export function importedOpId(id: string, index: number): string {
  return `${id.slice(0, -12)}${(index + 1).toString(16).padStart(12, '0')}`
}

export function importedKey(id: string, index: number): LocalKey {
  return localKeyOf(importedOpId(id, index))
}

/** The fields that an agent writes; what another server has left out, and what is not known, is blank. */
export function textsOf(entity: EntityName, record: Fields): Fields {
  return Object.fromEntries(kinds[entity].fields.map((field) => [field, record[field] ?? '']))
}

/** 32 bits of what a record is made of: enough to see that somebody changed it. */
export function printOf(entity: EntityName, record: Fields): number {
  return printOfText(canonical(textsOf(entity, record)))
}

/** A field of a file's record as words; blank for what is no text and no number. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Notes with the lines that stand nowhere in them yet. */
export function notesWith(notes: string, said: readonly string[]): string {
  const lines = new Set(notes.split('\n').map((line) => line.trim()))
  const added = said.filter((line) => line.trim() !== '' && !lines.has(line.trim()))
  return [notes, ...added].filter((line) => line !== '').join('\n')
}

/** At most so many letters, the last of which says that there were more. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

/** 32 bits of a text (FNV-1a). */
export function printOfText(text: string): number {
  let print = 0x811c9dc5
  for (const character of text) print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return print >>> 0
}
