import type { Table } from 'dexie'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { NewOperation, Operation } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'
import { readStoredOperation } from '#core/sync/writing/upgrade-operation.ts'
import { rememberedChains } from './remembered-chains.ts'
import { ifFew, ofKind, type Working } from './working.ts'

type OutboxVerbs = Pick<
  ReplicaTransaction,
  | 'operation'
  | 'operationByOpId'
  | 'chain'
  | 'operations'
  | 'operationsInState'
  | 'operationCount'
  | 'keysWithOperations'
  | 'addOperation'
  | 'putOperation'
  | 'deleteOperations'
>

/** What waits to be sent. */
export function outboxVerbs(working: Working): OutboxVerbs {
  const { tables, held, touchOutbox } = working
  const outbox = () => held.in(tables.outbox)
  const chains = rememberedChains(async (entity) => {
    const all = await ifFew(ofKind(working, tables.outbox, entity))
    return all && readable(all)
  })
  return {
    operation: async (seq) => (await chains.operation(seq)) ?? readable([await outbox().get(seq)])[0],
    operationByOpId: async (opId) => readable([await outbox().get({ opId })])[0],
    // Records of one index value come in the order of their primary key, which is `seq`.
    chain: (entity, key) =>
      chains.get(entity, key, () => outbox().where('[entity+key]').equals([entity, key]).toArray(readable)),
    operations: async (afterSeq, limit) => {
      const found: Operation[] = []
      for (let after = afterSeq; found.length < limit;) {
        const wanted = limit - found.length
        const page = await outbox().where(':id').above(after).limit(wanted).toArray()
        found.push(...readable(page))
        // An unreadable entry leaves a gap that later ones fill, so that a short page always means the end.
        if (page.length < wanted) break
        after = page.at(-1)?.seq ?? after
      }
      return found
    },
    operationsInState: (state) => outbox().where('state').equals(state).toArray(readable),
    operationCount: () => outbox().count(),
    keysWithOperations: async (entity) => {
      const keys = (await ofKind(working, tables.outbox, entity).uniqueKeys()) as unknown as [EntityName, string][]
      return new Set(keys.map(([, key]) => key))
    },
    addOperation: async (operation: NewOperation) => {
      touchOutbox()
      const seq = await (outbox() as unknown as Table<NewOperation, number>).add(operation)
      chains.put({ ...operation, seq })
      return seq
    },
    putOperation: async (operation) => {
      touchOutbox()
      chains.put(operation)
      held.put(tables.outbox, operation.seq, operation)
    },
    deleteOperations: async (seqs) => {
      touchOutbox()
      for (const seq of seqs) {
        chains.remove(seq)
        held.delete(tables.outbox, seq)
      }
    },
  }
}

const mostCheckedAtOnce = 500

/** Moves what this version cannot read out of the way; gives how many those were. */
export async function quarantineUnreadable({ tables, held, touchOutbox }: Working, at: number): Promise<number> {
  const outbox = held.in(tables.outbox)
  const found: { seq: number; raw: unknown; error: string }[] = []
  for (let after = 0; ;) {
    const page = outbox.where(':id').above(after).limit(mostCheckedAtOnce)
    const [raws, seqs] = await Promise.all([page.toArray(), page.primaryKeys()])
    for (const [index, seq] of seqs.entries()) {
      const read = readStoredOperation(raws[index])
      if ('unreadable' in read) found.push({ seq, raw: raws[index], error: read.unreadable })
    }
    if (seqs.length < mostCheckedAtOnce) break
    after = seqs.at(-1) ?? after
  }
  if (found.length === 0) return 0
  touchOutbox()
  await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))
  await tables.outbox.bulkDelete(found.map(({ seq }) => seq))
  return found.length
}

/** The operations among them that this version can read, brought forward from older formats. */
function readable(stored: readonly unknown[]): Operation[] {
  return stored.flatMap((raw) => {
    if (raw === undefined) return []
    const read = readStoredOperation(raw)
    return 'operation' in read ? [read.operation] : []
  })
}
