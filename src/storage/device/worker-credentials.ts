import { del, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keysStore } from './keys-store.ts'

type WorkerCredentials = { agentId: string; antiForgery: string | null; bearer: string | null }

/**
 * What the page leaves for its worker, which has neither cookies nor local storage to read. Without it the worker
 * leaves work queued.
 */
export const workerCredentials = {
  keep: (credentials: WorkerCredentials): Promise<void> => set(name(), credentials, keysStore()),
  read: async (): Promise<WorkerCredentials | null> => (await get<WorkerCredentials>(name(), keysStore())) ?? null,
  /** At logout, and after a 401. */
  forget: (): Promise<void> => del(name(), keysStore()),
}

function name(): string {
  return `worker-credentials:${thisServer()}`
}
