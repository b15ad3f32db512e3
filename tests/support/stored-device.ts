import { createAbort } from '#core/sync/abort.ts'
import { recoverHistory } from '#core/sync/pulling/recover-history.ts'
import { sendBatch } from '#core/sync/sending/send-batch.ts'
import { type ExchangePorts, syncOnce } from '#core/sync/sync-once.ts'
import type { Device } from '#storage/device/device.ts'
import { leaseSenderLock } from '#storage/device/sender-lock.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { faultyNetwork } from './faulty-network.ts'
import type { ModelServer } from './model-server.ts'
import { standingClock, testIds } from './sync-records.ts'

/** A whole device database as a released version left it: its tables, and their rows. */
export type StoredDevice = {
  version: number
  stores: Record<string, StoredTable>
  rows: Record<string, Record<string, unknown>[]>
}
type StoredTable = {
  keyPath: string | string[]
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean }[]
}

/** Creates the database with the browser's own calls, without today's code. */
export function putStoredDevice(database: string, { version, stores, rows }: StoredDevice): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, version)
    opening.addEventListener('upgradeneeded', () => {
      for (const [name, { keyPath, autoIncrement, indexes }] of Object.entries(stores)) {
        const store = opening.result.createObjectStore(name, { keyPath, autoIncrement })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique })
        for (const row of rows[name] ?? []) store.add(withBytes(row))
      }
    })
    opening.addEventListener('error', () => reject(new Error('It could not be put.', { cause: opening.error })))
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}

function withBytes(row: Record<string, unknown>): Record<string, unknown> {
  const { bytes } = row as { bytes?: { base64: string } }
  return bytes === undefined ? row : { ...row, bytes: new Uint8Array(Buffer.from(bytes.base64, 'base64')) }
}

/** Exchanges until nothing waits. */
export async function drain(device: Device, server: ModelServer): Promise<void> {
  const clock = standingClock()
  const ports: ExchangePorts = {
    replica: device.syncReplica,
    server: faultyNetwork(server, clock),
    senderLock: leaseSenderLock(device.replica, systemClock, 'a page of today'),
    clock,
    ids: testIds(),
    loadBatches: async () => ({ sendBatch }),
    loadRecovery: async () => ({ recoverHistory }),
    random: () => 0.5,
    log: () => {},
  }
  const run = { sender: 'now', isManual: true, isAfterOutage: false, stop: createAbort().signal, onAttempt: () => {} }
  for (let round = 0; round < 10; round += 1) {
    const { waiting } = await syncOnce(ports, run)
    if (waiting === 0) return
    clock.pass(3_600_000)
  }
}
