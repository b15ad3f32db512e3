import type { EntityName } from '#core/sync/entities.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'

/**
 * What one transaction has read or written of single records, so that it asks the database for each once: every
 * question costs a trip to another process, and recording an edit asks for the same few things again and again.
 */
export type RememberedReads<Value> = {
  /** A copy of the remembered value, or of what `read` finds. */
  get: (entity: EntityName, key: LocalKey, read: () => PromiseLike<Value>) => Promise<Value>
  /** What was just written; remembered as it went in. */
  set: (entity: EntityName, key: LocalKey, value: Value) => void
  /** Changes one value, or all of them, as far as they are remembered. */
  change: (entity: EntityName, key: LocalKey, change: (value: Value) => Value) => void
  changeAll: (change: (value: Value) => Value) => void
  forget: () => void
  /** All remembered values; not to be changed. */
  known: () => Value[]
}

export function rememberedReads<Value>(): RememberedReads<Value> {
  const values = new Map<string, Value>()
  const at = (entity: EntityName, key: LocalKey) => `${entity} ${key}`
  return {
    get: async (entity, key, read) => {
      const name = at(entity, key)
      if (!values.has(name)) values.set(name, await read())
      return structuredClone(values.get(name) as Value)
    },
    set: (entity, key, value) => {
      values.set(at(entity, key), structuredClone(value))
    },
    change: (entity, key, change) => {
      const name = at(entity, key)
      if (values.has(name)) values.set(name, change(values.get(name) as Value))
    },
    changeAll: (change) => {
      for (const [name, value] of values) values.set(name, change(value))
    },
    forget: () => values.clear(),
    known: () => [...values.values()],
  }
}

/** One operation of a remembered chain, put in its place or changed. */
export function withOperation(chain: Operation[], operation: Operation): Operation[] {
  const others = chain.filter(({ seq }) => seq !== operation.seq)
  return [...others, structuredClone(operation)].sort((one, other) => one.seq - other.seq)
}
