import { type UseStore, createStore } from 'idb-keyval'

let store: UseStore | undefined

/** The few values that are not records: drafts, the remembered agent, the worker's credentials. Dexie is not needed to read them. */
export function keysStore(): UseStore {
  store ??= createStore('fanlight-keys', 'values')
  return store
}
