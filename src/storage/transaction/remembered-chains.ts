import type { EntityName } from '#core/kinds/all-kinds.ts'
import { groupBy } from '#core/sync/groups.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { copyOf } from '#storage/photos/copy-of.ts'
import { rememberedReads } from './remembered-reads.ts'

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
