import type { EntityName } from '#core/sync/entities.ts'
import type { LocalKey, Operation } from '#core/sync/operation.ts'
import { copyOf } from './copy-of.ts'
import { rememberedReads } from './remembered-reads.ts'

/** The operations that one transaction has read or written, by their record and by their number. */
export type RememberedChains = ReturnType<typeof rememberedChains>

export function rememberedChains() {
  const chains = rememberedReads<Operation[]>()
  const recordOf = new Map<number, { entity: EntityName; key: LocalKey }>()

  function note(chain: readonly Operation[]) {
    for (const { seq, entity, key } of chain) recordOf.set(seq, { entity, key })
  }

  return {
    get: async (entity: EntityName, key: LocalKey, read: () => PromiseLike<Operation[]>): Promise<Operation[]> => {
      const chain = await chains.get(entity, key, read)
      note(chain)
      return chain
    },
    set: (entity: EntityName, key: LocalKey, chain: Operation[]): void => {
      chains.set(entity, key, chain)
      note(chain)
    },
    has: chains.has,
    /** Undefined also for an operation that is not remembered. */
    operation: async (seq: number): Promise<Operation | undefined> => {
      const record = recordOf.get(seq)
      if (record === undefined) return undefined
      const chain = await chains.get(record.entity, record.key, async () => [])
      return chain.find((one) => one.seq === seq)
    },
    put: (operation: Operation): void => {
      const { entity, key, seq } = operation
      if (!chains.has(entity, key)) return
      recordOf.set(seq, { entity, key })
      chains.change(entity, key, (chain) => {
        const others = chain.filter((one) => one.seq !== seq)
        return [...others, copyOf(operation)].sort((one, other) => one.seq - other.seq)
      })
    },
    remove: (seqs: readonly number[]): void => {
      for (const seq of seqs) {
        const record = recordOf.get(seq)
        if (record === undefined) continue
        recordOf.delete(seq)
        chains.change(record.entity, record.key, (chain) => chain.filter((one) => one.seq !== seq))
      }
    },
  }
}
