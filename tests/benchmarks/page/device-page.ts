import { Dexie, liveQuery } from 'dexie'
import { pageHttpClient } from '#api/page-http-client.ts'
import { remoteServer } from '#api/http-client.ts'
import { createAbort } from '#core/sync/abort.ts'
import type { RemoteServer } from '#core/sync/ports.ts'
import { createRecord } from '#core/sync/writing/create-record.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { syncOnce, type SyncOutcome } from '#core/sync/sync-once.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { plantQueue } from './plant-queue.ts'
import { rawFetchAndStore, rawFirstRows } from './raw-reference.ts'

// Runs in Chromium at the server's own address; loaded by bench-page.ts.

let device: Device | null = null

async function open(agentId: string): Promise<Device> {
  device ??= await openDevice(agentId, 'bench-device')
  return device
}

async function exchange(
  agentId: string,
  how: Sends = 'as-offered',
  onRequest: (path: string) => void = () => {},
): Promise<SyncOutcome> {
  const { replica, clock, ids } = await open(agentId)
  const carrier = remoteServer(pageHttpClient())
  const server: RemoteServer = {
    ...carrier,
    send: (request, signal) => {
      onRequest(request.path)
      return carrier.send(request, signal)
    },
  }
  return syncOnce(
    {
      replica,
      server: how === 'as-offered' ? server : withoutBatches(server),
      senderLock: {
        hold: async (work) => {
          await work(createAbort().signal)
          return 'done'
        },
      },
      clock,
      ids,
      loadBatches: async () => ({ sendBatch }),
      loadRecovery: async () => ({ recoverHistory }),
      random: Math.random,
      log: () => {},
    },
    { sender: ids.uuid(), isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} },
  )
}

/** `one-by-one`: as if the server accepted no batches. */
type Sends = 'as-offered' | 'one-by-one'

function withoutBatches(server: RemoteServer): RemoteServer {
  return {
    ...server,
    send: async (request, signal) => {
      const answer = await server.send(request, signal)
      if (!/^sync\/(\?|$)/.test(request.path) || answer.kind !== 'answered') return answer
      const { features, ...rest } = answer.body as { features: string[] }
      return { ...answer, body: { ...rest, features: features.filter((name) => name !== 'batch') } }
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const aClient = (number: number) => ({
  first_name: 'Maria',
  last_name: `Client ${number}`,
  email: `client-${number}@example.com`,
  phone_number: '555-0100',
  notes: '',
  category: 'Buyer',
})

const bench = {
  fetchAndStore: (agentId: string) => timed(() => exchange(agentId)),
  rawFetchAndStore: () => timed(rawFetchAndStore),

  firstRows: (agentId: string) =>
    timed(async () => {
      const { database } = await open(agentId)
      const rows = await database.listings.orderBy('created_at').reverse().limit(20).toArray()
      if (rows.length !== 20) throw new Error(`${rows.length} rows`)
    }),
  rawFirstRows: () => timed(rawFirstRows),

  async writes(agentId: string, count: number): Promise<{ durable: number[]; live: number[] }> {
    const { replica, clock, ids, database } = await open(agentId)
    const durable: number[] = []
    const live: number[] = []
    let waiting: ((keys: string[]) => void) | null = null
    const reading = liveQuery(() => database.clients.toCollection().primaryKeys()).subscribe((keys) => waiting?.(keys))
    for (let number = 0; number < count; number += 1) {
      const opId = ids.uuid()
      const startedAt = performance.now()
      const seen = new Promise<void>((resolve) => {
        waiting = (keys) => {
          if (!keys.includes(`local-${opId}`)) return
          live.push(performance.now() - startedAt)
          resolve()
        }
      })
      await createRecord(replica, clock, { opId, entity: 'client', changes: aClient(number) })
      durable.push(performance.now() - startedAt)
      await seen
    }
    reading.unsubscribe()
    return { durable, live }
  },

  async dexieWrites(count: number): Promise<number[]> {
    const dexie = new Dexie('bench-dexie', { chromeTransactionDurability: 'strict' })
    dexie.version(1).stores({ clients: 'key, created_at' })
    const times: number[] = []
    for (let number = 0; number < count; number += 1)
      times.push(
        await timed(() => dexie.table('clients').put({ key: crypto.randomUUID(), ...aClient(number), created_at: '' })),
      )
    dexie.close()
    return times
  },

  async searches(agentId: string, words: string[]): Promise<number[]> {
    const { search } = await open(agentId)
    await search.prepare()
    return words.map((word) => {
      const startedAt = performance.now()
      search.find(word, 'newest', 60)
      return performance.now() - startedAt
    })
  },

  plantQueue: async (agentId: string) => plantQueue(await open(agentId)),
  waiting: async (agentId: string) => (await open(agentId)).database.outbox.count(),
  /** Milliseconds until everything was sent, or until the exchange has ended, including its pull. */
  async send(agentId: string, how: Sends): Promise<number> {
    const startedAt = performance.now()
    let sentAt: number | null = null
    await exchange(agentId, how, (path) => {
      if (path.startsWith('sync/changes/')) sentAt = performance.now()
    })
    return (sentAt ?? performance.now()) - startedAt
  },
}

export type DeviceBench = typeof bench

Object.assign(globalThis, { bench })
