import { normalizeLineBreaks } from '#core/contract/fields.ts'
import type { Json } from '#core/contract/json.ts'
import { canonical } from '#core/sync/operation.ts'

/** Whether values agree after a server trimmed or re-typed them (fault G12): `250000` and `"250000.00"`, `null` and `""`, `09:30` and `09:30:00`. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(plain(one)) === canonical(plain(other))
}

function plain(value: Json | undefined): Json {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return plainText(value)
  return value
}

function plainText(text: string): Json {
  const trimmed = normalizeLineBreaks(text.trim())
  if (trimmed === '') return null
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  if (/^\d\d:\d\d:00$/.test(trimmed)) return trimmed.slice(0, 5)
  // Converts only plain decimal numbers: '007' and '+1 916 555' stay texts.
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed
}
