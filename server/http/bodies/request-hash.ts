import { createHash } from 'node:crypto'

export type SentFile = { name: string; bytes: Uint8Array }

/**
 * Returns a hash that shows whether an idempotency key is used again for a different request. JSON and multipart with the same fields have
 * the same hash: pass parsed `fields`. `path` has no query.
 */
export function requestHash(
  method: string,
  path: string,
  fields: unknown,
  files: Readonly<Record<string, SentFile>> = {},
): string {
  const fileHashes = Object.fromEntries(Object.entries(files).map(([field, file]) => [field, sha256(file.bytes)]))
  return sha256(JSON.stringify(sorted([method.toUpperCase(), path, fields ?? null, fileHashes])))
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
