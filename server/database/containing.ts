/** A pattern for `like` and `ilike` that finds this text anywhere; its own `%` and `_` are ordinary letters. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
