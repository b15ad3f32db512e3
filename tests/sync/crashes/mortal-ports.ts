import type { Clock, RemoteServer, Replica, ReplicaTransaction } from '#core/sync/ports.ts'
import type { CrashPoints } from './crash-points.ts'
import { type Mortal, never } from './mortal.ts'

/** A store whose transactions can be cut off before each of their calls, before they are complete and right after. */
export function mortalReplica(replica: Replica, life: Mortal, points: CrashPoints): Replica {
  const pass = passer(life, points)
  return {
    owner: replica.owner,
    transact: async (mode, work) => {
      const isReading = mode === 'read'
      await pass(`before ${mode}`, isReading)
      try {
        const result = await replica.transact(mode, async (store) => {
          const done = await work(mortalStore(store, life, points, isReading))
          passInside(life, points, 'before it is complete', isReading)
          return done
        })
        await pass(`after ${mode}`, isReading)
        return result
      } catch (error) {
        if (!life.isAlive()) return never()
        throw error
      }
    },
    readFile: async (file) => {
      await pass('before readFile', true)
      const bytes = await replica.readFile(file)
      await pass('after readFile', true)
      return bytes
    },
  }
}

/** Requests that are cut off before they leave, or after the server has done them. */
export function mortalServer(server: RemoteServer, life: Mortal, points: CrashPoints): RemoteServer {
  const pass = passer(life, points)
  return {
    send: async (request, signal) => {
      const name = `${request.method} ${request.path}`
      await pass(`before ${name}`)
      const answer = await server.send(request, signal)
      await pass(`after ${name}`)
      return answer
    },
    renewAntiForgery: async () => {
      await pass('before renewAntiForgery')
      await server.renewAntiForgery()
      await pass('after renewAntiForgery')
    },
  }
}

export function mortalClock(clock: Clock, life: Mortal, points: CrashPoints): Clock {
  const pass = passer(life, points)
  return {
    now: clock.now,
    sleep: async (ms, signal) => {
      await pass('before sleep')
      await clock.sleep(ms, signal)
      await pass('after sleep')
    },
  }
}

/** Thrown inside a transaction, so that the store undoes it as it does when its page dies. */
class Killed extends Error {
  override name = 'Killed'
}

function passInside(life: Mortal, points: CrashPoints, what: string, isReading: boolean): void {
  if (life.isAlive()) points.pass(life, what, isReading)
  if (!life.isAlive()) throw new Killed()
}

function passer(life: Mortal, points: CrashPoints) {
  return async (what: string, isReading = false): Promise<void> => {
    await life.awake()
    if (life.isAlive()) points.pass(life, what, isReading)
    if (!life.isAlive()) await never()
  }
}

function mortalStore(
  store: ReplicaTransaction,
  life: Mortal,
  points: CrashPoints,
  isReading: boolean,
): ReplicaTransaction {
  return new Proxy(store, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as ((...values: unknown[]) => unknown) | undefined
      // Not every store can do everything.
      if (call === undefined) return undefined
      return (...values: unknown[]) => {
        try {
          passInside(life, points, String(name), isReading)
        } catch (error) {
          // As a promise: several calls that are waited for together fail together.
          return Promise.reject(error)
        }
        return call(...values)
      }
    },
  })
}
