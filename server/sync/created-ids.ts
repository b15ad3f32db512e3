import { createdMarksInPath, isCreatedMark, type BatchOperation } from '#core/contract/sync-batch.ts'

/** No record has this many nested levels, so deeper ones are not searched. */
const deepestLevel = 16

export function isTooDeep(body: unknown, level = 0): boolean {
  if (typeof body !== 'object' || body === null) return false
  return level > deepestLevel || Object.values(body).some((inner) => isTooDeep(inner, level + 1))
}

/** Returns the keys of earlier operations of the batch whose new records this operation refers to, as `{ $created: key }`. */
export function keysNamedBy({ path, body }: Pick<BatchOperation, 'path' | 'body'>): Set<string> {
  const keys = new Set([...path.matchAll(createdMarksInPath)].map(([, key]) => key!))
  collect(body, keys, 0)
  return keys
}

function collect(value: unknown, keys: Set<string>, level: number): void {
  if (isCreatedMark(value)) keys.add(value.$created)
  else if (typeof value === 'object' && value !== null && level <= deepestLevel) {
    for (const inner of Object.values(value)) collect(inner, keys, level + 1)
  }
}

/** Replaces each `{ $created: key }` by the id of the record that the operation with this key has created. */
export function withCreatedIds(operation: BatchOperation, idsByKey: ReadonlyMap<string, number>): BatchOperation {
  const path = operation.path.replaceAll(createdMarksInPath, (mark, key: string) => String(idsByKey.get(key) ?? mark))
  if (operation.body === undefined) return { ...operation, path }
  return { ...operation, path, body: replaced(operation.body, idsByKey, 0) }
}

function replaced(value: unknown, idsByKey: ReadonlyMap<string, number>, level: number): unknown {
  if (isCreatedMark(value)) return idsByKey.get(value.$created) ?? value
  if (typeof value !== 'object' || value === null || level > deepestLevel) return value
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, idsByKey, level + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, idsByKey, level + 1)]))
}
