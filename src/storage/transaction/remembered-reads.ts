import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { groupBy } from '#core/sync/groups.ts'

/**
 * What one transaction has read or written of single records, so that it asks the database for each once: every
 * question costs a trip to another process, and recording an edit asks for the same few things again and again.
 */
type RememberedReads<Value> = {
  /** A copy of the remembered value, or of what `read` finds. */
  get: (entity: EntityName, key: LocalKey, read: () => PromiseLike<Value | undefined>) => Promise<Value | undefined>
  /** What was just written; remembered as it is. */
  set: (entity: EntityName, key: LocalKey, value: Value | undefined) => void
  /** Changes one value, as far as it is remembered. */
  change: (entity: EntityName, key: LocalKey, change: (value: Value | undefined) => Value) => void
  forget: () => void
}

/** So many are asked for one by one, before all of their kind are. */
const mostOneByOne = 3

/** `readAll` finds all values of a kind at once, or null where they are too many for that; of two with one key the first counts. */
export function rememberedReads<Value>(
  readAll: (entity: EntityName) => Promise<readonly (readonly [LocalKey, Value])[] | null> = async () => null,
): RememberedReads<Value> {
  const values = new Map<string, Value | undefined>()
  const asked = new Map<EntityName, number>()
  /** Kinds of which everything is remembered. */
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

/** A copy that nothing of the original hangs on; as `structuredClone`, and several times as fast for plain data. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy as Value
}

/**
 * The operations that one transaction has read or written, by their record and by their number. `readAll` finds all of a kind of
 * record, in order, or null where they are too many.
 */
export function rememberedChains(readAll: (entity: EntityName) => Promise<Operation[] | null>) {
  const recordOf = new Map<number, { entity: EntityName; key: LocalKey }>()
  const chains = rememberedReads<Operation[]>(async (entity) => {
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
    /** Undefined also for an operation that is not remembered. */
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
