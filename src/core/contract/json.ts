export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type Fields = Record<string, Json>

/** Returns the value if it is an object; null for a list or any other value. */
export function fieldsOf(value: Json | undefined): Fields | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null
}
