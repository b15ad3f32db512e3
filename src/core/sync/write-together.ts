import type { Replica, ReplicaTransaction } from './ports.ts'

type Waiting = {
  work: (store: ReplicaTransaction) => Promise<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/**
 * The same store, whose writes share transactions: what is asked for while one is being written, or in the same moment,
 * goes into the next one. Waiting for the disk is what a durable write costs, and it costs the same for two hundred. Each
 * work keeps its promise: it is durable when it resolves, and one that fails takes nobody else's along.
 */
export function writingTogether(replica: Replica): Replica {
  let waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    // Whoever asks in the same moment goes along.
    await Promise.resolve()
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await writeGroup(group)
    }
    isWriting = false
  }

  async function writeGroup(group: Waiting[]): Promise<void> {
    const [first, ...others] = group
    if (first === undefined) return
    if (others.length === 0) return writeAlone(first)
    try {
      const results = await replica.transact('write', async (store) => {
        const some: unknown[] = []
        for (const { work } of group) some.push(await work(store))
        return some
      })
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as never)
    } catch {
      // None of it was kept: each by itself, so that only the one that cannot be done is not.
      for (const one of group) await writeAlone(one)
    }
  }

  async function writeAlone({ work, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve((await replica.transact('write', work)) as never)
    } catch (error) {
      reject(error)
    }
  }

  return {
    ...replica,
    transact: (mode, work) => {
      if (mode !== 'write') return replica.transact(mode, work)
      return new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject })
        if (!isWriting) void writeAll()
      })
    },
  }
}
