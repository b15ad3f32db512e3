import { operationPages } from './operation-pages.ts'
import type { Replica } from './ports.ts'

/**
 * What a holder of the lock that is gone was sending may have arrived: it is settled before anything else in its chain
 * (fault B6). Call only while holding the lock. Resolves to how many there were.
 */
export async function takeOver(replica: Replica): Promise<number> {
  const left = await replica.transact('read', async (store) => {
    const seqs: number[] = []
    for await (const page of operationPages(store)) {
      for (const { seq, state } of page) if (state === 'sending') seqs.push(seq)
    }
    return seqs
  })
  if (left.length === 0) return 0
  return replica.transact('write', async (store) => {
    let taken = 0
    for (const seq of left) {
      const operation = await store.operation(seq)
      if (operation?.state !== 'sending') continue
      await store.putOperation({ ...operation, state: 'unknown', nextAt: 0 })
      taken += 1
    }
    return taken
  })
}
