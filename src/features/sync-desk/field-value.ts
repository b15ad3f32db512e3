import { dollars } from '#core/domain/money.ts'
import type { Json } from '#core/sync/json.ts'

/** A field's value as people read it. */
export function fieldValue(field: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (field.endsWith('price') && Number.isFinite(Number(value))) return dollars(Number(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
