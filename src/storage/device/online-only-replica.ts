import { discardOperation, retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import type { Operation, Refusal } from '#core/sync/operation.ts'
import type { Clock, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { StorageError } from '#storage/database/storage-error.ts'

/** Two views of one store in memory. */
export type OnlineOnly = {
  /** For screens: a write resolves when the server has the change; otherwise it rejects. */
  forScreens: Replica
  /** For the sync core: the same memory, without waiting for the server. */
  forSync: Replica
  /** Sets how to start an exchange with the server. Until then nothing can be saved. */
  sendWith: (syncNow: () => Promise<unknown>) => void
}

/** Makes a store in memory usable in browsers that refuse storage: a change counts as saved once the server has it (fault A7). */
export function onlineOnlyReplica(memory: Replica, clock: Pick<Clock, 'now'>): OnlineOnly {
  let syncNow: () => Promise<unknown> = async () => {}
  const checks = new Set<() => void>()

  /** Sends. Resolves when each of the operations is confirmed or needs the agent, or when the exchange with the server ends. */
  async function send(opIds: readonly string[]): Promise<void> {
    let stopWatching = () => {}
    const ended = new Promise<void>((resolve) => {
      const check = () => {
        void findOperations(memory, opIds).then((found) => found.every(needsAgent) && resolve())
      }
      checks.add(check)
      stopWatching = () => void checks.delete(check)
    })
    await Promise.race([syncNow(), ended])
    stopWatching()
  }

  /** Waits for the server's answer; discards operations that this save added (`made`) and that the server certainly does not have. */
  async function settle(opIds: readonly string[], made: ReadonlySet<string>): Promise<void> {
    // The agent pressed Save again, so operations from an earlier attempt are sent now.
    for (const opId of opIds) if (!made.has(opId)) await retryOperation(memory, opId)
    await send(opIds)
    const unconfirmed = await findOperations(memory, opIds)
    for (const { opId, attempt, state } of unconfirmed) {
      if (made.has(opId) && attempt === null && state !== 'conflict') await discardOperation(memory, clock, opId)
    }
    if (unconfirmed[0] !== undefined) throw new NotSaved(unconfirmed[0])
  }

  return {
    forSync: {
      ...memory,
      transact: async (mode, work) => {
        const result = await memory.transact(mode, work)
        if (mode === 'write') for (const check of checks) check()
        return result
      },
    },
    forScreens: {
      ...memory,
      transact: async (mode, work) => {
        if (mode !== 'write') return memory.transact(mode, work)
        const { result, waitsFor, made } = await memory.transact('write', async (tx) => {
          const touched = touchedOperations(tx)
          return { result: await work(touched.store), ...touched }
        })
        if (waitsFor.size > 0) await settle([...waitsFor], made)
        return result
      },
    },
    sendWith: (how) => {
      syncNow = how
    },
  }
}

/** Collects the `opId`s of operations that a transaction adds (`made`), changes, or looks up because it repeats an earlier save. */
function touchedOperations(tx: ReplicaTransaction) {
  const waitsFor = new Set<string>()
  const made = new Set<string>()
  const note = ({ opId, state }: Pick<Operation, 'opId' | 'state'>) => {
    // An operation that needs the agent's decision is not sent before the agent has decided.
    if (state !== 'conflict' && state !== 'attention') waitsFor.add(opId)
  }
  const watching: ReplicaTransaction = {
    ...tx,
    operationByOpId: async (opId) => {
      const operation = await tx.operationByOpId(opId)
      if (operation !== undefined) note(operation)
      return operation
    },
    addOperation: async (operation) => {
      note(operation)
      made.add(operation.opId)
      return tx.addOperation(operation)
    },
    putOperation: async (operation) => {
      note(operation)
      await tx.putOperation(operation)
    },
  }
  return { store: watching, waitsFor, made }
}

function needsAgent({ state }: Operation): boolean {
  return state === 'attention' || state === 'conflict'
}

async function findOperations(memory: Replica, opIds: readonly string[]): Promise<Operation[]> {
  const found = await memory.transact('read', (tx) => Promise.all(opIds.map((opId) => tx.operationByOpId(opId))))
  return found.filter((operation) => operation !== undefined)
}

/** The server did not confirm a change, and this browser cannot store the change until it is confirmed. */
class NotSaved extends StorageError {
  constructor(operation: Operation) {
    super('refused')
    this.message = reasonOf(operation)
  }
}

function reasonOf({ state, attempt, refusal }: Operation): string {
  if (state === 'conflict')
    return 'Someone else changed the same thing. Decide in the Outbox before you close this page.'
  if (state === 'attention' && refusal !== null) return sentencesOf(refusal)
  if (attempt !== null) {
    return 'The server’s answer was lost, so it may or may not be saved. The Outbox goes on asking; keep this page open.'
  }
  return 'The server cannot be reached, and this browser keeps no data, so it is not saved. Leave the form open and try again.'
}

function sentencesOf({ message, fieldErrors }: Refusal): string {
  return [...new Set([message, ...Object.values(fieldErrors)])].join(' ')
}
