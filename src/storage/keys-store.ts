import { type UseStore, createStore } from 'idb-keyval'

let store: UseStore | undefined
let opened: UseStore | undefined

/** The few values that are not records: drafts, the remembered agent, the worker's credentials. Dexie is not needed to read them. */
export function keysStore(): UseStore {
  store ??= async (mode, work) => {
    // A browser that refuses storage throws instead of rejecting; callers expect the one kind of failure.
    opened ??= createStore('fanlight-keys', 'values')
    return opened(mode, work)
  }
  return store
}
