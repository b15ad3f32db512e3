import { memoryReplica } from '#tests/support/memory-replica.ts'
import { replicaContract } from './replica-contract.ts'

replicaContract('The memory store of the simulations', async () => {
  const replica = memoryReplica()
  return {
    replica,
    keepFile: async (file, bytes) => replica.keepFile(file, bytes),
    storeRaw: async (raw) => replica.storeRaw(raw),
    unreadable: async () => replica.unreadable(),
    close: async () => {},
  }
})
