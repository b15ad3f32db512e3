import { fieldWords } from '#core/sync/records/describe-operation.ts'
import type { Json } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'
import { formatDollars } from '#core/format/numbers.ts'

/** A field's value as people read it; a code is not written out. */
export function fieldText(entity: EntityName, field: string, value: Json | undefined): string {
  return isSecret(entity, field) && value !== '' && typeof value === 'string'
    ? 'not shown here'
    : fieldValue(field, value)
}

export function isSecret(entity: EntityName, field: string): boolean {
  return kinds[entity].secrets?.includes(field) === true
}

/** A field's value as people read it, codes included. */
export function fieldValue(field: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (field.endsWith('price') && Number.isFinite(Number(value))) return formatDollars(Number(value))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && field.endsWith('date')) return formatDateWithYear(value)
  if (typeof value === 'string' && field.endsWith('time') && isTime(value)) return formatTime(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.map((one) => fieldValue('', one)).join(', ')
  return Object.entries(value)
    .map(([name, inside]) => `${fieldWords(name)}: ${fieldValue(name, inside)}`)
    .join(' · ')
}

/** Another server may send something that is no time; it is shown as it came, as a date is. */
function isTime(value: string): boolean {
  return /^\d{1,2}:\d{2}(:\d{2})?$/.test(value)
}
