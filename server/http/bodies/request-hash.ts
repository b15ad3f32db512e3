import { createHash } from 'node:crypto'

/** A file that came with a request. */
export type SentFile = { name: string; bytes: Uint8Array }

/**
 * The same for requests that mean the same, however they were written: JSON or multipart, fields in any order.
 * `path` is the resolved path without its query; `fields` are the parsed ones.
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

/** The value with the keys of every object in one order; an undefined field reads as a missing one. */
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
