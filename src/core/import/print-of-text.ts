/** 32 bits of a text (FNV-1a). */
export function printOfText(text: string): number {
  let print = 0x811c9dc5
  for (const character of text) print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return print >>> 0
}
