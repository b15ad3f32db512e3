/** A pattern for `like` and `ilike` that matches this text anywhere, with `%` and `_` escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
