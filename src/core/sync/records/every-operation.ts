import type { Operation } from '#core/sync/operation.ts'
import type { ReplicaTransaction } from '#core/sync/ports.ts'

const pageSize = 200

/** The whole outbox in order, read a page at a time (fault A20). */
export async function* everyOperation(
  store: Pick<ReplicaTransaction, 'operations'>,
  afterSeq = 0,
): AsyncGenerator<Operation> {
  for (let after = afterSeq; ;) {
    const page = await store.operations(after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    yield* page
    after = last.seq
  }
}
