export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type Fields = Record<string, Json>

export function fieldsOf(value: Json | undefined): Fields | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null
}
