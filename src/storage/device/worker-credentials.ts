import { del, get, set } from 'idb-keyval'
import { thisServer } from '#storage/database/device-name.ts'
import { keyValueStore } from './key-value-store.ts'

type WorkerCredentials = { agentId: string; antiForgery: string | null; bearer: string | null }

/** The page's credentials for the service worker, which can read neither cookies nor local storage. Without them, operations stay queued. */
export const workerCredentials = {
  keep: (credentials: WorkerCredentials): Promise<void> => set(name(), credentials, keyValueStore()),
  read: async (): Promise<WorkerCredentials | null> => (await get<WorkerCredentials>(name(), keyValueStore())) ?? null,
  forget: (): Promise<void> => del(name(), keyValueStore()),
}

function name(): string {
  return `worker-credentials:${thisServer()}`
}
