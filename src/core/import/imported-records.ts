import type { Fields, Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { canonical, type LocalKey } from '#core/sync/operation.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'

/**
 * Few enough that a save by the agent waits at most a quarter of a second. After each batch, views of the outbox read it whole,
 * so smaller batches are slower: with 25, 10,000 clients took more than twice as long.
 */
export const importBatchSize = 100

/** Metadata key: an import's `ImportMetadata`, with which it can be undone. */
export const importFact = (id: string) => `import ${id}`

/** The prefix of the local keys of all records that an import created. */
export const importedKeys = (id: string) => localKeyOf(id.slice(0, -12))

/** The operation id of an imported record: the import's UUID, with the record's number as its last part. */
export function importedOpId(id: string, index: number): string {
  return `${id.slice(0, -12)}${(index + 1).toString(16).padStart(12, '0')}`
}

export function importedKey(id: string, index: number): LocalKey {
  return localKeyOf(importedOpId(id, index))
}

/** The writable fields; blank if missing or null. */
export function writableFieldsOf(entity: EntityName, record: Fields): Fields {
  return Object.fromEntries(kinds[entity].fields.map((field) => [field, record[field] ?? '']))
}

/** A 32-bit fingerprint of a record's writable fields, to detect changes. */
export function fingerprintOf(entity: EntityName, record: Fields): number {
  return hashText(canonical(writableFieldsOf(entity, record)))
}

/** The text of a string or number; blank for other values. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Appends the lines that `notes` does not contain yet. */
export function notesWith(notes: string, more: readonly string[]): string {
  const lines = new Set(notes.split('\n').map((line) => line.trim()))
  const added = more.filter((line) => line.trim() !== '' && !lines.has(line.trim()))
  return [notes, ...added].filter((line) => line !== '').join('\n')
}

/** Cuts a text to at most `longest` characters, ending in … if it was cut. */
export function truncateText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
