import type { Fields } from '#core/contract/json.ts'

/** Returns a copy with only the named fields. A missing field is null. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}
