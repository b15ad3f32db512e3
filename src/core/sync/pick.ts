import type { Fields } from '#core/contract/json.ts'

/** These fields, each with a value: null where there is none. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}
