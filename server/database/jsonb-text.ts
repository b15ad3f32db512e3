/** Returns JSON for a `jsonb` column, which refuses NUL and lone surrogates: removes the former and replaces the latter. */
export function jsonbText(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part.replaceAll('\0', '')).toString() : part,
  )
}
