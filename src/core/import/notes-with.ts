/** Notes with the lines that stand nowhere in them yet. */
export function notesWith(notes: string, said: readonly string[]): string {
  const lines = new Set(notes.split('\n').map((line) => line.trim()))
  const added = said.filter((line) => line.trim() !== '' && !lines.has(line.trim()))
  return [notes, ...added].filter((line) => line !== '').join('\n')
}
