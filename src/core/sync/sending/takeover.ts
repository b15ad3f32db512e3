import type { Replica } from '#core/sync/ports.ts'

/**
 * What a holder of the lock that is gone was sending may have arrived: it is settled before anything else in its chain
 * (fault B6). Call only while holding the lock. Resolves to how many there were.
 */
export async function takeOver(replica: Replica): Promise<number> {
  if ((await replica.transact('read', (store) => store.operationsInState('sending'))).length === 0) return 0
  return replica.transact('write', async (store) => {
    const left = await store.operationsInState('sending')
    for (const operation of left) await store.putOperation({ ...operation, state: 'unknown', nextAt: 0 })
    return left.length
  })
}
