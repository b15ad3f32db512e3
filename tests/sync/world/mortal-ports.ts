import type { Clock, RemoteServer, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { type Life, never } from './life.ts'

/** Called at each point where code waits for its store, the network or time; it may end the life. */
export type Pass = (place: string) => void

/**
 * A store whose transactions can be interrupted before each call, before they complete and right after. For a model of
 * IndexedDB it also imitates browser and device store: a frozen page's transactions are aborted, a suspended process's wait
 * until the system ends them, and aborted ones run again (faults A24, A25).
 */
export function mortalReplica(replica: Replica, life: Life, pass: Pass, isModel: boolean): Replica {
  const wait = waiter(life, pass)
  return {
    owner: replica.owner,
    transact: async (mode, work) => {
      for (;;) {
        await wait(`before ${mode}`)
        try {
          const result = await replica.transact(mode, async (tx) => {
            const done = await work(mortalStore(tx, life, pass, isModel))
            passInside(life, pass, 'before it is complete')
            if (isModel) await untilItMayGoOn(life)
            return done
          })
          await wait(`after ${mode}`)
          return result
        } catch (error) {
          await life.awake()
          if (!life.isAlive) return never()
          if (!(error instanceof Aborted)) throw error
        }
      }
    },
    readFile: async (file) => {
      await wait('before readFile')
      const bytes = await replica.readFile(file)
      await wait('after readFile')
      return bytes
    },
  }
}

/** Requests that can be interrupted before they leave, or after the server has handled them. */
export function mortalServer(server: RemoteServer, life: Life, pass: Pass): RemoteServer {
  const wait = waiter(life, pass)
  return {
    send: async (request, signal) => {
      const name = `${request.method} ${request.path}`
      await wait(`before ${name}`)
      const answer = await server.send(request, signal)
      await wait(`after ${name}`)
      return answer
    },
    renewAntiForgery: async () => {
      await wait('before renewAntiForgery')
      await server.renewAntiForgery()
      await wait('after renewAntiForgery')
    },
  }
}

export function mortalClock(clock: Clock, life: Life, pass: Pass): Clock {
  const wait = waiter(life, pass)
  return {
    now: clock.now,
    sleep: async (ms, signal) => {
      await wait('before sleep')
      await clock.sleep(ms, signal)
      await wait('after sleep')
    },
  }
}

/** Thrown inside a transaction so that the store rolls it back, as when its page dies. */
class Killed extends Error {
  override name = 'Killed'
}

/** Thrown inside a transaction that the modeled browser aborts. */
class Aborted extends Error {
  override name = 'AbortError'
}

function passInside(life: Life, pass: Pass, place: string): void {
  if (life.isAlive) pass(place)
  if (!life.isAlive) throw new Killed()
}

function waiter(life: Life, pass: Pass) {
  return async (place: string): Promise<void> => {
    await life.awake()
    if (life.isAlive) pass(place)
    if (!life.isAlive) await never()
  }
}

function mortalStore(tx: ReplicaTransaction, life: Life, pass: Pass, isModel: boolean): ReplicaTransaction {
  return new Proxy(tx, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as ((...values: unknown[]) => unknown) | undefined
      // Some methods are optional.
      if (call === undefined) return undefined
      return (...values: unknown[]) => {
        try {
          passInside(life, pass, String(name))
        } catch (error) {
          // As a promise, so that calls awaited together fail together.
          return Promise.reject(error)
        }
        return isModel && life.isFrozen ? untilItMayGoOn(life).then(() => call(...values)) : call(...values)
      }
    },
  })
}

/** Rejects if the browser has aborted the transaction. */
async function untilItMayGoOn(life: Life): Promise<void> {
  if (life.isSuspended) await life.untilTransactionsEnd()
  else if (!life.isCached) return
  throw life.isAlive ? new Aborted() : new Killed()
}
