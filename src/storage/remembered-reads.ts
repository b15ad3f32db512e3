import type { EntityName } from '#core/sync/entities.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { copyOf } from './copy-of.ts'

/**
 * What one transaction has read or written of single records, so that it asks the database for each once: every
 * question costs a trip to another process, and recording an edit asks for the same few things again and again.
 */
export type RememberedReads<Value> = {
  /** A copy of the remembered value, or of what `read` finds. */
  get: (entity: EntityName, key: LocalKey, read: () => PromiseLike<Value>) => Promise<Value>
  /** What was just written, or read ahead; remembered as it is. */
  set: (entity: EntityName, key: LocalKey, value: Value) => void
  has: (entity: EntityName, key: LocalKey) => boolean
  /** Changes one value, as far as it is remembered. */
  change: (entity: EntityName, key: LocalKey, change: (value: Value) => Value) => void
  forget: () => void
}

export function rememberedReads<Value>(): RememberedReads<Value> {
  const values = new Map<string, Value>()
  const at = (entity: EntityName, key: LocalKey) => `${entity} ${key}`
  return {
    get: async (entity, key, read) => {
      const name = at(entity, key)
      if (!values.has(name)) values.set(name, await read())
      return copyOf(values.get(name) as Value)
    },
    set: (entity, key, value) => {
      values.set(at(entity, key), copyOf(value))
    },
    has: (entity, key) => values.has(at(entity, key)),
    change: (entity, key, change) => {
      const name = at(entity, key)
      if (values.has(name)) values.set(name, change(values.get(name) as Value))
    },
    forget: () => values.clear(),
  }
}
