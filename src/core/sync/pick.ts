import type { Fields } from '#core/contract/json.ts'

/** The named fields; null where one is missing. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}
