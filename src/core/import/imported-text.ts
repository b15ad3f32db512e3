import type { Json } from '#core/contract/json.ts'

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
