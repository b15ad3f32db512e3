import type { Fields } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import { printOfText } from './imported-text.ts'

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
