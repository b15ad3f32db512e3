import { createdMarksInPath, isCreatedMark, type BatchOperation } from '#core/contract/sync-batch.ts'

/** The keys that an operation names instead of ids. */
export function keysNamedBy({ path, body }: Pick<BatchOperation, 'path' | 'body'>): Set<string> {
  const keys = new Set([...path.matchAll(createdMarksInPath)].map(([, key]) => key!))
  collect(body, keys)
  return keys
}

function collect(value: unknown, keys: Set<string>): void {
  if (isCreatedMark(value)) keys.add(value.$created)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner, keys)
}

/** The operation with ids in the place of the keys of records that were made before it in the same batch. */
export function withCreatedIds(operation: BatchOperation, idsByKey: ReadonlyMap<string, number>): BatchOperation {
  const path = operation.path.replaceAll(createdMarksInPath, (mark, key: string) => String(idsByKey.get(key) ?? mark))
  if (operation.body === undefined) return { ...operation, path }
  return { ...operation, path, body: replaced(operation.body, idsByKey) as Record<string, unknown> }
}

function replaced(value: unknown, idsByKey: ReadonlyMap<string, number>): unknown {
  if (isCreatedMark(value)) return idsByKey.get(value.$created) ?? value
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, idsByKey))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, idsByKey)]))
}
