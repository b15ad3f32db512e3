import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { groupBy } from '#core/sync/groups.ts'

/** Caches the records of one transaction. Every database call goes to another process, and an edit repeats the same reads. */
type ReadCache<Value> = {
  /** Returns a copy of the cached value, or of the result of `read`, which it caches. */
  get: (entity: EntityName, key: LocalKey, read: () => PromiseLike<Value | undefined>) => Promise<Value | undefined>
  set: (entity: EntityName, key: LocalKey, value: Value | undefined) => void
  /** Changes a value if it is cached. */
  change: (entity: EntityName, key: LocalKey, change: (value: Value | undefined) => Value) => void
  forget: () => void
}

/** Up to this many records of a kind are read one by one; the next read loads the whole kind. */
const mostOneByOne = 3

/** `readAll` returns all values of a kind, or null if there are too many. If two values share a key, the first wins. */
export function readCache<Value>(
  readAll: (entity: EntityName) => Promise<readonly (readonly [LocalKey, Value])[] | null> = async () => null,
): ReadCache<Value> {
  const values = new Map<string, Value | undefined>()
  const asked = new Map<EntityName, number>()
  /** Kinds that are cached completely. */
  const whole = new Set<EntityName>()
  const at = (entity: EntityName, key: LocalKey) => `${entity} ${key}`
  const isKnown = (entity: EntityName, key: LocalKey) => whole.has(entity) || values.has(at(entity, key))

  async function rememberAll(entity: EntityName): Promise<void> {
    const all = await readAll(entity)
    if (all === null) return
    whole.add(entity)
    for (const [key, value] of all) if (!values.has(at(entity, key))) values.set(at(entity, key), value)
  }

  return {
    get: async (entity, key, read) => {
      if (!isKnown(entity, key)) {
        const times = (asked.get(entity) ?? 0) + 1
        asked.set(entity, times)
        if (times === mostOneByOne + 1) await rememberAll(entity)
      }
      if (!isKnown(entity, key)) values.set(at(entity, key), await read())
      return copyOf(values.get(at(entity, key)))
    },
    set: (entity, key, value) => {
      values.set(at(entity, key), copyOf(value))
    },
    change: (entity, key, change) => {
      if (isKnown(entity, key)) values.set(at(entity, key), change(values.get(at(entity, key))))
    },
    forget: () => {
      for (const remembered of [values, asked, whole]) remembered.clear()
    },
  }
}

/** Returns a deep copy like `structuredClone`, several times faster for plain data. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy as Value
}

/** Caches a transaction's operations by record and number. `readAll` returns a kind's, in order, or null if too many. */
export function rememberedChains(readAll: (entity: EntityName) => Promise<Operation[] | null>) {
  const recordOf = new Map<number, { entity: EntityName; key: LocalKey }>()
  const chains = readCache<Operation[]>(async (entity) => {
    const all = await readAll(entity)
    return all && [...groupBy(all.map(noted), ({ key }) => key)]
  })

  function noted(operation: Operation): Operation {
    const { seq, entity, key } = operation
    recordOf.set(seq, { entity, key })
    return operation
  }

  function remove(seq: number): void {
    const record = recordOf.get(seq)
    if (record === undefined) return
    recordOf.delete(seq)
    chains.change(record.entity, record.key, (chain = []) => chain.filter((one) => one.seq !== seq))
  }

  return {
    get: async (entity: EntityName, key: LocalKey, read: () => PromiseLike<Operation[]>): Promise<Operation[]> =>
      ((await chains.get(entity, key, read)) ?? []).map(noted),
    /** Undefined also for an operation that is not cached. */
    operation: async (seq: number): Promise<Operation | undefined> => {
      const record = recordOf.get(seq)
      const chain = record && (await chains.get(record.entity, record.key, async () => []))
      return chain?.find((one) => one.seq === seq)
    },
    put: (operation: Operation): void => {
      const { entity, key, seq } = operation
      remove(seq)
      chains.change(entity, key, (chain = []) => {
        noted(operation)
        return [...chain, copyOf(operation)].sort((one, other) => one.seq - other.seq)
      })
    },
    remove,
  }
}
