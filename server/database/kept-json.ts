/** JSON for a `jsonb` column, which takes neither the sign zero nor half a sign; in its texts both become what they become in every other text. */
export function keptJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part.replaceAll('\0', '')).toString() : part,
  )
}
