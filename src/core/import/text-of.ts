import type { Json } from '#core/contract/json.ts'

/** A field of a file's record as words; blank for what is no text and no number. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
