import { dollars } from '#core/domain/money.ts'
import { fieldWords } from '#core/sync/describe-operation.ts'
import type { Json } from '#core/sync/json.ts'

/** A field's value as people read it. */
export function fieldValue(field: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (field.endsWith('price') && Number.isFinite(Number(value))) return dollars(Number(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.map((one) => fieldValue('', one)).join(', ')
  return Object.entries(value)
    .map(([name, inside]) => `${fieldWords(name)}: ${fieldValue(name, inside)}`)
    .join(' · ')
}
