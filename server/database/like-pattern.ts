/** Returns a `like` pattern for texts that contain `text`; `%`, `_` and `\` in `text` match only themselves. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
