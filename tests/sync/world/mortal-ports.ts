import type { Clock, RemoteServer, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import { type Life, never } from './life.ts'

/** Called at each place where a program waits for its store, the network or time; it may end the life. */
export type Pass = (place: string) => void

/**
 * A store whose transactions can be cut off before each of their calls, before they are complete and right after. What was
 * aborted runs again when its page has returned, as the device's own store does (fault A24). `canWait`: a transaction stays
 * open while a suspended process waits in it; the store on IndexedDB ends one that waits for anything else (fault A5).
 */
export function mortalReplica(replica: Replica, life: Life, pass: Pass, canWait: boolean): Replica {
  const wait = waiter(life, pass)
  return {
    owner: replica.owner,
    transact: async (mode, work) => {
      for (;;) {
        await wait(`before ${mode}`)
        try {
          const result = await replica.transact(mode, async (store) => {
            const done = await work(mortalStore(store, life, pass, canWait))
            passInside(life, pass, 'before it is complete')
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

/** Requests that are cut off before they leave, or after the server has done them. */
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

/** Thrown inside a transaction, so that the store undoes it as it does when its page dies. */
class Killed extends Error {
  override name = 'Killed'
}

/** Thrown inside a transaction of a frozen page. */
class Aborted extends Error {
  override name = 'AbortError'
}

function passInside(life: Life, pass: Pass, place: string): void {
  if (life.isAlive) pass(place)
  if (!life.isAlive) throw new Killed()
  if (life.isCached) throw new Aborted()
}

function waiter(life: Life, pass: Pass) {
  return async (place: string): Promise<void> => {
    await life.awake()
    if (life.isAlive) pass(place)
    if (!life.isAlive) await never()
  }
}

function mortalStore(store: ReplicaTransaction, life: Life, pass: Pass, canWait: boolean): ReplicaTransaction {
  return new Proxy(store, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as ((...values: unknown[]) => unknown) | undefined
      // Not every store can do everything.
      if (call === undefined) return undefined
      return (...values: unknown[]) => {
        try {
          passInside(life, pass, String(name))
        } catch (error) {
          // As a promise: several calls that are waited for together fail together.
          return Promise.reject(error)
        }
        return life.isSuspended && canWait ? untilEnded(life) : call(...values)
      }
    },
  })
}

/** Nothing goes on in a suspended process; when it wakes, its transaction is gone. */
async function untilEnded(life: Life): Promise<never> {
  await life.untilTransactionsEnd()
  throw new Aborted()
}
